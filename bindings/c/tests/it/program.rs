//! One program, one digest: what every language must print is what the core computes. `bindings/one_program.txt` has it, and
//! `.ci/languages` compares each language with that file.

use std::{fs, path::Path};

use cueline::{digest::digest, prelude::*};

/// The program of the file, on the core alone.
fn one_program() -> String {
    let mut queue = Sequencer::<u64>::new();
    queue.enqueue(ms(300), 1); // attack
    queue.concurrently(ms(500), 2); // damage
    queue.enqueue(ms(300), 3); // counter-attack
    queue.background(ms(1000), 4); // toast
    queue.advance(ms(100), |_, _| ()).unwrap();
    let first = digest(&queue);
    queue.advance(ms(450), |_, _| ()).unwrap();
    let second = digest(&queue);
    queue.finish(|_, _| ()).unwrap();
    let third = digest(&queue);
    let mut x = Moving::at(0.0_f64);
    x.spring_to(Time::ZERO, 100.0, Spring::smooth(ms(400)));
    let bits = x.value(Time::from_millis(150)).to_bits();
    format!(
        "100 ms: {first:016x}\n550 ms: {second:016x}\nfinished: {third:016x}\nmoving: {bits:016x}\n"
    )
}

#[test]
fn the_file_says_what_the_core_computes() {
    assert_eq!(include_str!("../../../one_program.txt"), one_program());
}

#[test]
fn the_listings_of_the_book_are_parts_of_the_programs_that_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/book/src/languages.md")).unwrap();
    let mut listings = 0;
    for part in page.split("](../../../").skip(1).filter(|part| part.contains("):\n\n```")) {
        let (path, rest) = part.split_once("):\n\n```").unwrap();
        let program = fs::read_to_string(root.join(path)).unwrap();
        let listing = rest.split("```").next().unwrap();
        let lines =
            |text: &str| text.lines().map(|line| line.trim().to_string()).collect::<Vec<_>>();
        let (program, listing) = (lines(&program), lines(listing).split_off(1));
        assert!(
            !listing.is_empty() && program.windows(listing.len()).any(|part| *part == *listing),
            "{path}"
        );
        listings += 1;
    }
    assert_eq!(listings, 7);
}
