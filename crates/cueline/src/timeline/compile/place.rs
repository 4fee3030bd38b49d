//! From places among other items to times.
//!
//! Times are counted from a zero that can still move: an item that would start before the timeline does is its new
//! start. So what is kept is a time without that shift, and the shift is added once all is placed.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use super::super::{
    TimelineErrorKind,
    motion::{Lying, Motion},
    position::{Anchor, Offset, Position},
};
use crate::{clip::Suggestion, time::Span};

/// Where the items of one level have been put so far.
#[derive(Default)]
pub(super) struct Placing {
    /// How much later all has moved.
    shift: i128,
    /// Where all that is to be waited for is over.
    end: i128,
    /// The first item to be waited for that never is.
    endless: Option<u32>,
    previous: Previous,
    labels: BTreeMap<String, i128>,
    /// The same with background items, unless endless.
    last: i128,
}

/// Why something has no place.
pub(super) enum NoPlace {
    /// It would wait for that item.
    Endless(u32),
    Fault(TimelineErrorKind),
}

impl From<TimelineErrorKind> for NoPlace {
    fn from(fault: TimelineErrorKind) -> Self {
        Self::Fault(fault)
    }
}

#[derive(Clone, Default)]
struct Previous {
    start: i128,
    /// On the level; none when endless.
    length: Option<i128>,
    id: Option<u32>,
}

impl Placing {
    /// Where an item of that length on the level would start. Without the shift.
    pub(super) fn find(&self, position: &Position, length: Option<i128>) -> Result<i128, NoPlace> {
        let Previous { start, length: before, id } = &self.previous;
        // Before the first item lies one that takes no time.
        let before = || id.map_or(Ok(0), |id| before.ok_or(NoPlace::Endless(id)));
        let anchor = match &position.anchor {
            Anchor::End => self.endless.map_or(Ok(self.end), |id| Err(NoPlace::Endless(id)))?,
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
            Offset::OfPrevious(share) => share.of(span(before()?)?),
            Offset::OfOwn(share) => {
                share.of(span(length.ok_or(TimelineErrorKind::FractionOfEndless)?)?)
            }
        };
        Ok(anchor + i128::from(offset.flicks()))
    }

    /// Puts an item there.
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

    pub(super) fn label(&mut self, name: String, at: i128) -> Result<(), NoPlace> {
        if self.labels.contains_key(&name) {
            return Err(TimelineErrorKind::DuplicateLabel { label: name }.into());
        }
        self.labels.insert(name, at);
        Ok(())
    }

    /// By how much all that was placed has to move.
    pub(super) fn shift(&self) -> i128 {
        self.shift
    }

    /// How long the level is; none when it never ends.
    pub(super) fn length(&self) -> Option<i128> {
        self.endless.is_none().then_some(self.last + self.shift)
    }

    /// The labels and where they are, with the shift.
    pub(super) fn into_labels(self) -> impl Iterator<Item = (String, i128)> {
        let shift = self.shift;
        self.labels.into_iter().map(move |(name, at)| (name, at + shift))
    }
}

/// How long all passes take on the level; none when endless.
pub(super) fn length_on_level(lying: &Lying) -> Option<i128> {
    if lying.length == i64::MAX {
        return None;
    }
    if lying.motion == Motion::ONCE {
        return Some(i128::from(lying.length));
    }
    let total = lying.total()?;
    Some(i128::from(Lying { start: 0, ..*lying }.reached(total)))
}

pub(super) fn span(wide: i128) -> Result<Span, TimelineErrorKind> {
    i64::try_from(wide).map(Span::from_flicks).map_err(|_| TimelineErrorKind::Overflow)
}
