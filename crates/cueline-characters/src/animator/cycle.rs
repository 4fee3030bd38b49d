//! Cycles of transitions at one moment, found when the animator is built: the search of [`cueline_assets`].

use cueline_assets::animator::cycle::{CycleError, Instant, MOST_SEARCHED, NumberTest, search};

use super::{
    Animator, AnimatorError, AnimatorErrorKind, AnimatorPart, Parameter, ParameterKind,
    definition::{EnterDef, LayerDef, Test, TransitionDef},
    error::refused,
    phase::Progress,
};

pub(super) fn check(animator: &Animator) -> Result<(), AnimatorError> {
    let is_float = |parameter: &Parameter| parameter.kind() == ParameterKind::Float;
    let floats: Vec<_> = animator.parameters.iter().map(|(_, one)| is_float(one)).collect();
    for layer in &animator.layers {
        let leaving = (0..).zip(&layer.leaving).map(|(state, leaving)| {
            let is_instant =
                |index: &u32| is_instant(layer, state, &layer.transitions[*index as usize]);
            leaving.iter().copied().filter(is_instant).collect()
        });
        let leaving: Vec<Vec<u32>> = leaving.collect();
        let transitions: Vec<_> = layer.transitions.iter().map(instant).collect();
        let part = || AnimatorPart::Layer((*layer.name).into());
        let kind = match search(&transitions, &leaving, &floats) {
            Ok(()) => continue,
            Err(CycleError::Cycle(states)) => {
                let name = |state: &u32| (*layer.states[*state as usize].name).into();
                AnimatorErrorKind::Cycle { states: states.iter().map(name).collect() }
            }
            Err(_) => AnimatorErrorKind::TooMany {
                what: "paths along transitions without a trigger, a progress or a time",
                found: MOST_SEARCHED + 1,
                most: MOST_SEARCHED,
            },
        };
        return Err(refused(part(), kind));
    }
    Ok(())
}

fn instant(transition: &TransitionDef) -> Instant {
    let tests = transition.tests.iter().filter_map(|test| match *test {
        Test::Between { parameter, low, high } => Some(NumberTest::Between(parameter, low, high)),
        Test::Differs { parameter, steps } => Some(NumberTest::Differs(parameter, steps)),
        Test::Fired { .. } | Test::EachPass(_) | Test::After(_) | Test::Progress(_) => None,
    });
    Instant { to: transition.to, tests: tests.collect() }
}

/// Whether a transition may be taken at the moment at which `state` is entered.
fn is_instant(layer: &LayerDef, state: u32, transition: &TransitionDef) -> bool {
    transition.tests.iter().all(|test| match test {
        Test::Between { .. } | Test::Differs { .. } => true,
        Test::Fired { .. } | Test::EachPass(_) => false,
        Test::After(span) => span.is_zero(),
        Test::Progress(target) => *target <= most_at_start(layer, state),
    })
}

/// The furthest progress at which a state may start.
pub(super) fn most_at_start(layer: &LayerDef, state: u32) -> Progress {
    if layer.states[state as usize].is_still {
        return Progress::ONE;
    }
    let entering = layer.transitions.iter().filter(|one| one.to == state);
    let at = entering.map(|one| match one.enter {
        EnterDef::At(progress) => progress,
        EnterDef::InPhase => Progress { passes: 0, part: super::phase::PASS - 1 },
    });
    at.max().unwrap_or(Progress::ZERO)
}
