//! Samples an animator: a list of layers for a crowd.
//!
//! Weights are integers in units of 1/2^24 until they are written, and each split keeps its sum: the newest state of a
//! layer takes its part of the layer's weight, and the older states take the rest; clips of a blend take the
//! differences of rounded sums. So the weights of all layers add up to exactly 1, and sums of such numbers are exact in
//! `f32` too.

use cueline::time::{Span, Time};
use cueline_assets::animator::limits::MOST_LAYERS;

use super::{
    Animator, AnimatorState, StateError,
    blend::{UNIT, times},
    definition::{self, LayerDef},
    playing::{clips_of, stack},
};
use crate::{ClipIndex, Layer, MaskId, Mode};

impl AnimatorState {
    /// Appends the layers that show at `at`, with the present states and values: fades continue, but no transition is
    /// taken. Times before [`time`](Self::time) count as [`time`](Self::time).
    ///
    /// The weights of all layers of [`Mode::Mean`](crate::Mode) add up to 1: exactly and in any order without masks, at
    /// each joint and up to rounding with masks. During an inertial transition single weights may be negative, and above 1,
    /// where an `f32` is too coarse and the sum is 1 up to rounding. The call changes nothing, and allocates nothing if
    /// `layers` has room.
    ///
    /// # Errors
    ///
    /// [`StateError::OtherAnimator`]; `layers` stays as it was.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, event::EventKind, time::{Time, ms}};
    /// # use cueline_characters::animator::*;
    /// # let clip = |name: &str, millis| ClipBuilder::new(name).duration(ms(millis)).build();
    /// # let clips = [clip("idle", 800)?, clip("jump", 500)?];
    /// # let body = AnimatorLayer::new("body").state(State::clip("idle", "idle")).state(State::clip("jump", "jump").once())
    /// #     .transition(Transition::new("idle", "jump").when(Condition::Fired("jump".into())).fade(ms(100)))
    /// #     .transition(Transition::new("jump", "idle").when(Condition::Progress(1.0)).fade(ms(100)));
    /// # let animator = AnimatorBuilder::new().trigger("jump", ms(50)).layer(body).build(&clips)?;
    /// # let mut hero = animator.start(Time::ZERO);
    /// hero.fire(&animator, Time::ZERO, "jump")?;
    /// hero.advance_to(&animator, Time::ZERO, &mut Vec::new())?;
    /// let mut layers = Vec::new();
    /// hero.layers_into(&animator, Time::from_millis(25), &mut layers)?;
    /// assert_eq!([layers[0].weight, layers[1].weight], [0.25, 0.75]); // the jump, and idle below it
    /// assert_eq!(hero.time(), Time::ZERO); // any time ahead may be read
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn layers_into(
        &self,
        animator: &Animator,
        at: Time,
        layers: &mut Vec<Layer>,
    ) -> Result<(), StateError> {
        self.accept(animator)?;
        let at = at.max(self.now);
        let parts = self.parts(animator, at);
        for (index, layer) in animator.layers.iter().enumerate() {
            let mut put = |whole: u32, mask: Option<MaskId>| {
                if whole > 0 {
                    self.show(animator, index, at, whole, &mut |clip, at, units| {
                        layers.push(Layer {
                            clip,
                            at,
                            weight: float(units),
                            mask,
                            mode: layer.mode,
                        });
                    });
                }
            };
            combinations(layer, &parts, index, &mut put);
        }
        Ok(())
    }

    /// The weight of each layer, from the top down.
    fn parts(&self, animator: &Animator, at: Time) -> Parts {
        let mut parts = Parts { whole: [0; MOST_LAYERS], opacity: [0; MOST_LAYERS] };
        let mut left = UNIT;
        for (index, layer) in animator.layers.iter().enumerate().rev() {
            let weight = definition::weight(layer.weight, &self.values);
            if let Mode::Add(_) = layer.mode {
                parts.whole[index] = weight;
                continue;
            }
            let is_masked = layer.masks.first().is_some_and(Option::is_some);
            parts.whole[index] = times(left, weight);
            // What an empty state leaves goes to the layers below.
            let shown = |whole: u32| {
                let mut sum = 0_i32;
                self.show(animator, index, at, whole, &mut |_, _, units| {
                    sum = i32::saturating_add(sum, units);
                });
                u32::try_from(sum).unwrap_or(0).min(whole)
            };
            if index == 0 {
                break;
            } else if is_masked {
                parts.opacity[index] = shown(weight);
            } else {
                left -= shown(parts.whole[index]);
            }
        }
        parts
    }

    /// The clips of one layer. The weights are in units and add up to `whole`, except for states without a motion.
    fn show(
        &self,
        animator: &Animator,
        index: usize,
        at: Time,
        whole: u32,
        put: &mut impl FnMut(ClipIndex, Span, i32),
    ) {
        let (layer, state) = (&animator.layers[index], &self.layers[index]);
        // Saturating: a damaged save may hold any numbers.
        let mut rest = 0_i32;
        for offset in &state.offsets {
            offset.at(animator, at, |clip, at, units| {
                let part = i64::from(units) * i64::from(whole) / i64::from(UNIT);
                let part = i32::try_from(part).unwrap_or(0); // not larger than `units`
                if part != 0 {
                    rest = rest.saturating_sub(part);
                    put(clip, at, part);
                }
            });
        }
        // Differences add up to zero but for rounding, which goes to the first clip of the newest state. They are those of
        // layers without empty states.
        let mut rounding = rest;
        stack(layer, &state.stack, at, whole, |playing, units| {
            let def = playing.def(layer);
            let progress = playing.progress_at(at, playing.rate(animator, layer, &self.values));
            clips_of(animator, def, &self.values, progress, units, |clip, at, units| {
                let units = i32::try_from(units).unwrap_or(0); // at most 2^24
                put(ClipIndex(clip), at, units.saturating_add(core::mem::take(&mut rounding)));
            });
        });
    }
}

/// The weights of the layers, by index.
struct Parts {
    /// The weight that a layer gets before its own mask and the masks above apply.
    whole: [u32; MOST_LAYERS],
    /// How much of the layers below a masked layer hides inside its mask.
    opacity: [u32; MOST_LAYERS],
}

/// Calls `put` for each part of the body in which a layer has its own weight: outside and inside of the masks of the
/// layers above.
fn combinations(
    layer: &LayerDef,
    parts: &Parts,
    index: usize,
    put: &mut impl FnMut(u32, Option<MaskId>),
) {
    let masked = || {
        let masked = layer.covers.iter().filter_map(|cover| Some((cover.layer, cover.place?)));
        masked.filter(|(above, _)| parts.opacity[*above] > 0)
    };
    // Bit i: inside of the i-th mask.
    for bits in 0..1_u32 << masked().count() {
        let (mut whole, mut code) = (parts.whole[index], 0);
        for (bit, (above, place)) in masked().enumerate() {
            if bits >> bit & 1 == 1 {
                whole = times(whole, UNIT - parts.opacity[above]);
                code += 2 * place;
            } else {
                code += place;
            }
        }
        put(whole, layer.masks.get(code).copied().flatten());
    }
}

/// Units as a weight, exactly, as long as it is from -1 to 1.
fn float(units: i32) -> f32 {
    units as f32 / UNIT as f32
}
