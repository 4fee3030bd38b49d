//! Reduced motion: what a display shows to a player who asked for less movement.
//!
//! Movement on a screen makes some players ill, and distracts others; every system has a setting for it. A game marks
//! what moves for decoration only ([`Purpose`]): a queue's entry with [`Span::decorative`], a clip with
//! [`ClipBuilder::decorative`](crate::clip::ClipBuilder::decorative), a timeline and each of its items with
//! [`Item::decorative`](crate::timeline::Item::decorative). The player's setting is a [`MotionPreference`]. The game passes
//! it where it *draws*, to a method named `reduced`:
//!
//! | what plays | what is drawn |
//! | --- | --- |
//! | an entry | [`Shown::reduced`](crate::sequencer::Shown::reduced), [`Update::reduced`](crate::sequencer::Update::reduced) |
//! | a clip or timeline that plays | [`Playing::reduced`](crate::playback::Playing::reduced), [`Player::reduced_at`](crate::playback::Player::reduced_at) |
//! | the items of a timeline | [`Timeline::reduced`](crate::timeline::Timeline::reduced) |
//! | a value that the game itself calls decorative | [`Moving::reduced`](crate::value::Moving::reduced), [`MotionPreference::shown`] |
//!
//! The preference changes no time, no event and no state: what is marked takes as long as before, and only its picture
//! stands still. So two machines of one match may have two preferences, a replay does not contain it, and a rollback
//! does not undo it. As a guard, a preference has no [`Digest`](trait@crate::digest::Digest): a state with a digest cannot hold one.
//!
//! ```
//! use cueline::{motion::MotionPreference, prelude::*};
//!
//! let mut queue = Sequencer::new();
//! queue.enqueue(ms(400), "the pawn walks");
//! queue.background(ms(400).decorative(), "dust flies");
//! queue.advance(ms(40), |_, _| ())?;
//! let progress = |motion| queue.sample(Time::from_millis(40)).map(move |shown| shown.reduced(motion).progress());
//! assert!(progress(MotionPreference::Full).eq([0.1, 0.1]));
//! assert!(progress(MotionPreference::Reduced).eq([0.1, 0.4]), "over in a tenth of a second");
//! assert!(progress(MotionPreference::None).eq([0.1, 1.0]), "at its end at once");
//! # Ok::<(), cueline::sequencer::AdvanceError>(())
//! ```

use crate::time::Span;

/// Whether a motion tells the player something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Purpose {
    /// Without it the player would not know what happened: a pawn walks, a bar runs out. It always moves.
    #[default]
    Essential,
    /// What counts is where it ends: a menu slides in, dust flies, a title sways. A [`MotionPreference`] may hold it still.
    Decorative,
}

crate::digest::digested! { enum Purpose { Essential, Decorative } }

/// How much decorative motion a display shows: a setting of one player, as the system or the game's menu has it.
///
/// It belongs to the display, next to the volume, and not to the state of the game; see the [module](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MotionPreference {
    /// Everything moves.
    #[default]
    Full,
    /// Decorative motion that plays once is over within [`SHORT`](Self::SHORT): the eye still sees where it went. What
    /// repeats stands still, as a loop in a tenth of a second would flicker.
    Reduced,
    /// Decorative motion stands at its end as soon as it has started.
    None,
}

impl MotionPreference {
    /// How long [`Reduced`](Self::Reduced) shows a decorative motion at most: a tenth of a second, up to which a response
    /// feels immediate (Miller, "Response time in man-computer conversational transactions", 1968).
    pub const SHORT: Span = Span::from_millis(100);

    /// The time since its start at which a decorative motion is drawn, in place of `elapsed`. The one rule of reduced
    /// motion: all methods named `reduced` ask it.
    ///
    /// `duration` is the time until the end of the motion; one below zero counts as zero. A motion without an end (`None`) stands at its start. At zero
    /// and before it, a motion has not started, and is drawn so.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::MotionPreference, time::ms};
    ///
    /// let all = [MotionPreference::Full, MotionPreference::Reduced, MotionPreference::None];
    /// assert_eq!(all.map(|motion| motion.shown(ms(0), Some(ms(400)))), [ms(0), ms(0), ms(0)]);
    /// assert_eq!(all.map(|motion| motion.shown(ms(40), Some(ms(400)))), [ms(40), ms(160), ms(400)]);
    /// assert_eq!(all.map(|motion| motion.shown(ms(40), Some(ms(80)))), [ms(40), ms(40), ms(80)]);
    /// assert_eq!(all.map(|motion| motion.shown(ms(40), None)), [ms(40), ms(0), ms(0)]);
    /// ```
    #[must_use]
    pub fn shown(self, elapsed: Span, duration: Option<Span>) -> Span {
        let duration = duration.map(|duration| i128::from(duration.flicks().max(0)));
        let shown = self.shown_flicks(elapsed.flicks().into(), duration);
        // Between `elapsed` and the duration, or zero.
        Span::from_flicks(i64::try_from(shown).unwrap_or(i64::MAX))
    }

    /// The same in flicks, for a path that is longer than a span.
    pub(crate) fn shown_flicks(self, elapsed: i128, duration: Option<i128>) -> i128 {
        const SHORT: i128 = MotionPreference::SHORT.flicks() as i128;
        if self == Self::Full || elapsed <= 0 {
            return elapsed;
        }
        match duration {
            None => 0,
            Some(duration) if self == Self::None => duration,
            Some(duration) if duration <= SHORT => elapsed.min(duration),
            Some(duration) => elapsed.min(SHORT).saturating_mul(duration) / SHORT,
        }
    }

    /// The same for a motion of this many passes, 0 for endless: what repeats stands still.
    pub(crate) const fn for_passes(self, passes: u64) -> Self {
        match self {
            Self::Reduced if passes != 1 => Self::None,
            _ => self,
        }
    }
}

impl Purpose {
    /// The preference as it counts for this purpose: what is essential always moves.
    pub(crate) const fn limits(self, motion: MotionPreference) -> MotionPreference {
        match self {
            Self::Essential => MotionPreference::Full,
            Self::Decorative => motion,
        }
    }
}
