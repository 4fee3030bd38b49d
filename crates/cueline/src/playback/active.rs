use super::{
    Blend, Mix, PlaybackHandle, PlayheadPosition, Weight, additive::Passes, item::PlayerItem,
};
use crate::{
    clip::ClipId,
    time::{Span, Time},
    value::Lerp,
};

/// One active item at one time: its clip, its position and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Active<T> {
    /// The handle of the item.
    pub handle: PlaybackHandle,
    /// The target that was passed to [`Player::play_on`](super::Player::play_on).
    pub target: T,
    /// The clip that plays.
    pub clip: ClipId,
    /// The position in the clip: time, pass and direction.
    pub position: PlayheadPosition,
    /// The current weight in a blend, fades included.
    pub weight: Weight,
    /// Whether the value of the clip replaces the value of the property, or is added to it.
    pub mix: Mix,
    passes: Passes,
}

impl<T: Copy> Active<T> {
    /// The item at the time `now`.
    pub(super) fn of(handle: PlaybackHandle, item: &PlayerItem<T>, now: Time) -> Self {
        let (target, clip, head) = (item.target, item.clip, item.head());
        let passes = Passes::new(head.range(), head.repeat());
        let weight = item.fade().at(now);
        Self { handle, target, clip, position: head.at(now), weight, mix: item.mix, passes }
    }
}

impl<T> Active<T> {
    #[inline]
    pub(super) const fn new(
        handle: PlaybackHandle,
        target: T,
        clip: ClipId,
        position: PlayheadPosition,
        (weight, mix): (Weight, Mix),
        passes: Passes,
    ) -> Self {
        Self { handle, target, clip, position, weight, mix, passes }
    }

    /// Whether all fields but the target are equal.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.handle == other.handle
            && (self.clip, self.position) == (other.clip, other.position)
            && (self.weight, self.mix) == (other.weight, other.mix)
            && self.passes == other.passes
    }

    /// The value of the item. `sample` returns the value of the clip at a time of the clip.
    ///
    /// With [`RepeatMode::Relative`](super::RepeatMode::Relative) it includes the change of all earlier passes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Track, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("rise").duration(ms(400)).build()?)?;
    /// let rise = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let mut player = Player::new();
    /// let lift = player.play(&clips, "rise", Repeat::Forever)?;
    /// player.advance(ms(500), &clips);
    /// assert_eq!(player.get(lift)?.value(|at| rise.sample(at)), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value<V: Lerp>(&self, sample: impl Fn(Span) -> V) -> V {
        self.passes.value(self.position, sample)
    }

    /// The change of the value since the start of the first pass, all passes included. An item with [`Mix::Add`] adds
    /// this change.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Track, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("rise").duration(ms(400)).build()?)?;
    /// let rise = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let mut player = Player::new();
    /// let lift = player.play(&clips, "rise", Repeat::Forever)?;
    /// player.advance(ms(500), &clips);
    /// assert_eq!(player.get(lift)?.gain(|at| rise.sample(at)), 10.0); // a pass of 8, and 2 of the next
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gain<V: Lerp>(&self, sample: impl Fn(Span) -> V) -> V::Delta {
        self.passes.gain(self.position, sample)
    }

    /// Puts the item on top of the blend of a property, with its weight: its [`value`](Self::value) for [`Mix::Replace`], its
    /// [`gain`](Self::gain) for [`Mix::Add`]. `sample` returns the value of the clip at a time of the clip.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Track, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("rise").duration(ms(400)).build()?)?;
    /// let rise = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let mut player = Player::new();
    /// let lift = player.play(&clips, "rise", Repeat::Forever)?;
    /// player.advance(ms(500), &clips);
    /// let mut height = cueline::playback::Blend::new();
    /// for active in player.active() {
    ///     active.blend_into(&mut height, |at| rise.sample(at));
    /// }
    /// assert_eq!(height.over(&0.0), 2.0);
    /// # let _: PlaybackHandle = lift;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blend_into<V: Lerp>(&self, blend: &mut Blend<V>, sample: impl Fn(Span) -> V) {
        match self.mix {
            Mix::Replace => blend.put(self.value(sample), self.weight),
            Mix::Add => blend.add(&self.gain(sample), self.weight),
        }
    }
}
