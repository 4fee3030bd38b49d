//! `W9`: motions of this plugin, compared with the systems that a user would write by hand.
//!
//! `cargo bench --bench w9 [-- CASE...] [--n N]... [--turns N] [--json FILE] [--threads]`
//!
//! `integrations/bevy/peers` runs the same cases with other plugins in them.

mod cases;
mod harness;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    cases::run(&[])
}
