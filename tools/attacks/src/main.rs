//! `attacks` says what is promised for a hostile file and does not hold; `attacks table` prints the lines of `SECURITY.md`.
//!
//! `attacks names` prints the name of each, and `attacks open NUMBER TIMES` opens one of them, by its number from 0, with so many
//! times its count: for `.ci/attacks`, which counts the instructions of that.

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => {
            let broken = attacks::broken();
            broken.iter().for_each(|one| println!("{one}"));
            return ExitCode::from(u8::from(!broken.is_empty()));
        }
        ["table"] => print!("{}", attacks::table()),
        ["names"] => attacks::all().iter().for_each(|attack| println!("{}", attack.name)),
        ["open", number, times] => {
            let all = attacks::all();
            let attack = number.parse().ok().and_then(|number: usize| all.get(number));
            let (Some(attack), Ok(times)) = (attack, times.parse::<usize>()) else {
                eprintln!("there is no attack {number}, or {times} is no number");
                return ExitCode::from(2);
            };
            let file = (attack.make)(attack.count * times);
            counted(attack.open, &file);
        }
        _ => {
            eprintln!("needs nothing, table, names, or open NUMBER TIMES");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Found by its name.
#[inline(never)]
fn counted(open: fn(&[u8]) -> bool, file: &[u8]) {
    std::hint::black_box(open(file));
}
