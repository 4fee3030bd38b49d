//! Prints the digests, a line for each family of scenarios.

// Names the library also where nothing of it is called by name: on the web its exports are.
use digests::report;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", report()?);
    Ok(())
}
