//! How things move: one clip an act, bound to the parts of a [`Motion`] that it writes.

use cueline::{
    clip::{Animate, Binding, Clip, ClipBuilder, Cue, Flipbook, Keyframe, Window},
    sequencer::{EntryDuration, Timing, Update},
    time::{Span, Time},
};

use super::act::{Act, cue_number};
use crate::board::CROWN_FRAMES;

/// What moves of anything, at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Animate)]
pub struct Motion {
    /// Progress of the hop, 0 to 1.
    pub along: f32,
    /// How high over the board, in squares.
    pub lift: f32,
    /// Size, 1 as usual.
    pub scale: f32,
    /// Opacity, 0 to 1.
    pub opacity: f32,
    /// Shift sideways, in squares.
    pub shift: f32,
}

impl Default for Motion {
    fn default() -> Self {
        Self { along: 0.0, lift: 0.0, scale: 1.0, opacity: 1.0, shift: 0.0 }
    }
}

/// A clip and the places of a [`Motion`] that it writes.
struct Bound {
    clip: Clip,
    binding: Binding<Motion>,
}

impl Bound {
    fn new(builder: ClipBuilder) -> Result<Self, String> {
        let clip = builder.build().map_err(|error| error.to_string())?;
        let binding = clip.bind().map_err(|error| error.to_string())?;
        Ok(Self { clip, binding })
    }

    fn sample(&self, at: Span) -> Motion {
        let mut motion = Motion::default();
        // The binding was made for this very clip, which is the one reason to refuse.
        let _ = self.binding.apply(&self.clip, at, &mut motion);
        motion
    }
}

/// All motions of the show.
pub struct Motions {
    step: Bound,
    jump: Bound,
    vanish: Bound,
    appear: Bound,
    crown: Bound,
    score: Bound,
    worth: Bound,
    turn: Bound,
    toast: Bound,
    buzz: Bound,
    hint: Bound,
    result: Bound,
    menu: Bound,
    crowning: Flipbook,
}

const CROWN_HOLD: Span = Span::from_millis(55);

impl Motions {
    /// Builds them.
    ///
    /// # Errors
    ///
    /// What is wrong with which clip; none is, as a test shows.
    pub fn new() -> Result<Self, String> {
        let frames = u32::try_from(CROWN_FRAMES).unwrap_or(1);
        Ok(Self {
            step: Bound::new(hop("step", 260, 0.22))?,
            jump: Bound::new(hop("jump", 380, 0.85))?,
            vanish: Bound::new(
                ClipBuilder::new("vanish")
                    .track("scale", soft(&[(0, 1.0), (90, 1.22), (420, 0.2)]))
                    .track("opacity", soft(&[(0, 1.0), (120, 1.0), (420, 0.0)]))
                    .track("along", soft(&[(0, 0.0), (420, 1.0)]))
                    .cue(Cue::effect(Span::ZERO, "capture")),
            )?,
            appear: Bound::new(
                ClipBuilder::new("appear").track("opacity", soft(&[(0, 0.0), (300, 1.0)])),
            )?,
            crown: Bound::new(
                ClipBuilder::new("crown")
                    .duration(CROWN_HOLD * i64::from(frames))
                    .track("lift", soft(&[(0, 0.0), (200, 0.25), (480, 0.0)]))
                    .cue(Cue::effect(Span::ZERO, "crown")),
            )?,
            score: Bound::new(
                ClipBuilder::new("score")
                    .track("along", soft(&[(0, 0.0), (600, 1.0)]))
                    .track("scale", soft(&[(0, 1.0), (150, 1.25), (600, 1.0)]))
                    .cue(Cue::effect(Span::ZERO, "score")),
            )?,
            worth: Bound::new(
                ClipBuilder::new("worth")
                    .track("lift", soft(&[(0, 0.1), (900, 1.1)]))
                    .track("scale", soft(&[(0, 0.4), (140, 1.2), (260, 1.0)]))
                    .track("opacity", soft(&[(0, 1.0), (500, 1.0), (900, 0.0)])),
            )?,
            turn: Bound::new(
                ClipBuilder::new("turn").track("along", soft(&[(0, 0.0), (220, 1.0)])),
            )?,
            toast: Bound::new(
                ClipBuilder::new("toast")
                    .track("opacity", soft(&[(0, 0.0), (160, 1.0), (1900, 1.0), (2200, 0.0)]))
                    .track("lift", soft(&[(0, -0.4), (200, 0.0)]))
                    .cue(Cue::effect(Span::ZERO, "toast")),
            )?,
            buzz: Bound::new(
                ClipBuilder::new("buzz")
                    .track(
                        "shift",
                        soft(&[
                            (0, 0.0),
                            (40, 0.12),
                            (100, -0.1),
                            (160, 0.07),
                            (220, -0.04),
                            (280, 0.0),
                        ]),
                    )
                    .track("opacity", soft(&[(0, 1.0), (320, 0.0)]))
                    .cue(Cue::effect(Span::ZERO, "buzz")),
            )?,
            hint: Bound::new(
                ClipBuilder::new("hint")
                    .track("along", soft(&[(0, 0.0), (500, 1.0)]))
                    .track("opacity", soft(&[(0, 1.0), (2300, 1.0), (2700, 0.0)])),
            )?,
            result: Bound::new(
                ClipBuilder::new("result")
                    .track("along", soft(&[(0, 0.0), (350, 1.0), (2600, 1.0)]))
                    .cue(Cue::effect(Span::ZERO, "end")),
            )?,
            menu: Bound::new(
                ClipBuilder::new("menu").track("along", soft(&[(0, 0.0), (180, 1.06), (260, 1.0)])),
            )?,
            crowning: Flipbook::equal(frames, CROWN_HOLD).map_err(|error| error.to_string())?,
        })
    }

