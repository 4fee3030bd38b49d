//! The cues of an animator's clips: footsteps, swings, sounds.
//!
//! Between two changes of a layer its progress rises at a constant rate. So a cue is due at the first flick at which the
//! progress is at the cue or beyond, and belongs to the one stretch of time that contains this flick.

use core::borrow::Borrow;

use cueline::{
    clip::Clip,
    digest::Digest,
    event::{Direction, Event, EventKind, Reason},
    time::{Span, Time},
};
use serde::{Deserialize, Serialize};

use super::{
    Animator, AnimatorState, StateError, StateId,
    definition::EnterDef,
    phase::{self, Progress},
    playing::Playing,
    state::Travel,
};
use crate::{
    ClipIndex,
    motion::{RigidMotion, RootMotion},
};

/// The most cues of one call.
const MOST: usize = 100_000;

/// Where a cue was passed, as the id of an event. The kind of the event has the index of the cue in its clip.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct CueId {
    /// The state that plays the clip.
    pub state: StateId,
    /// The clip.
    pub clip: ClipIndex,
    /// Whether the clip has the greatest weight of its state; of several, the first. Of two gaits that are blended, each
    /// of which has a cue for the foot, only one is the main one.
    pub is_main: bool,
}

/// A cue within a pass.
struct Place {
    clip: ClipIndex,
    is_main: bool,
    cue: u32,
    /// From the start of a pass; one whole pass for a cue at the end of its clip.
    at: Progress,
}

impl AnimatorState {
    /// Advances as [`advance_to`](Self::advance_to) does, appends the cues that the clips of the current states reach after
    /// [`time`](Self::time), up to and including `to`, and returns the motion of the first layer from
    /// [`time`](Self::time) to `to`, across all transitions and changes of parameters.
    ///
    /// `clips` and `roots` are the clips and their motions, in the order of [`ClipIndex`]. A clip beyond the end of the
    /// lists has no cues and stands still, so an empty list leaves out what a game does not need.
    ///
    /// A cue is due at the exact time at which its clip reaches it, once in each pass, whatever the steps. Clips of a
    /// blend report with all their cues; [`CueId::is_main`] selects one clip. A state that is entered at a cue reports
    /// it at that moment, but a cue at the very start of the animator is not reported, as its first states are not
    /// either. Older states that fade out report none. A reversed state reports the cues from the last to the first.
    ///
    /// The cues are in the order of time; those of one moment in the order of layers and clips. The direction is forward,
    /// and the loop index is the pass of the state, from 0. The motion is as in [`motion`](Self::motion).
    ///
    /// # Errors
    ///
    /// As [`advance_to`](Self::advance_to), and [`StateError::TooManyCues`] for more than 100,000 cues. The state and
    /// both lists stay as they were.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Cue, Keyframe}, event::EventKind, time::{Time, ms}, value::Vec3};
    /// use cueline_characters::animator::{AnimatorBuilder, AnimatorLayer, State};
    /// use cueline_characters::motion::{RigidMotion, RootMotion, RootOptions};
    ///
    /// let place = |at, z| Keyframe::linear(ms(at), Vec3::new(0.0_f32, 1.0, z));
    /// let walk = ClipBuilder::new("walk")
    ///     .track("root/translation", [place(0, 0.0), place(1000, 1.5)])
    ///     .cue(Cue::effect(ms(250), "left foot"))
    ///     .cue(Cue::effect(ms(750), "right foot"))
    ///     .build()?;
    /// let (root, in_place) = RootMotion::extract(&walk, "root", &RootOptions::default())?;
    /// let (clips, roots) = ([in_place], [Some(root)]);
    /// let body = AnimatorLayer::new("body").state(State::clip("walk", "walk"));
    /// let animator = AnimatorBuilder::new().layer(body).build(&clips)?;
    /// let mut hero = animator.start(Time::ZERO);
    ///
    /// let (mut at, mut steps) = (RigidMotion::NONE, Vec::new());
    /// for frame in 1..=4 {
    ///     let to = Time::from_millis(400 * frame);
    ///     at = at.then(hero.advance_with(&animator, &clips, &roots, to, &mut Vec::new(), &mut steps)?);
    /// }
    /// assert!((at.translation.z - 2.4).abs() < 1e-6); // 1.6 s at 1.5 a second
    /// let steps: Vec<_> = steps.iter().map(|step| {
    ///     let EventKind::Cue(cue) = step.kind else { unreachable!("all are cues") };
    ///     (step.due, clips[usize::from(step.id.clip.0)].cues()[cue as usize].name())
    /// }).collect();
    /// let (left, right) = ("left foot", "right foot");
    /// assert_eq!(steps, [
    ///     (Time::from_millis(250), left), (Time::from_millis(750), right), (Time::from_millis(1250), left),
    /// ]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn advance_with<C: Borrow<Clip>>(
        &mut self,
        animator: &Animator,
        clips: &[C],
        roots: &[Option<RootMotion>],
        to: Time,
        events: &mut Vec<Event<StateId>>,
        cues: &mut Vec<Event<CueId>>,
    ) -> Result<RigidMotion, StateError> {
        let (first, mut reported, mut moved) = (cues.len(), 0, RigidMotion::NONE);
        let passed =
            self.advance_over(animator, to, events, Travel::MayRefuse, |state, until, events| {
                let stretch = cues.len();
                for (layer, def) in animator.layers.iter().enumerate() {
                    let playing = state.layers[layer].current();
                    // In phase, the older state has passed what is here.
                    let entered = is_entered(&events[reported..], layer, playing)
                        && playing.via(def).is_some_and(|by| by.enter != EnterDef::InPhase);
                    if !state.passed(animator, clips, layer, entered, until, cues, first) {
                        return Err(StateError::TooManyCues { to, most: MOST });
                    }
                }
                cues[stretch..].sort_by_key(|cue| cue.due);
                reported = events.len();
                if !roots.is_empty() {
                    moved = moved.then(state.way(animator, roots, state.now, until));
                }
                Ok(())
            });
        if let Err(error) = passed {
            cues.truncate(first);
            return Err(error);
        }
        for cue in &mut cues[first..] {
            cue.lateness = to - cue.due;
        }
        Ok(moved)
    }
}

