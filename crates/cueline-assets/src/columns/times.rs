//! The times of a track, as a column of small differences.

use cueline::time::Span;
use serde::{Deserialize, Serialize};

use super::column::{Column, Items};
use crate::forms::When;

/// The times of a track.
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Times<'a> {
    /// Differences to the previous time, in frames; they wrap.
    Frames(#[serde(borrow)] Column<'a>),
    /// The same in flicks.
    Spans(#[serde(borrow)] Column<'a>),
    /// Some in frames (`true`), some in flicks.
    Mixed(#[serde(borrow)] Column<'a>),
    /// Differences in flicks, divided by the first number, which divides all of them.
    Steps(i64, #[serde(borrow)] Column<'a>),
}

impl Times<'static> {
    pub(super) fn of(times: &[When]) -> Result<Self, String> {
        let parts = times.iter().map(|time| match time {
            When::Frames(frames) => (true, *frames),
            When::Span(span) => (false, span.flicks()),
        });
        let parts: Vec<(bool, i64)> = parts.collect();
        let before = std::iter::once(0).chain(parts.iter().map(|(_, time)| *time));
        let differences =
            parts.iter().zip(before).map(|((_, time), before)| time.wrapping_sub(before));
        let differences: Vec<i64> = differences.collect();
        if parts.iter().all(|(frames, _)| *frames) {
            return Column::of(differences).map(Self::Frames);
        }
        if parts.iter().any(|(frames, _)| *frames) {
            return Column::of(parts).map(Self::Mixed);
        }
        let common = differences.iter().fold(0, |common, next| gcd(common, *next));
        match i64::try_from(common) {
            Ok(common @ 2..) => {
                let steps = differences.iter().map(|next| next / common);
                Column::of(steps).map(|steps| Self::Steps(common, steps))
            }
            _ => Column::of(differences).map(Self::Spans),
        }
    }
}

impl Times<'_> {
    /// The times, in turn.
    pub(super) fn times(&self) -> ReadTimes<'_> {
        match self {
            Self::Frames(column) => ReadTimes::Sums { items: column.items(), time: 0, step: None },
            Self::Spans(column) => {
                ReadTimes::Sums { items: column.items(), time: 0, step: Some(1) }
            }
            Self::Steps(step, column) => {
                ReadTimes::Sums { items: column.items(), time: 0, step: Some(*step) }
            }
            Self::Mixed(column) => ReadTimes::Mixed(column.items()),
        }
    }
}

/// Reads the times of a track, in turn.
pub(super) enum ReadTimes<'a> {
    /// Of steps of so many flicks, or of frames.
    Sums {
        items: Items<'a, i64>,
        time: i64,
        step: Option<i64>,
    },
    Mixed(Items<'a, (bool, i64)>),
}

impl ReadTimes<'_> {
    pub(super) fn next(&mut self) -> Result<When, String> {
        Ok(match self {
            Self::Sums { items, time, step } => {
                *time = time.wrapping_add(items.next()?.wrapping_mul(step.unwrap_or(1)));
                if step.is_some() {
                    When::Span(Span::from_flicks(*time))
                } else {
                    When::Frames(*time)
                }
            }
            Self::Mixed(items) => match items.next()? {
                (true, frames) => When::Frames(frames),
                (false, flicks) => When::Span(Span::from_flicks(flicks)),
            },
        })
    }

    /// How many bytes are left to read.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Sums { items, .. } => items.rest.len(),
            Self::Mixed(items) => items.rest.len(),
        }
    }

    pub(super) fn end(&self) -> Result<(), String> {
        match self {
            Self::Sums { items, .. } => items.end("times"),
            Self::Mixed(items) => items.end("times"),
        }
    }
}

fn gcd(a: u64, b: i64) -> u64 {
    let (mut a, mut b) = (a, b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
