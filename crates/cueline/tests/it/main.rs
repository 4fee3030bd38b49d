//! The tests of the public interface, in one program, so that the core is linked to them once.

#[cfg(test)] // so that the lints know tests
mod at_rest;
#[cfg(test)] // so that the lints know tests
mod below_zero;
#[cfg(test)] // so that the lints know tests
mod bugs;
mod clip_kinds;
mod damaged_saves;
mod derive_digest;
mod derive_lerp;
mod examples;
mod foreign_saves;
mod fuzzed;
mod hostile_saves;
#[cfg(test)] // so that the lints know tests
mod ids;
mod laws_clip;
mod laws_player;
mod laws_player_cost;
mod laws_player_extremes;
mod laws_player_reload;
mod laws_player_saved;
mod laws_relay;
mod laws_sequencer;
mod laws_sequencer_cost;
mod laws_sequencer_extremes;
mod laws_sequencer_saved;
mod laws_stop;
mod laws_time;
mod laws_time_extremes;
mod laws_typing;
#[cfg(test)] // so that the lints know tests
#[cfg(feature = "serde")]
mod made;
#[cfg(test)] // so that the lints know tests
mod no_time;
mod old_saves;
mod player_model;
#[cfg(feature = "serde")]
mod process;
mod reduced_motion;
mod saved_values;
mod sequencer_callbacks;
mod sequencer_model;
mod shown_time;
mod soak;
mod value_laws;
mod who_writes;
