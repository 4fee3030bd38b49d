//! Groups: several clips on several targets, controlled together, with one end.
//!
//! A group is over when its last member is; its [`End`](crate::event::EventKind::End) is due when that
//! member's is and has its reason. Members stay until then and show their own ends. All commands of
//! [`Player`] take a group's handle as well as an item's.

use super::{
    AtEnd, ControlError, GroupHandle, Play, PlayError, PlaybackHandle, Player,
    state::{Extent, Group, NONE},
};
use crate::{
    clip::{ClipId, ClipSource},
    time::Span,
};

/// One member of a new group: target, clip and settings.
///
/// The group decides what happens at the end: a member with its own `at_end` is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Member<T> {
    /// What it plays on.
    pub target: T,
    /// The clip.
    pub clip: ClipId,
    /// How it plays.
    pub play: Play,
}

impl<T> Member<T> {
    /// The clip on the target, played once and whole.
    #[must_use]
    pub fn new(target: T, clip: ClipId) -> Self {
        Self { target, clip, play: Play::default() }
    }
}

/// Which part of their clips the members of a group play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GroupRange {
    /// Each its own.
    #[default]
    Own,
    /// All of them from the earliest start of any to the latest end: they loop together, shorter clips hold their ends.
    Widest,
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
    ///     playback::{AtEnd, GroupRange, Member, Player, Subject},
    ///     time::{Span, Speed, Time},
    /// };
    ///
    /// let mut clips = Clips::new();
    /// let slide = clips.add(ClipBuilder::new("slide").duration(Span::from_millis(300)).build()?)?;
    /// let spin = clips.add(ClipBuilder::new("spin").duration(Span::from_millis(500)).build()?)?;
    ///
    /// let mut player = Player::new();
    /// let members = [Member::new("bolt", slide), Member::new("barrel", spin)];
    /// let reload = player.play_group(&clips, &members, GroupRange::Own, AtEnd::Leave)?;
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
        range: GroupRange,
        at_end: AtEnd,
    ) -> Result<GroupHandle, PlayError> {
        if members.is_empty() {
            return Err(PlayError::EmptyGroup);
        }
        // All are checked before any is touched.
        let mut widest: Option<(Span, Span)> = None;
        let mut fixed: Option<(Span, Span)> = None;
        for member in members {
            if member.play.at_end != AtEnd::default() {
                return Err(PlayError::NoEffect { setting: "at_end", what: "a member of a group" });
            }
            let (head, _) = self.head_for(member.clip, &member.play, clips)?;
            let (from, to) = head.range();
            let with = |so_far: Option<(Span, Span)>| {
                so_far.map_or((from, to), |(first, last)| (first.min(from), last.max(to)))
            };
            widest = Some(with(widest));
            if member.play.range.is_some() {
                fixed = Some(with(fixed));
            }
        }
        let play_of = |member: &Member<T>| match range {
            GroupRange::Own => member.play,
            GroupRange::Widest => Play { range: widest, ..member.play },
        };
        for member in members {
            self.head_for(member.clip, &play_of(member), clips)?;
        }
        if !self.state.items.has_room(members.len()) || !self.state.groups.has_room(1) {
            return Err(PlayError::Full);
        }

        let group = Group { first: NONE, open: 0, fixed: None, serial: 0, lane: 0, at_end };
        let (slot, generation) = self.state.groups.insert(group).ok_or(PlayError::Full)?;
        let (mut first, mut last, mut open, mut lane) = (NONE, NONE, 0_u32, 0);
        for member in members {
            let play = play_of(member);
            let (head, duration) = self.head_for(member.clip, &play, clips)?;
            let extent = match (range, member.play.range) {
                (GroupRange::Widest, own) => Extent::Widest(own.is_none().then_some(duration)),
                (GroupRange::Own, Some(_)) => Extent::Fixed,
                (GroupRange::Own, None) => Extent::Whole(duration),
            };
            let handle = self.place(member.target, member.clip, &play, head, extent)?;
            if let Some(item) = self.state.items.get_mut(handle.slot) {
                (item.group, item.before) = (slot, last);
            }
            self.remember(handle.slot, self.state.now);
            match self.state.items.get_mut(last) {
                Some(before) => before.next = handle.slot,
                None => first = handle.slot,
            }
            last = handle.slot;
            open = open.saturating_add(1);
            lane = lane.max(play.lane);
        }
        let serial = self.state.serial(); // after its members'
        if let Some(group) = self.state.groups.get_mut(slot) {
            let fixed = fixed.filter(|_| range == GroupRange::Widest);
            *group = Group { first, open, fixed, serial, lane, at_end };
        }
        Ok(GroupHandle { slot, generation })
    }

    /// The remaining members, in the order of the call to `play_group`.
    ///
    /// # Errors
    ///
    /// [`ControlError::Gone`].
    pub fn members(
        &self,
        group: GroupHandle,
    ) -> Result<impl Iterator<Item = PlaybackHandle>, ControlError> {
        let first = self.state.group(group).ok_or(ControlError::Gone)?.first;
        let rows = &self.state.items.rows;
        let row = move |slot: u32| rows.get(slot as usize).map(|row| (slot, row));
        Ok(core::iter::successors(row(first), move |(_, before)| {
            row(before.item.as_ref().map_or(NONE, |item| item.next))
        })
        .map(|(slot, row)| PlaybackHandle { slot, generation: row.generation }))
    }

    /// Removes an item from its group; an empty group is removed too.
    pub(super) fn unlink(&mut self, slot: u32) {
        let Some(item) = self.state.items.get(slot) else { return };
        let (in_group, before, next) = (item.group, item.before, item.next);
        let Some(group) = self.state.groups.get_mut(in_group) else { return };
        if before == NONE {
            group.first = next;
            if next == NONE {
                self.state.groups.remove(in_group);
            }
        }
        if let Some(other) = self.state.items.get_mut(before) {
            other.next = next;
        }
        if let Some(other) = self.state.items.get_mut(next) {
            other.before = before;
        }
    }
}
