//! Lays out RON files anew, with their comments: `cargo run --example format -- FILE...`
use std::{env, error::Error, fs};

use cueline_assets::{read, write_over};

fn main() -> Result<(), Box<dyn Error>> {
    for file in env::args().skip(1) {
        let text = fs::read_to_string(&file)?;
        let document = read(text.as_bytes(), &file)?.document;
        let (formatted, lost) = write_over(&document, &text)?;
        if formatted != text {
            fs::write(&file, formatted)?;
            println!("{file}: laid out anew, {lost} comments lost");
        }
    }
    Ok(())
}
