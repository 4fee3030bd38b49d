//! The systems that were recorded, one module for each.

use crate::{
    animation_sequencer, babylon, easing, flipbook, game_loop, render_pipeline, synced_animation,
    system::System, timeline,
};

/// All of them, in the order of the page.
pub const SYSTEMS: &[System] = &[
    render_pipeline::SYSTEM,
    animation_sequencer::SYSTEM,
    flipbook::SYSTEM,
    game_loop::SYSTEM,
    babylon::SYSTEM,
    easing::SYSTEM,
    synced_animation::SYSTEM,
    timeline::SYSTEM,
];
