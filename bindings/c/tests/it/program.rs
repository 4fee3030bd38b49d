//! One program, one digest: what every language must print is what the core computes. `bindings/one_program.txt` has it, and
//! `.ci/languages` compares each language with that file.

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