/// Whether the changes that these events report entered the current state of a layer.
fn is_entered(events: &[Event<StateId>], layer: usize, playing: &Playing) -> bool {
    events
        .iter()
        .filter(|event| event.kind == EventKind::Start)
        .any(|Event { id, .. }| usize::from(id.layer) == layer && id.state == playing.state)
}

impl AnimatorState {
    /// Appends the cues that the current state of a layer passes from now on, up to and including `until`, with no change
    /// between. Returns `false` if there is no room for all.
    #[expect(clippy::too_many_arguments, reason = "one stretch of one layer")]
    fn passed<C: Borrow<Clip>>(
        &self,
        animator: &Animator,
        clips: &[C],
        layer: usize,
        entered: bool,
        until: Time,
        cues: &mut Vec<Event<CueId>>,
        first: usize,
    ) -> bool {
        let (def, playing) = (&animator.layers[layer], self.layers[layer].current());
        let places = self.places(animator, clips, layer);
        if places.is_empty() {
            return true;
        }
        let state = playing.def(def);
        let rate = playing.rate(animator, def, &self.values);
        let shown = |at: Time| state.shown(playing.progress_at(at, rate));
        let (from, end) = (shown(self.now), shown(until));
        let last = if state.repeats { end.passes } else { 0 };
        for pass in from.passes.saturating_sub(1)..=last {
            for place in &places {
                let at = Progress { passes: pass.saturating_add(place.at.passes), ..place.at };
                let is_inside = at > from || entered && at == from;
                let Some(flicks) = from.flicks_to(at, rate).filter(|_| is_inside && at <= end)
                else {
                    continue;
                };
                let Some(due) = phase::later(self.now, flicks) else { continue };
                if cues.len() - first >= MOST {
                    return false;
                }
                let layer = u16::try_from(layer).unwrap_or(u16::MAX); // at most 64 layers
                let state = StateId { layer, state: playing.state };
                cues.push(Event {
                    due,
                    lateness: Span::ZERO,
                    id: CueId { state, clip: place.clip, is_main: place.is_main },
                    kind: EventKind::Cue(place.cue),
                    reason: Reason::Played,
                    direction: Direction::Forward,
                    loop_index: pass,
                });
            }
        }
        true
    }

    /// The cues of the clips that the current state of a layer shows, in the order of the clips, each in the order in which
    /// it is reached.
    fn places<C: Borrow<Clip>>(
        &self,
        animator: &Animator,
        clips: &[C],
        layer: usize,
    ) -> Vec<Place> {
        let playing = self.layers[layer].current();
        let state = playing.def(&animator.layers[layer]);
        // A blend may show one clip at several values.
        let mut shown: Vec<(u16, u32)> = Vec::new();
        state.motion.weights(&self.values, |clip, weight| {
            match shown.iter_mut().find(|(known, _)| *known == clip) {
                Some((_, sum)) => *sum += weight,
                None => shown.push((clip, weight)),
            }
        });
        let most = shown.iter().map(|(_, weight)| *weight).max();
        let main = shown.iter().find(|(_, weight)| Some(*weight) == most).map(|(clip, _)| *clip);
        let mut places = Vec::new();
        for (clip, _) in shown {
            let index = usize::from(clip);
            let (Some(known), Some((_, duration))) = (clips.get(index), animator.clips.get(index))
            else {
                continue;
            };
            let begin = places.len();
            for (number, cue) in (0..).zip(known.borrow().cues()) {
                if cue.at < Span::ZERO || cue.at > *duration {
                    continue;
                }
                let at = if state.reversed { *duration - cue.at } else { cue.at };
                let at = if at == *duration {
                    Progress::ONE
                } else {
                    let flicks = |span: Span| u128::from(span.flicks().unsigned_abs());
                    Progress { passes: 0, part: phase::part(flicks(at), flicks(*duration)) }
                };
                let is_main = main == Some(clip);
                places.push(Place { clip: ClipIndex(clip), is_main, cue: number, at });
            }
            places[begin..].sort_by_key(|place: &Place| place.at);
        }
        places
    }
}
