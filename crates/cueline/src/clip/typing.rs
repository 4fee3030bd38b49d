//! Text that types itself: when each of its characters shows.
//!
//! A pure function of a time, as a flipbook is: a save needs only the start, a skip leaves nothing to catch up with, and a
//! game may draw any moment. What plays, pauses, speeds and saves it is a [`Playing`](crate::playback::Playing).

use alloc::{boxed::Box, string::String, vec::Vec};
use core::ops::Range;

use super::{ContentError, Window};
use crate::time::Span;

/// A text whose characters show one after the other.
///
/// The game gives the pace of each character, so pauses are data of the game: after punctuation, at a place, for a voice.
/// Characters are `char`s, not graphemes: to show the parts of one emoji together, give all but the first a pace of zero.
///
/// A `Typing` is content, like a clip. A [`Playing`](crate::playback::Playing) plays it at any speed in both directions, and
/// reports each character as [`EventKind::Cue`](crate::event::EventKind::Cue) with its index.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{Typing, Window}, time::ms};
///
/// let pace = |typed: &str, _| ms(if typed.ends_with('.') { 500 } else { 40 });
/// let line = Typing::new("No. Yes", pace)?;
/// assert_eq!(line.duration(), ms(40 * 6 + 500));
/// assert_eq!([0, 40, 120, 619, 620].map(|at| line.shown(ms(at))), [0, 1, 3, 3, 4]);
/// assert_eq!(line.shown_text(ms(100)), "No");
/// assert_eq!(line.due_in(Window::forward(ms(40), ms(120))), 1..3);
/// # Ok::<(), cueline::clip::ContentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SavedTyping", into = "SavedTyping"))]
pub struct Typing {
    text: Box<str>,
    /// For each character the time at which it shows, which never falls, and the byte at which it ends.
    characters: Vec<(Span, usize)>,
}

crate::digest::digested! { struct Typing { text, characters } }

impl Typing {
    /// Types `text`. `pace` gets the text so far and the next character, and returns the time between the two: zero or more.
    ///
    /// The first character shows after its own pace, and the text ends when its last character shows. A place in the text is
    /// the number of its bytes so far, `typed.len()`:
    ///
    /// ```
    /// use cueline::{clip::Typing, time::ms};
    ///
    /// let waits = [(2, ms(800))]; // a breath after "Hm"
    /// let line = Typing::new("Hm, well", |typed, _| {
    ///     let wait = waits.iter().find(|(place, _)| *place == typed.len());
    ///     wait.map_or(ms(40), |(_, wait)| *wait)
    /// })?;
    /// assert_eq!([879, 880].map(|at| line.shown_text(ms(at))), ["Hm", "Hm,"]);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ContentError::Pace`] for the first pace below zero, [`ContentError::CharacterTooLate`] for the first character that shows after
    /// [`Span::MAX`] or whose index is above `u32::MAX`.
    pub fn new(
        text: impl Into<String>,
        mut pace: impl FnMut(&str, char) -> Span,
    ) -> Result<Self, ContentError> {
        let text = text.into().into_boxed_str();
        let (mut characters, mut due) = (Vec::new(), Span::ZERO);
        for (index, (start, next)) in text.char_indices().enumerate() {
            let pace = pace(&text[..start], next);
            if pace < Span::ZERO {
                return Err(ContentError::Pace { character: index, pace });
            }
            due = match due.checked_add(pace) {
                Some(due) if u32::try_from(index).is_ok() => due,
                _ => return Err(ContentError::CharacterTooLate { character: index }),
            };
            characters.push((due, start + next.len_utf8()));
        }
        Ok(Self { text, characters })
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// When the last character shows; zero for an empty text.
    #[must_use]
    pub fn duration(&self) -> Span {
        self.characters.last().map_or(Span::ZERO, |(due, _)| *due)
    }

    /// How many characters show at a time: all that are due then or earlier.
    #[must_use]
    pub fn shown(&self, at: Span) -> usize {
        self.characters.partition_point(|(due, _)| *due <= at)
    }

    /// The text that shows at a time: its first [`shown`](Self::shown) characters.
    #[must_use]
    pub fn shown_text(&self, at: Span) -> &str {
        let last = self.shown(at).checked_sub(1);
        last.map_or("", |last| &self.text[..self.characters[last].1])
    }

    /// The indices of the characters that are due in a window. A cut of a window gives the same characters.
    #[must_use]
    pub fn due_in(&self, window: Window) -> Range<usize> {
        window.indices(&self.characters, |(due, _)| *due)
    }

    /// A character and the time at which it shows; `None` behind the last one.
    ///
    /// ```
    /// use cueline::{clip::Typing, time::ms};
    ///
    /// let line = Typing::new("Oh!", |_, _| ms(50))?;
    /// assert_eq!(line.character(2), Some(('!', ms(150))));
    /// assert_eq!(line.character(3), None);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn character(&self, index: usize) -> Option<(char, Span)> {
        let (due, end) = *self.characters.get(index)?;
        Some((self.text[..end].chars().next_back()?, due))
    }
}

/// The form in saves: the time before each character. Reading makes the same checks as building.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Typing", deny_unknown_fields)]
struct SavedTyping {
    text: String,
    paces: Vec<Span>,
}

#[cfg(feature = "serde")]
impl TryFrom<SavedTyping> for Typing {
    type Error = String;

    fn try_from(SavedTyping { text, paces }: SavedTyping) -> Result<Self, String> {
        let needed = text.chars().count();
        if paces.len() != needed {
            let found = paces.len();
            return Err(alloc::format!(
                "found {found} paces, but the text has {needed} characters"
            ));
        }
        let mut paces = paces.into_iter();
        Self::new(text, |_, _| paces.next().unwrap_or_default())
            .map_err(|error| alloc::format!("{error}"))
    }
}

#[cfg(feature = "serde")]
impl From<Typing> for SavedTyping {
    fn from(Typing { text, characters }: Typing) -> Self {
        let mut last = Span::ZERO;
        // The dues rise from zero on, so no difference is out of range.
        let paces = characters.iter().map(|(due, _)| *due - core::mem::replace(&mut last, *due));
        Self { paces: paces.collect(), text: text.into() }
    }
}
