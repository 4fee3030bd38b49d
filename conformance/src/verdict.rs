//! What became of one record, put together from many small comparisons.

use std::{
    collections::BTreeMap,
    fmt::{self, Debug},
};

use crate::deviations::Rule;

/// The sum of a record's comparisons: the worst of them decides. The default has compared nothing yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The widest tolerance that a comparison needed; none when all were exact.
    pub tolerance: Option<f64>,
    /// The rules that excuse what differs, each once.
    pub rules: Vec<&'static Rule>,
    /// The first comparison that no rule excuses.
    pub failure: Option<String>,
    /// How many comparisons of two values were made.
    pub made: Comparisons,
}

/// Comparisons of two values, counted by what came of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparisons {
    /// Equal to the last bit.
    pub exact: usize,
    /// Equal within a tolerance.
    pub within: usize,
    /// Differences that a rule excuses, by its id.
    pub by_rule: BTreeMap<&'static str, usize>,
}

impl Comparisons {
    /// Takes in those of a part.
    pub fn and(&mut self, part: &Self) {
        self.exact += part.exact;
        self.within += part.within;
        for (rule, count) in &part.by_rule {
            *self.by_rule.entry(*rule).or_default() += count;
        }
    }
}

impl Verdict {
    /// Demands that the two are the same.
    pub fn same<T: PartialEq + Debug>(&mut self, what: &str, ours: T, recorded: T) {
        if ours == recorded {
            self.made.exact += 1;
        } else {
            self.fail(format!("{what}: ours {ours:?}, recorded {recorded:?}"));
        }
    }

    /// Demands that two numbers are the same or at most `tolerance` apart, both in the units of
    /// the numbers. Two that are not a number are the same.
    pub fn close(&mut self, what: &str, ours: f64, recorded: f64, tolerance: f64) {
        if ours == recorded || ours.is_nan() && recorded.is_nan() {
            self.made.exact += 1;
            return;
        }
        if (ours - recorded).abs() <= tolerance {
            self.made.within += 1;
            self.tolerance = Some(self.tolerance.map_or(tolerance, |widest| widest.max(tolerance)));
        } else {
            self.fail(format!(
                "{what}: ours {ours:?}, recorded {recorded:?}, tolerance {tolerance:e}"
            ));
        }
    }

    /// As [`close`](Self::close), for each pair of two lists of one length.
    pub fn all_close(&mut self, what: &str, ours: &[f64], recorded: &[f64], tolerance: f64) {
        self.each_close(what, ours, recorded, |_, _| tolerance);
    }

    /// The same with a tolerance for each index and recorded number.
    pub fn each_close(
        &mut self,
        what: &str,
        ours: &[f64],
        recorded: &[f64],
        tolerance: impl Fn(usize, f64) -> f64,
    ) {
        self.same(&format!("{what}: how many"), ours.len(), recorded.len());
        for (index, (ours, recorded)) in ours.iter().zip(recorded).enumerate() {
            self.close(&format!("{what}[{index}]"), *ours, *recorded, tolerance(index, *recorded));
        }
    }

    /// Notes that something differs, as the rule says it should.
    pub fn wanted(&mut self, rule: &'static Rule) {
        *self.made.by_rule.entry(rule.id).or_default() += 1;
        self.excuse(rule);
    }

    fn excuse(&mut self, rule: &'static Rule) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    /// Notes that something differs which no rule excuses.
    pub fn fail(&mut self, what: impl Into<String>) {
        self.failure.get_or_insert_with(|| what.into());
    }

    /// Takes in the comparisons of a part.
    pub fn and(&mut self, part: Self) {
        self.tolerance = match (self.tolerance, part.tolerance) {
            (Some(one), Some(other)) => Some(one.max(other)),
            (one, other) => one.or(other),
        };
        for rule in part.rules {
            self.excuse(rule);
        }
        self.made.and(&part.made);
        if let Some(failure) = part.failure {
            self.fail(failure);
        }
    }

    /// Whether nothing has failed so far.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.failure.is_none()
    }
}

/// What each of two lists holds without the other, in any order.
pub(crate) fn apart<T: Clone + PartialEq>(one: &[T], other: &[T]) -> (Vec<T>, Vec<T>) {
    let (mut missing, mut extra) = (Vec::new(), other.to_vec());
    for item in one {
        match extra.iter().position(|other| other == item) {
            Some(place) => drop(extra.remove(place)),
            None => missing.push(item.clone()),
        }
    }
    (missing, extra)
}

/// `exact`, `within` a tolerance, or `wanted` with its rules; `failed` where nothing excuses it.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tolerance = self.tolerance.map_or_else(String::new, |widest| format!(" {widest:.0e}"));
        if self.failure.is_some() {
            return f.write_str("failed");
        }
        if !self.rules.is_empty() {
            let mut rules: Vec<&str> = self.rules.iter().map(|rule| rule.id).collect();
            rules.sort_unstable();
            let rules = rules.iter().map(|id| id.split('/').next_back().unwrap_or(id));
            return write!(f, "wanted{tolerance} {}", rules.collect::<Vec<_>>().join(" "));
        }
        if self.tolerance.is_some() { write!(f, "within{tolerance}") } else { f.write_str("exact") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deviations::ALL;

    #[test]
    fn each_comparison_is_counted_once_by_what_came_of_it() {
        let (rule, mut part, mut whole) = (ALL[0], Verdict::default(), Verdict::default());
        part.same("a", 1, 1);
        part.close("b", 1.0, 1.0, 0.5);
        part.close("c", 1.0, 1.25, 0.5);
        part.wanted(rule);
        part.wanted(rule);
        whole.each_close("d", &[1.0, 2.0], &[1.0, 2.5], |_, _| 1.0); // and how many
        whole.and(part);
        let by_rule = BTreeMap::from([(rule.id, 2)]);
        assert_eq!(whole.made, Comparisons { exact: 4, within: 2, by_rule });
        assert_eq!(whole.rules, [rule]);
        whole.close("e", 1.0, 9.0, 0.5);
        whole.same("f", 1, 2);
        assert_eq!(whole.made.exact + whole.made.within, 6, "what fails is no evidence");
    }
}
