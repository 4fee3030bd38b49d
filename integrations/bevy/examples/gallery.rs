//! The examples with a window in one program: `cargo run --example gallery --features window,characters,serde -- cards` plays
//! that one; on the web, the address `#cards` does.

#![allow(clippy::duplicate_mod, reason = "each example has its stage as a module of its own")]

use bevy::prelude::*;

#[path = "blend.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod blend;
#[path = "cards.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod cards;
#[path = "chain.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod chain;
#[path = "clock.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod clock;
#[path = "cutscene.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod cutscene;
#[path = "menu.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod menu;
#[path = "rewind.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod rewind;
#[path = "save.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod save;
#[path = "shake.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod shake;
#[path = "sprites.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod sprites;
mod stage;
#[path = "swarm.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod swarm;
#[path = "walker.rs"]
#[allow(dead_code, reason = "each has a `main` of its own")]
mod walker;

/// `.ci/bevy gallery` reads the names for the page from here, one a line.
const EXAMPLES: [(&str, fn(&mut App)); 12] = [
    ("cards", cards::game),
    ("chain", chain::game),
    ("clock", clock::game),
    ("swarm", swarm::game),
    ("cutscene", cutscene::game),
    ("sprites", sprites::game),
    ("walker", walker::game),
    ("blend", blend::game),
    ("rewind", rewind::game),
    ("shake", shake::game),
    ("menu", menu::game),
    ("save", save::game),
];

#[cfg(not(target_family = "wasm"))]
fn wanted() -> Option<String> {
    std::env::args().nth(1)
}

#[cfg(target_family = "wasm")]
fn wanted() -> Option<String> {
    let hash = web_sys::window()?.location().hash().ok()?;
    Some(hash.trim_start_matches('#').to_owned())
}

fn main() -> AppExit {
    let wanted = wanted().unwrap_or_default();
    let found = EXAMPLES.iter().find(|(name, _)| *name == wanted);
    stage::open(found.unwrap_or(&EXAMPLES[0]).1)
}
