//! Whether transitions may follow each other at once, time and again: then a call that takes them has a limit.

use cueline::time::Span;

use super::{
    Animator,
    blend::{MotionDef, UNIT},
    cycle::most_at_start,
    definition::{FASTEST_FACTOR, LayerDef, StateDef, Test, TransitionDef},
    phase::{self, Progress},
};

/// A transition that is due sooner after its state was entered is quick: 0.01 ms.
const LEAST: Span = Span::from_flicks(7056);

/// Whether any transition may be quick. Those at the very moment of entering form no cycle, and those by a trigger use
/// up a signal, so neither counts.
pub(super) fn is_quick(animator: &Animator) -> bool {
    animator.layers.iter().any(|layer| {
        let mut states = (0..).zip(&layer.states).zip(&layer.leaving);
        states.any(|((index, state), leaving)| {
            let mut leaving = leaving.iter().map(|one| &layer.transitions[*one as usize]);
            leaving.any(|one| may_be_quick(animator, layer, index, state, one))
        })
    })
}

fn may_be_quick(
    animator: &Animator,
    layer: &LayerDef,
    index: u32,
    state: &StateDef,
    transition: &TransitionDef,
) -> bool {
    let start = most_at_start(layer, index);
    let takes = |target: Progress| {
        let flicks = start.flicks_to(target, fastest(animator, state));
        flicks.is_none_or(|flicks| flicks >= LEAST.flicks().unsigned_abs())
    };
    let mut waits = false;
    for test in &transition.tests {
        match *test {
            Test::Between { .. } | Test::Differs { .. } => {}
            Test::Fired { .. } => return false,
            Test::After(span) if span >= LEAST => return false,
            Test::After(span) => waits |= !span.is_zero(),
            Test::Progress(target) if target <= start => {}
            Test::Progress(target) if takes(target) => return false,
            Test::EachPass(part) if part > start.part && takes(Progress { passes: 0, part }) => {
                return false;
            }
            Test::EachPass(part)
                if start == Progress::ZERO && takes(Progress { passes: 1, part }) && part == 0 =>
            {
                return false;
            }
            Test::Progress(_) | Test::EachPass(_) => waits = true,
        }
    }
    waits
}

/// The highest rate that a state can have.
fn fastest(animator: &Animator, state: &StateDef) -> u128 {
    let duration = |clip: u16| animator.clips[usize::from(clip)].1.flicks().unsigned_abs();
    let shortest = match &state.motion {
        MotionDef::Empty => return 0,
        MotionDef::Clip(clip) => Some(duration(*clip)),
        MotionDef::Blend1 { clips, .. } => clips.iter().map(|(_, clip)| duration(*clip)).min(),
        MotionDef::Blend2 { clips, .. } => clips.iter().map(|(_, clip)| duration(*clip)).min(),
    };
    let factor = if state.speed_by.is_some() { FASTEST_FACTOR.unsigned_abs() } else { 1 };
    phase::rate(
        u128::from(state.speed.0) * u128::from(factor) * u128::from(UNIT),
        u128::from(state.speed.1) * u128::from(shortest.unwrap_or(0)) * u128::from(UNIT),
    )
}

#[cfg(test)]
mod tests {
    use cueline::{clip::ClipBuilder, time::ms};

    use super::*;
    use crate::animator::{AnimatorBuilder, AnimatorLayer, Condition, Enter, State, Transition};

    #[test]
    fn transitions_that_may_follow_at_once_are_quick() {
        let clips = [ClipBuilder::new("walk").duration(ms(500)).build().unwrap()];
        let quick = |condition: Condition, enter: Enter| {
            let body = AnimatorLayer::new("body")
                .state(State::clip("a", "walk").speed_by("pace"))
                .state(State::clip("b", "walk"))
                .transition(Transition::new("a", "b").when(condition))
                .transition(
                    Transition::from_any("a").when(Condition::Fired("go".into())).enter(enter),
                );
            let builder = AnimatorBuilder::new().float("pace", 1.0).trigger("go", ms(0));
            builder.layer(body).build(&clips).unwrap().is_quick
        };
        let cases = [
            (Condition::After(LEAST - Span::FLICK), Enter::Start, true),
            (Condition::After(LEAST), Enter::Start, false),
            (Condition::After(Span::ZERO), Enter::Start, false), // the search for cycles has it
            (Condition::Progress(0.5), Enter::Start, false),
            (Condition::Progress(0.5), Enter::At(0.49), true), // at 1024 times the speed
            (Condition::Progress(0.5), Enter::InPhase, false), // maybe at the moment of entering
            (Condition::Progress(1.0), Enter::InPhase, true),
            (Condition::EachPass(0.5), Enter::Start, false),
            (Condition::EachPass(0.0), Enter::Start, false),
            (Condition::EachPass(0.5), Enter::At(0.6), true),
            (Condition::Fired("go".into()), Enter::InPhase, false),
        ];
        for (condition, enter, wanted) in cases {
            assert_eq!(quick(condition.clone(), enter), wanted, "{condition:?}, {enter:?}");
        }
    }
}
