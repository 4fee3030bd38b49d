//! Places items: turns relative positions into times.
//!
//! Times are relative to a zero that can still move: an item that would start before the timeline becomes the new start
//! of the timeline. So times are stored without that shift, and the shift is added after all items are placed.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use super::super::{
    TimelineErrorKind,
    position::{Anchor, Offset, Position},
};
use crate::{clip::Suggestion, time::Span};

/// The placement of the items of one level so far.
#[derive(Default)]
pub(super) struct Placing {
    /// The shift of all items.
    shift: i128,
    /// The end of all blocking items.
    end: i128,
    /// The first endless blocking item.
    endless: Option<u32>,
    previous: Previous,
    labels: BTreeMap<String, i128>,
    /// The end of all items that are not endless, background items included.
    last: i128,
}

/// Why an item cannot be placed.
pub(super) enum PlaceError {
    /// The item would wait for this endless item.
    Endless(u32),
    Fault(TimelineErrorKind),
}

impl From<TimelineErrorKind> for PlaceError {
    fn from(fault: TimelineErrorKind) -> Self {
        Self::Fault(fault)
    }
}

#[derive(Clone, Default)]
struct Previous {
    start: i128,
    /// The duration on the level; `None` when endless.
    length: Option<i128>,
    id: Option<u32>,
}

impl Placing {
    /// The start of an item with this duration on the level, without the shift.
    pub(super) fn find(
        &self,
        position: &Position,
        length: Option<i128>,
    ) -> Result<i128, PlaceError> {
        let Previous { start, length: before, id } = &self.previous;
        // The first item has an imaginary previous item without a duration.
        let before = || id.map_or(Ok(0), |id| before.ok_or(PlaceError::Endless(id)));
        let anchor = match &position.anchor {
            Anchor::End => self.endless.map_or(Ok(self.end), |id| Err(PlaceError::Endless(id)))?,
            Anchor::PreviousStart => *start,
            Anchor::PreviousEnd => *start + before()?,
            Anchor::Time(at) => i128::from(at.flicks()),
            Anchor::Label(label) => match self.labels.get(label) {
                Some(at) => *at,
                None => {
                    let known: Vec<String> = self.labels.keys().cloned().collect();
                    return Err(
                        TimelineErrorKind::UnknownLabel(Suggestion::new(label, known)).into()
                    );
                }
            },
        };
        let offset = match position.offset {
            Offset::By(offset) => offset,
            Offset::OfPrevious(fraction) => fraction.of(span(before()?)?),
            Offset::OfOwn(fraction) => {
                fraction.of(span(length.ok_or(TimelineErrorKind::FractionOfEndless)?)?)
            }
        };
        Ok(anchor + i128::from(offset.flicks()))
    }

    /// Places an item.
    pub(super) fn put(&mut self, start: i128, length: Option<i128>, holds: bool, id: u32) {
        self.shift = self.shift.max(-start);
        match length {
            Some(length) => {
                self.last = self.last.max(start + length);
                if holds {
                    self.end = self.end.max(start + length);
                }
            }
            None if holds => self.endless = self.endless.or(Some(id)),
            None => {}
        }
        self.previous = Previous { start, length, id: Some(id) };
    }

    pub(super) fn label(&mut self, name: String, at: i128) -> Result<(), PlaceError> {
        if self.labels.contains_key(&name) {
            return Err(TimelineErrorKind::DuplicateLabel { label: name }.into());
        }
        self.labels.insert(name, at);
        Ok(())
    }

    /// The shift to add to all placed items.
    pub(super) fn shift(&self) -> i128 {
        self.shift
    }

    /// The duration of the level; `None` when it never ends.
    pub(super) fn length(&self) -> Option<i128> {
        self.endless.is_none().then_some(self.last + self.shift)
    }

    /// The labels with their times, including the shift.
    pub(super) fn into_labels(self) -> impl Iterator<Item = (String, i128)> {
        let shift = self.shift;
        self.labels.into_iter().map(move |(name, at)| (name, at + shift))
    }
}

pub(super) fn span(wide: i128) -> Result<Span, TimelineErrorKind> {
    i64::try_from(wide).map(Span::from_flicks).map_err(|_| TimelineErrorKind::Overflow)
}
