//! Plays a few hundred scenarios through the public API of `cueline` and hashes every bit of their
//! results. Two machines agree when they print the same few numbers.
//!
//! Everything that is played is written here or drawn from a seeded [`Dice`]: there is no input. The
//! lines of [`report`] must be those of `golden.txt` on every target, in debug and in release. When
//! that file may change stands at its top.
//!
//! Scenarios come in families, so that a difference says where to look. A family takes in what can be
//! *seen* (values, events, calls), so that only a change of what the library does changes its digest;
//! `states` alone takes in digests of whole states and the text of saved ones.

mod batches;
mod characters;
mod clips;
mod clocks;
mod colours;
mod crowds;
mod cues;
mod curves;
mod dice;
mod easings;
mod flipbooks;
mod groups;
mod kinds;
mod matrices;
mod numbers;
mod payloads;
mod players;
mod poses;
mod queues;
mod rotations;
mod springs;
mod states;
mod tape;
mod timelines;
#[cfg(target_family = "wasm")]
mod wasm;

use core::error::Error;

pub use dice::Dice;
pub use tape::{Record, Tape};

/// The digest of a family. A call that the library must accept and refuses ends it.
pub type Played = Result<(), Box<dyn Error>>;

/// Scenarios of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name in the report.
    pub name: &'static str,
    /// Plays all of it onto a tape.
    pub play: fn(&mut Tape) -> Played,
}

/// All families, in the order of the report.
pub const FAMILIES: &[Family] = &[
    Family { name: "numbers", play: numbers::play },
    Family { name: "easings", play: easings::play },
    Family { name: "springs", play: springs::play },
    Family { name: "rotations", play: rotations::play },
    Family { name: "matrices", play: matrices::play },
    Family { name: "colours", play: colours::play },
    Family { name: "clips", play: clips::play },
    Family { name: "flipbooks", play: flipbooks::play },
    Family { name: "clocks", play: clocks::play },
    Family { name: "players", play: players::play },
    Family { name: "queues", play: queues::play },
    Family { name: "states", play: states::play },
    Family { name: "timelines", play: timelines::play },
    Family { name: "groups", play: groups::play },
    Family { name: "batches", play: batches::play },
    Family { name: "poses", play: poses::play },
    Family { name: "kinds", play: kinds::play },
    Family { name: "cues", play: cues::play },
    Family { name: "crowds", play: crowds::play },
    Family { name: "curves", play: curves::play },
    Family { name: "characters", play: characters::play },
    Family { name: "payloads", play: payloads::play },
];

/// A line `name digest` for each family, and one for `all` of them.
///
/// # Errors
///
/// What the library refused to do, where it had to do it.
pub fn report() -> Result<String, Box<dyn Error>> {
    let mut lines = String::new();
    each(&[], |line| lines.extend([line, "\n"]))?;
    Ok(lines)
}

/// Hands out each line of a [`report`] as soon as it is known: those of the families with these names or, without any, all.
///
/// # Errors
///
/// As [`report`], and a name that no family has.
pub fn each(names: &[String], mut emit: impl FnMut(&str)) -> Result<(), Box<dyn Error>> {
    let known = |name: &String| FAMILIES.iter().any(|family| family.name == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        return Err(format!("no family {name}").into());
    }
    let mut all = Tape::default();
    let is_asked = |family: &&Family| names.is_empty() || names.iter().any(|it| it == family.name);
    for family in FAMILIES.iter().filter(is_asked) {
        let mut tape = Tape::default();
        (family.play)(&mut tape).map_err(|error| format!("{}: {error}", family.name))?;
        emit(&format!("{} {:016x}", family.name, tape.digest()));
        all.join(&tape);
    }
    if names.is_empty() {
        emit(&format!("all {:016x}", all.digest()));
        emit(&format!("scenarios {}", all.scenarios()));
        emit(&format!("numbers {}", all.numbers()));
    }
    Ok(())
}
