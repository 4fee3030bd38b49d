//! Cycles of transitions at one moment.
//!
//! A transition is *instant* if it may be taken at the moment at which its state is entered: it needs no trigger (whose
//! signal it would use up), no later time, and no progress that the state cannot have at its start. A cycle of instant
//! transitions never ends if one set of parameters meets all of its conditions. So the search follows instant
//! transitions and keeps, for each parameter, the range of values that meets all conditions so far. An animator without
//! such cycles takes fewer transitions at one moment than the layer has states, so advancing needs no other limit.

use super::limits::STEPS;

/// The most steps of the search in one layer.
pub const MOST_SEARCHED: usize = 200_000;

/// A transition that may be taken at the moment at which its state is entered.
#[derive(Clone, Debug)]
pub struct Instant {
    /// The index of the state that it enters.
    pub to: u32,
    /// Its conditions on numbers and bools.
    pub tests: Vec<NumberTest>,
}

/// A condition on a number or a bool, in steps of 1/65536. The first field is the index of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberTest {
    /// The value is between these two, both included.
    Between(u16, i64, i64),
    /// The value is another one.
    Differs(u16, i64),
}

/// Why the instant transitions of a layer are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CycleError {
    /// The indexes of states that form a cycle, in order.
    Cycle(Vec<u32>),
    /// The search takes more than [`MOST_SEARCHED`] steps.
    TooLong,
}

/// Searches the instant transitions of a layer for a cycle that one set of parameters takes.
///
/// `leaving` holds, for each state, the indexes of those that leave it at the moment at which it is entered, and
/// `floats`, for each parameter, whether it is a float; values of others are whole.
///
/// # Errors
///
/// [`CycleError::Cycle`] for the first cycle found, [`CycleError::TooLong`] if the search has no end.
///
/// # Examples
///
/// ```
/// use cueline_assets::animator::cycle::{CycleError, Instant, NumberTest, search};
///
/// let between = |low, high| NumberTest::Between(0, low, high);
/// let to = |to, test| Instant { to, tests: vec![test] };
/// let leaving = [vec![0], vec![1]];
/// let apart = [to(1, between(0, 9)), to(0, between(10, 20))];
/// assert_eq!(search(&apart, &leaving, &[true]), Ok(()));
/// let cycle = [to(1, between(0, 10)), to(0, between(10, 20))];
/// assert_eq!(search(&cycle, &leaving, &[true]), Err(CycleError::Cycle(vec![0, 1])));
/// ```
pub fn search(
    transitions: &[Instant],
    leaving: &[Vec<u32>],
    floats: &[bool],
) -> Result<(), CycleError> {
    let mut search = Search::new(transitions, leaving, floats);
    match search.all() {
        Found::Nothing => Ok(()),
        Found::Cycle => Err(CycleError::Cycle(search.path.iter().map(|step| step.state).collect())),
        Found::TooMany => Err(CycleError::TooLong),
    }
}

struct Search<'a> {
    edges: Vec<Vec<&'a Instant>>,
    floats: &'a [bool],
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
    fn new(transitions: &'a [Instant], leaving: &[Vec<u32>], floats: &'a [bool]) -> Self {
        let of =
            |indexes: &Vec<u32>| indexes.iter().map(|one| &transitions[*one as usize]).collect();
        let mut edges: Vec<Vec<&Instant>> = leaving.iter().map(of).collect();
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
            floats,
            path: Vec::new(),
            ranges: vec![Range::default(); floats.len()],
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
            // Many conditions on one transition take their time.
            self.steps += 1 + edge.tests.len() / 8;
            if self.steps > MOST_SEARCHED {
                return Found::TooMany;
            }
            let again = self.on_path[edge.to as usize] && edge.to != start;
            if edge.to < start || again {
                continue;
            }
            let narrowed = self.before.len();
            if !edge.tests.iter().all(|test| self.narrow(*test)) {
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
    fn narrow(&mut self, test: NumberTest) -> bool {
        let (NumberTest::Between(parameter, ..) | NumberTest::Differs(parameter, _)) = test;
        let Range { low, high, except } = &self.ranges[usize::from(parameter)];
        self.before.push(Before { parameter, low: *low, high: *high, exceptions: except.len() });
        self.ranges[usize::from(parameter)].narrow(self.floats[usize::from(parameter)], test)
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

impl Range {
    /// Narrows the range by a condition. Returns whether any value is left.
    fn narrow(&mut self, is_float: bool, test: NumberTest) -> bool {
        match test {
            NumberTest::Between(_, low, high) => {
                self.low = self.low.max(low);
                self.high = self.high.min(high);
            }
            NumberTest::Differs(_, steps) => self.except.push(steps),
        }
        let Self { low, high, except } = self;
        let step = if is_float { 1 } else { STEPS };
        // Of n + 1 values, n exceptions leave one.
        let first = low.div_euclid(step) + i64::from(low.rem_euclid(step) != 0);
        let last = high.div_euclid(step);
        let enough = i64::try_from(except.len()).unwrap_or(i64::MAX);
        if last.saturating_sub(first) >= enough {
            return true;
        }
        (first..=last).any(|value| !except.contains(&(value * step)))
    }
}
