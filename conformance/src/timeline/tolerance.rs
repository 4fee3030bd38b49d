//! How far ours may lie from what is recorded.

use cueline::time::Span;

/// Times are recorded to 7 decimals, several of which add up.
pub(super) const TIME: f64 = 1e-6;
/// Some units of the seventh decimal.
pub(super) const MOMENT: Span = Span::from_flicks(300);
/// How far something moves in that time at most.
pub(super) const MOVED: f64 = 0.02;
/// Values are recorded to 6 decimals.
pub(super) const VALUE: f64 = 2e-6;
/// The same where the time of a nested timeline is rounded to 7 decimals once more
/// and what moves in it moves up to 100 in a sixteenth of a second.
pub(super) const SCALED: f64 = 5e-5;
/// The same where times that were rounded to 7 decimals are not whole.
pub(super) const UNEVEN: f64 = 1e-4;
