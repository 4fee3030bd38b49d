//! Groups: several clips on several targets, controlled together, with one end.
//!
//! A group ends with its last member. The [`End`](crate::event::EventKind::End) of the group has the due time and the
//! reason of that member's end. Members that end earlier stay in the group and show their own ends until then. All
//! commands of [`Player`] take the handle of a group as well as the handle of an item.

use super::{AtEnd, GroupHandle, Play, PlayError, PlaybackHandle, Player, slots::NONE};
use crate::clip::{ClipId, ClipSource};

/// One member of a new group: target, clip and settings.
///
/// The group decides what happens at the end: a member with its own `at_end` is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Member<T> {
    /// The target.
    pub target: T,
    /// The clip.
    pub clip: ClipId,
    /// The settings.
    pub play: Play,
}

crate::digest::digested! { struct Member<T> { target, clip, play } }

impl<T> Member<T> {
    /// A member that plays the whole clip once on the target.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipId, playback::{Member, Play, Repeat}, time::ms};
    ///
    /// let walk = ClipId::new(0, "walk"); // from `Clips::add` or `Clips::id`
    /// let left = Member::new("left leg", walk);
    /// let right = Member { play: Play { delay: ms(200), ..left.play }, ..Member::new("right leg", walk) };
    /// assert_eq!((left.play.repeat, right.play.delay), (Repeat::Once, ms(200)));
    /// ```
    #[must_use]
    pub fn new(target: T, clip: ClipId) -> Self {
        Self { target, clip, play: Play::default() }
    }
}

impl<T: Copy> Player<T> {
    /// Plays all members as one group, from now on.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     event::EventKind,
    ///     playback::{AtEnd, Member, Player, Subject},
    ///     time::{Span, Speed, Time},
    /// };
    ///
    /// let mut clips = Clips::new();
    /// let slide = clips.add(ClipBuilder::new("slide").duration(Span::from_millis(300)).build()?)?;
    /// let spin = clips.add(ClipBuilder::new("spin").duration(Span::from_millis(500)).build()?)?;
    ///
    /// let mut player = Player::new();
    /// let members = [Member::new("bolt", slide), Member::new("barrel", spin)];
    /// let reload = player.play_group(&clips, &members, AtEnd::Leave)?;
    /// player.set_speed(reload, Speed::whole(2))?;
    ///
    /// let events = player.advance(Span::from_secs(1), &clips);
    /// let last = events.last().unwrap();
    /// assert_eq!((last.kind, last.id), (EventKind::End, Subject::Group(reload)));
    /// assert_eq!(last.due, Time::from_millis(250));
    /// assert!(player.is_empty() && !player.contains(reload));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What [`Player::play`] refuses of any member; [`PlayError::NoEffect`] for a member with an `at_end`;
    /// [`PlayError::EmptyGroup`]. Nothing plays then.
    pub fn play_group<S: ClipSource + ?Sized>(
        &mut self,
        clips: &S,
        members: &[Member<T>],
        at_end: AtEnd,
    ) -> Result<GroupHandle, PlayError> {
        if members.is_empty() {
            return Err(PlayError::EmptyGroup);
        }
        // All are checked before any is touched.
        for member in members {
            if member.play.at_end != AtEnd::default() {
                return Err(PlayError::NoEffect { setting: "at_end", what: "a member of a group" });
            }
            self.row_for(member.clip, &member.play, clips)?;
        }
        if !self.state.items().has_room(members.len()) || !self.state.groups().has_room(1) {
            return Err(PlayError::Full);
        }
        let group = self.state.unindexed().insert_group(at_end).ok_or(PlayError::Full)?;
        let mut last = NONE;
        for member in members {
            let playing = self.row_for(member.clip, &member.play, clips)?;
            let slot = self.place(member.target, member.clip, &member.play, playing)?.slot;
            self.state.unindexed().join(group.slot, last, slot);
            last = slot;
        }
        self.state.unindexed().close_group(group.slot);
        Ok(group)
    }

    /// The remaining members, in the order of the call to [`play_group`](Self::play_group).
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::{AtEnd, Member}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # let slide = clips.add(ClipBuilder::new("slide").duration(ms(300)).build()?)?;
    /// let mut player = Player::new();
    /// let members = [Member::new("bolt", slide), Member::new("barrel", slide)];
    /// let reload = player.play_group(&clips, &members, AtEnd::Leave)?;
    /// let targets: Vec<_> = player.members(reload)?.map(|item| player.get(item).map(|active| active.target)).collect();
    /// assert_eq!(targets, [Ok("bolt"), Ok("barrel")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn members(
        &self,
        group: GroupHandle,
    ) -> Result<impl Iterator<Item = PlaybackHandle>, PlayError> {
        let first = self.state.group(group).ok_or(PlayError::Gone)?.first;
        let entry = |slot| self.state.entry(slot);
        let members = core::iter::successors(entry(first), move |(_, item)| entry(item.next));
        Ok(members.map(|(handle, _)| handle))
    }
}
