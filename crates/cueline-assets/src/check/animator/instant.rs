//! The transitions of a file that may be taken at the moment at which their state is entered.

use super::Around;
use crate::{
    When,
    animator::{
        ConditionSource, EnterSource, LayerSource, TransitionSource,
        cycle::{Instant, NumberTest},
        limits::{STEPS, millionths, steps},
    },
};

/// For each state, the instant transitions that leave it; `None` if one of them names something unknown.
pub(super) fn instant(layer: &LayerSource, around: &Around<'_>) -> Option<Vec<Vec<Instant>>> {
    let state = |name: &String| layer.states.get_index_of(name);
    let leaving = |index: usize| {
        let any = layer.transitions.iter().filter(|one| one.from.is_none());
        let any = any.filter(move |one| state(&one.to) != Some(index));
        let own = layer.transitions.iter();
        any.chain(own.filter(move |one| one.from.as_ref().and_then(state) == Some(index)))
    };
    (0..layer.states.len())
        .map(|index| {
            let furthest = furthest_at_start(layer, index, around);
            let instant = leaving(index).filter(|one| is_instant(one, furthest, around));
            instant
                .map(|one| {
                    let to = u32::try_from(state(&one.to)?).ok()?;
                    Some(Instant { to, tests: tests(one, around)? })
                })
                .collect()
        })
        .collect()
}

/// The furthest progress at which a state may start, in millionths of a pass.
fn furthest_at_start(layer: &LayerSource, index: usize, around: &Around<'_>) -> u64 {
    let Some((name, state)) = layer.states.get_index(index) else { return 0 };
    if around.is_still(state) {
        return 1_000_000;
    }
    let entering = layer.transitions.iter().filter(|one| one.to == *name);
    let at = entering.map(|one| match one.enter {
        EnterSource::Start => 0,
        EnterSource::At(phase) => millionths(phase),
        EnterSource::InPhase => 999_999,
    });
    at.max().unwrap_or(0)
}

fn is_instant(transition: &TransitionSource, furthest: u64, around: &Around<'_>) -> bool {
    transition.when.iter().all(|condition| match condition {
        ConditionSource::Fired(_) | ConditionSource::EachPass(_) => false,
        ConditionSource::After(when) => is_zero(*when, around),
        ConditionSource::Progress(passes) => millionths(*passes) <= furthest,
        _ => true,
    })
}

fn is_zero(when: When, around: &Around<'_>) -> bool {
    when.span(around.animator.frame_rate()).is_zero()
}

/// The conditions on numbers and bools; `None` if one names something unknown, or a number is out of range.
fn tests(transition: &TransitionSource, around: &Around<'_>) -> Option<Vec<NumberTest>> {
    use ConditionSource as Condition;

    let of = |name: &String| {
        let index = around.animator.parameters.get_index_of(name);
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
