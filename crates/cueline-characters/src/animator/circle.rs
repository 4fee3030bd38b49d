//! Cycles of transitions at one moment, found when the animator is built.
//!
//! A transition is *instant* if it may be taken at the moment at which its state is entered: it needs no trigger (whose
//! signal it would use up), no later time, and no progress that the state cannot have at its start. A cycle of instant
//! transitions never ends if one set of parameters meets all of its conditions. So the search follows instant
//! transitions and keeps, for each parameter, the range of values that meets all conditions so far. An animator without
//! such cycles takes fewer transitions at one moment than the layer has states, so advancing needs no other limit.

use super::{
    Animator, AnimatorError, Fault, ParameterKind, Place,
    build::fault,
    definition::{EnterDef, LayerDef, Test, TransitionDef},
    parameter::STEPS,
    phase::Progress,
};

/// The most steps of the search in one layer.
const MOST_STEPS: usize = 200_000;

pub(super) fn check(animator: &Animator) -> Result<(), AnimatorError> {
    let kinds: Vec<_> = animator.parameters.iter().map(|(_, parameter)| parameter.kind()).collect();
    for layer in &animator.layers {
        let instant = (0..).zip(&layer.leaving).map(|(state, leaving)| {
            let all = leaving.iter().map(|&index| &layer.transitions[index as usize]);
            all.filter(|one| is_instant(layer, state, one)).collect()
        });
        let edges: Vec<Vec<&TransitionDef>> = instant.collect();
        for start in (0..).take(edges.len()) {
            let mut search =
                Search { edges: &edges, kinds: &kinds, start, path: vec![start], steps: 0 };
            let whole = vec![Range::default(); kinds.len()];
            let found = search.walk(start, &whole);
            let place = || Place::Layer((*layer.name).into());
            match found {
                Found::Nothing => {}
                Found::Circle => {
                    let name = |state: &u32| (*layer.states[*state as usize].name).into();
                    let states = search.path.iter().map(name).collect();
                    return Err(fault(place(), Fault::Circle { states }));
                }
                Found::TooMany => {
                    let (what, found, most) = (
                        "ways along transitions without a trigger, a progress or a time",
                        search.steps,
                        MOST_STEPS,
                    );
                    return Err(fault(place(), Fault::TooMany { what, found, most }));
                }
            }
        }
    }
    Ok(())
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
fn most_at_start(layer: &LayerDef, state: u32) -> Progress {
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

struct Search<'a> {
    edges: &'a [Vec<&'a TransitionDef>],
    kinds: &'a [ParameterKind],
    start: u32,
    /// The states on the way, the first one included.
    path: Vec<u32>,
    steps: usize,
}

enum Found {
    Nothing,
    Circle,
    TooMany,
}

impl Search<'_> {
    /// Continues from a state, over states after the start only: a cycle is found from its first state.
    fn walk(&mut self, state: u32, ranges: &[Range]) -> Found {
        for &edge in &self.edges[state as usize] {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Found::TooMany;
            }
            let again = self.path.contains(&edge.to) && edge.to != self.start;
            if edge.to < self.start || again {
                continue;
            }
            let mut ranges = ranges.to_vec();
            if !edge.tests.iter().all(|test| narrow(&mut ranges, self.kinds, test)) {
                continue;
            }
            if edge.to == self.start {
                return Found::Circle;
            }
            self.path.push(edge.to);
            match self.walk(edge.to, &ranges) {
                Found::Nothing => {}
                found => return found,
            }
            self.path.pop();
        }
        Found::Nothing
    }
}

/// The values that a parameter may still have, in steps; both ends are included.
#[derive(Clone, Debug)]
struct Range {
    low: i64,
    high: i64,
    /// Values that it may not have.
    except: Vec<i64>,
}

impl Default for Range {
    fn default() -> Self {
        Self { low: -(1 << 47), high: 1 << 47, except: Vec::new() } // beyond all values
    }
}

/// Narrows a range by a condition. Returns whether any value is left.
fn narrow(ranges: &mut [Range], kinds: &[ParameterKind], test: &Test) -> bool {
    let parameter = match *test {
        Test::Between { parameter, low, high } => {
            let range = &mut ranges[usize::from(parameter)];
            range.low = range.low.max(low);
            range.high = range.high.min(high);
            parameter
        }
        Test::Differs { parameter, steps } => {
            ranges[usize::from(parameter)].except.push(steps);
            parameter
        }
        _ => return true,
    };
    let Range { low, high, except } = &ranges[usize::from(parameter)];
    let step = if kinds[usize::from(parameter)] == ParameterKind::Float { 1 } else { STEPS };
    // Of n + 1 values, n exceptions leave one.
    let first = low.div_euclid(step) + i64::from(low.rem_euclid(step) != 0);
    let last = high.div_euclid(step);
    let enough = i64::try_from(except.len()).unwrap_or(i64::MAX);
    if last.saturating_sub(first) >= enough {
        return true;
    }
    (first..=last).any(|value| !except.contains(&(value * step)))
}