    fn of(&self, act: &Act) -> Option<&Bound> {
        Some(match act {
            Act::Think | Act::Remove { .. } => return None,
            Act::Hop { jump: false, .. } => &self.step,
            Act::Hop { jump: true, .. } => &self.jump,
            Act::Vanish { .. } => &self.vanish,
            Act::Appear { .. } => &self.appear,
            Act::Crown { .. } => &self.crown,
            Act::Score { .. } => &self.score,
            Act::Worth { .. } => &self.worth,
            Act::Turn { .. } => &self.turn,
            Act::Toast { .. } => &self.toast,
            Act::Buzz { .. } => &self.buzz,
            Act::Hint { .. } => &self.hint,
            Act::Result { .. } => &self.result,
        })
    }

    /// How long an act takes: as long as its clip.
    #[must_use]
    pub fn timing(&self, act: &Act) -> Timing {
        let duration = match (act, self.of(act)) {
            (Act::Think, _) => Span::from_millis(220),
            (_, Some(bound)) => bound.clip.duration(),
            (_, None) => Span::ZERO,
        };
        Timing::from(EntryDuration::Fixed(duration))
    }

    /// Where an act is, `elapsed` after its start.
    pub fn sample(&self, act: &Act, elapsed: Span) -> Motion {
        self.of(act).map_or_else(Motion::default, |bound| bound.sample(elapsed))
    }

    /// The cues that a step crosses, as spans since the act's start and numbers of sounds.
    #[must_use]
    pub fn cues(&self, step: &Update<'_, Act>) -> Vec<(Span, u32)> {
        let Some(bound) = self.of(step.payload) else {
            return Vec::new();
        };
        let window = Window::forward(step.before, step.elapsed);
        let window = if step.started { window.with_start() } else { window };
        let cues = bound.clip.cues_in(window);
        cues.filter_map(|(_, cue)| Some((cue.at, cue_number(&cue.name)?))).collect()
    }

    /// The frame of the crown's flipbook that shows at `now` for a crowning begun at `start`.
    #[must_use]
    pub fn crown_frame(&self, start: Time, now: Time) -> usize {
        if self.crowning.is_over(start, now) {
            return CROWN_FRAMES - 1;
        }
        usize::try_from(self.crowning.frame_at(start, now)).unwrap_or(0)
    }

    /// How far the menu is in, `elapsed` after it was opened.
    #[must_use]
    pub fn menu(&self, elapsed: Span) -> f32 {
        self.menu.sample(elapsed).along
    }
}

/// A hop of `ms`, rising by `height` squares.
fn hop(name: &str, ms: i64, height: f32) -> ClipBuilder {
    let end = Span::from_millis(ms);
    let half = Span::from_millis(ms / 2);
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    let slope = height * 4000.0 / ms as f32; // of the parabola at its feet, per second
    ClipBuilder::new(name)
        .track("along", soft(&[(0, 0.0), (ms, 1.0)]))
        .track(
            "lift",
            [
                Keyframe::hermite(Span::ZERO, 0.0, 0.0, slope),
                Keyframe::hermite(half, height, 0.0, 0.0),
                Keyframe::hermite(end, 0.0, -slope, 0.0),
            ],
        )
        .track(
            "scale",
            [
                Keyframe::hermite(Span::ZERO, 1.0, 0.0, 0.0),
                Keyframe::hermite(half, 1.0 + height * 0.16, 0.0, 0.0),
                Keyframe::hermite(end, 1.0_f32, 0.0, 0.0),
            ],
        )
        .cue(Cue::effect(Span::ZERO, "lift"))
        .cue(Cue::effect(end, "land"))
}

/// Keys at milliseconds with level tangents: starts and stops softly at each.
fn soft(keys: &[(i64, f32)]) -> Vec<Keyframe<f32>> {
    keys.iter()
        .map(|(ms, value)| Keyframe::hermite(Span::from_millis(*ms), *value, 0.0, 0.0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_clips_are_sound_and_fit_their_motions() {
        Motions::new().unwrap();
    }

    #[test]
    fn a_jump_begins_and_ends_on_the_board_and_is_highest_half_way() {
        let motions = Motions::new().unwrap();
        let lift = |ms| motions.jump.sample(Span::from_millis(ms)).lift;
        assert_eq!((lift(0), lift(190), lift(380)), (0.0, 0.85, 0.0));
        assert!(lift(100) > 0.0 && lift(100) < 0.85);
    }
}
