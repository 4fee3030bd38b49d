//! `attacks` says what is promised for a hostile file and does not hold; `attacks table` prints the lines of `SECURITY.md`.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|word| word == "table") {
        print!("{}", attacks::table());
        return ExitCode::SUCCESS;
    }
    let broken = attacks::broken();
    broken.iter().for_each(|one| println!("{one}"));
    ExitCode::from(u8::from(!broken.is_empty()))
}
