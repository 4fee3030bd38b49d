//! `digests [FAMILY...]` prints the digests, a line for each family of scenarios as soon as it is known: of all families, or
//! of those with these names.

// Names the library also where nothing of it is called by name: on the web its exports are.
use digests::each;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    each(&names, |line| println!("{line}"))
}
