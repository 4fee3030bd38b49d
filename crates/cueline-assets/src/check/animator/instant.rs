//! Cycles of the transitions of a file that may be taken at the moment at which their state is entered.

use super::context::Context;
use crate::animator::{
    ConditionSource, EnterSource, LayerSource, ParameterSource, TransitionSource,
    cycle::{CycleError, Instant, MOST_SEARCHED, NumberTest, search},
    limits::{STEPS, millionths, steps},
};

/// Searches a layer for a cycle. Nothing is found while a transition names something unknown.
///
/// A file may be hostile: the time is in proportion to states, transitions and [`MOST_SEARCHED`].
pub(super) fn find_cycle(layer: &LayerSource, context: &Context<'_>) -> Result<(), CycleError> {
    let Some(transitions) = transitions(layer, context) else { return Ok(()) };
    let state = |name: &String| layer.states.get_index_of(name);
    let furthest = furthest_at_start(layer, context);
    let (mut any, mut leaving) = (Vec::new(), vec![Vec::new(); layer.states.len()]);
    for (index, one) in (0_u32..).zip(&layer.transitions) {
        let Some(least) = least_progress(one, context) else { continue };
        match one.from.as_ref().map(state) {
            None => any.push((least, index)),
            Some(Some(from)) if least <= furthest[from] => leaving[from].push(index),
            Some(_) => {}
        }
    }
    any.sort_unstable();
    let mut from_any = 0;
    for (index, (leaving, furthest)) in (0_u32..).zip(leaving.iter_mut().zip(&furthest)) {
        let near = any.iter().take_while(|(least, _)| least <= furthest).map(|(_, one)| *one);
        let before = leaving.len();
        leaving.extend(near.filter(|one| transitions[*one as usize].to != index));
        from_any += leaving.len() - before;
        // Each of them is a step of the search: with several targets all of them stay in it.
        if from_any > MOST_SEARCHED {
            return Err(CycleError::TooLong);
        }
    }
    let is_float = |it: &_| matches!(it, ParameterSource::Float(_));
    let floats: Vec<_> = context.animator.parameters.values().map(is_float).collect();
    search(&transitions, &leaving, &floats)
}

fn transitions(layer: &LayerSource, context: &Context<'_>) -> Option<Vec<Instant>> {
    let instant = |one: &TransitionSource| {
        let to = layer.states.get_index_of(&one.to)?;
        Some(Instant { to: u32::try_from(to).ok()?, tests: tests(one, context)? })
    };
    layer.transitions.iter().map(instant).collect()
}

/// The furthest progress at which each state may start, in millionths of a pass.
fn furthest_at_start(layer: &LayerSource, context: &Context<'_>) -> Vec<u64> {
    let at_start = |state| if context.is_still(state) { 1_000_000 } else { 0 };
    let mut furthest: Vec<u64> = layer.states.values().map(at_start).collect();
    for one in &layer.transitions {
        let at = match one.enter {
            EnterSource::Start => 0,
            EnterSource::At(phase) => millionths(phase),
            EnterSource::InPhase => 999_999,
        };
        if let Some(to) = layer.states.get_index_of(&one.to) {
            furthest[to] = furthest[to].max(at);
        }
    }
    furthest
}

/// The progress that a state needs for a transition at the moment of entering, in millionths; `None` if the transition
/// is never taken then.
fn least_progress(transition: &TransitionSource, context: &Context<'_>) -> Option<u64> {
    let rate = context.animator.frame_rate();
    transition.when.iter().try_fold(0, |least, condition| match condition {
        ConditionSource::Fired(_) | ConditionSource::EachPass(_) => None,
        ConditionSource::After(when) => when.span(rate).is_zero().then_some(least),
        ConditionSource::Progress(passes) => Some(least.max(millionths(*passes))),
        _ => Some(least),
    })
}

/// The conditions on numbers and bools; `None` if one names something unknown, or a number is out of range.
fn tests(transition: &TransitionSource, context: &Context<'_>) -> Option<Vec<NumberTest>> {
    use ConditionSource as Condition;

    let of = |name: &String| {
        let index = context.animator.parameters.get_index_of(name);
        index.and_then(|index| u16::try_from(index).ok())
    };
    let is = |name: &String, value: bool| {
        let value = i64::from(value) * STEPS;
        Some(NumberTest::Between(of(name)?, value, value))
    };
    let (least, most) = (i64::MIN, i64::MAX);
    let test = |condition: &Condition| {
        Some(Some(match condition {
            Condition::Greater { parameter, value } => {
                NumberTest::Between(of(parameter)?, steps(*value)? + 1, most)
            }
            Condition::AtLeast { parameter, value } => {
                NumberTest::Between(of(parameter)?, steps(*value)?, most)
            }
            Condition::Less { parameter, value } => {
                NumberTest::Between(of(parameter)?, least, steps(*value)? - 1)
            }
            Condition::AtMost { parameter, value } => {
                NumberTest::Between(of(parameter)?, least, steps(*value)?)
            }
            Condition::Equals { parameter, value } => {
                let value = i64::from(*value) * STEPS;
                NumberTest::Between(of(parameter)?, value, value)
            }
            Condition::Differs { parameter, value } => {
                NumberTest::Differs(of(parameter)?, i64::from(*value) * STEPS)
            }
            Condition::Is(name) => is(name, true)?,
            Condition::IsNot(name) => is(name, false)?,
            Condition::Fired(_)
            | Condition::Progress(_)
            | Condition::EachPass(_)
            | Condition::After(_) => return Some(None),
        }))
    };
    let tests = transition.when.iter().map(test);
    Some(tests.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}
