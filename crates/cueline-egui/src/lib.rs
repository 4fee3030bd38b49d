//! Widgets for `egui` that show and control Cueline's playback.
//!
//! They use only the public API of `cueline` and open no window, so a game, a tool or an engine can show them. A widget
//! does not change the playback: it returns the action of the user, such as "seek to 2 s", and the program carries it out.
//!
//! A program may import `egui::*` and `cueline::prelude::*` side by side. One name is in both, `Event`. Where a program names
//! it, the compiler warns that it is ambiguous, by a lint that is to become an error:
//!
//! ```compile_fail
//! #![deny(ambiguous_glob_imports)]
//! use cueline::prelude::*;
//! use egui::*;
//!
//! fn heard(event: &Event<EntryId>, ui: &mut Ui) {}
//! ```
//!
//! An import by name decides:
//!
//! ```
//! use cueline::{event::Event, prelude::*};
//! use egui::*;
//!
//! fn heard(event: &Event<EntryId>, ui: &mut Ui) {}
//! ```

#![forbid(unsafe_code)]

mod curves;
#[cfg(test)]
mod drawn;
mod enlarge;
mod event_log;
#[cfg(test)]
#[deny(ambiguous_glob_imports)]
mod globs;
mod lanes;
#[cfg(test)]
mod pointer;
mod state;
mod stretch;
mod time_bar;
mod timeline_editor;

pub use curves::{Curve, CurveAction, CurveKey, Curves, Side, numbers};
pub use enlarge::enlarge;
pub use event_log::{EventLog, LogLine};
pub use lanes::{Bar, Lanes, LanesResponse};
pub use state::State;
pub use stretch::zoom;
pub use time_bar::{Marker, TimeBar, TimeBarAction};
pub use timeline_editor::{EditorAction, EditorRow, TimelineEditor};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
