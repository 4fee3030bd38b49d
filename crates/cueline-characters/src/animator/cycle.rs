//! Cycles of transitions at one moment, found when the animator is built.
//!
//! A transition is *instant* if it may be taken at the moment at which its state is entered: it needs no trigger (whose
//! signal it would use up), no later time, and no progress that the state cannot have at its start. A cycle of instant
//! transitions never ends if one set of parameters meets all of its conditions. So the search follows instant
//! transitions and keeps, for each parameter, the range of values that meets all conditions so far. An animator without
//! such cycles takes fewer transitions at one moment than the layer has states, so advancing needs no other limit.

use super::{
    Animator, AnimatorError, AnimatorErrorKind, AnimatorPart, ParameterKind,
    build::refused,
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
        let mut search = Search::new(edges, &kinds);
        let part = || AnimatorPart::Layer((*layer.name).into());
        match search.all() {
            Found::Nothing => {}
            Found::Cycle => {
                let name = |step: &Step| (*layer.states[step.state as usize].name).into();
                let states = search.path.iter().map(name).collect();
                return Err(refused(part(), AnimatorErrorKind::Cycle { states }));
            }
            Found::TooMany => {
                let (what, found, most) = (
                    "paths along transitions without a trigger, a progress or a time",
                    search.steps,
                    MOST_STEPS,
                );
                return Err(refused(part(), AnimatorErrorKind::TooMany { what, found, most }));
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

struct Search<'a> {
    edges: Vec<Vec<&'a TransitionDef>>,
    kinds: &'a [ParameterKind],
    /// From the first state to the present one.
    path: Vec<Step>,
    /// For each state, whether the path has it.
    on_path: Vec<bool>,
    ranges: Vec<Range>,
    /// The ranges before each narrowing on the path.
    before: Vec<Before>,
    steps: usize,
}

/// A state on the path.
struct Step {
    state: u32,
    /// How many of its transitions have been tried.
    tried: usize,
    /// How many narrowings led to it.
    narrowed: usize,
}

/// A range before a condition narrowed it.
struct Before {
    parameter: u16,
    low: i64,
    high: i64,
    exceptions: usize,
}

enum Found {
    Nothing,
    Cycle,
    TooMany,
}

impl<'a> Search<'a> {
    fn new(mut edges: Vec<Vec<&'a TransitionDef>>, kinds: &'a [ParameterKind]) -> Self {
        // A state that leads nowhere is in no cycle, nor is a state that leads only to such states.
        let mut out: Vec<usize> = edges.iter().map(Vec::len).collect();
        let mut sources = vec![Vec::new(); edges.len()];
        for (state, leaving) in edges.iter().enumerate() {
            leaving.iter().for_each(|edge| sources[edge.to as usize].push(state));
        }
        let mut ends: Vec<usize> = (0..out.len()).filter(|state| out[*state] == 0).collect();
        while let Some(end) = ends.pop() {
            for &source in &sources[end] {
                out[source] -= 1;
                if out[source] == 0 {
                    ends.push(source);
                }
            }
        }
        edges.iter_mut().for_each(|leaving| leaving.retain(|edge| out[edge.to as usize] > 0));
        Self {
            on_path: vec![false; edges.len()],
            edges,
            kinds,
            path: Vec::new(),
            ranges: vec![Range::default(); kinds.len()],
            before: Vec::new(),
            steps: 0,
        }
    }

    fn all(&mut self) -> Found {
        for start in (0..).take(self.edges.len()) {
            match self.walk(start) {
                Found::Nothing => {}
                found => return found,
            }
        }
        Found::Nothing
    }

    /// Searches over states after the start only: a cycle is found from its first state. The path is a list and no
    /// recursion, so its length does not matter.
    fn walk(&mut self, start: u32) -> Found {
        self.enter(start);
        while let Some(here) = self.path.last_mut() {
            let Some(&edge) = self.edges[here.state as usize].get(here.tried) else {
                let narrowed = here.narrowed;
                self.on_path[here.state as usize] = false;
                self.path.pop();
                self.widen(narrowed);
                continue;
            };
            here.tried += 1;
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Found::TooMany;
            }
            let again = self.on_path[edge.to as usize] && edge.to != start;
            if edge.to < start || again {
                continue;
            }
            let narrowed = self.before.len();
            if !edge.tests.iter().all(|test| self.narrow(test)) {
                self.widen(narrowed);
                continue;
            }
            if edge.to == start {
                return Found::Cycle;
            }
            self.enter(edge.to);
            if let Some(here) = self.path.last_mut() {
                here.narrowed = narrowed;
            }
        }
        Found::Nothing
    }

    fn enter(&mut self, state: u32) {
        self.on_path[state as usize] = true;
        self.path.push(Step { state, tried: 0, narrowed: self.before.len() });
    }

    /// Narrows a range by a condition. Returns whether any value is left.
    fn narrow(&mut self, test: &Test) -> bool {
        let (Test::Between { parameter, .. } | Test::Differs { parameter, .. }) = *test else {
            return true;
        };
        let Range { low, high, except } = &self.ranges[usize::from(parameter)];
        self.before.push(Before { parameter, low: *low, high: *high, exceptions: except.len() });
        narrow(&mut self.ranges, self.kinds, test)
    }

    /// Takes back all narrowings but the first ones.
    fn widen(&mut self, first: usize) {
        for before in self.before.drain(first..).rev() {
            let range = &mut self.ranges[usize::from(before.parameter)];
            (range.low, range.high) = (before.low, before.high);
            range.except.truncate(before.exceptions);
        }
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
