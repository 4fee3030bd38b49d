//! Events that a recording has and ours has not, or the other way round, each with the rule that wants it so.

use super::{
    ours::Member,
    script::{Op, Script, Seen},
    simulated::Simulated,
};
use crate::{
    deviations::{
        BABYLON_BOUNDARY, BABYLON_EVENTS_FOLLOW_THE_WAY, BABYLON_EVENTS_OF_A_JUMP,
        BABYLON_EVENTS_WHEN_TURNED, BABYLON_STEP_TELLS_ALL, Rule,
    },
    verdict::{Verdict, apart},
};

/// Both players at one entry.
pub(super) struct Entry<'a, 's> {
    pub(super) ours: &'a Member<'s>,
    pub(super) theirs: &'a Simulated<'s>,
    pub(super) recorded: &'a Seen,
}

/// The events of both sides up to one step of a script.
#[cfg_attr(test, derive(Clone))]
pub(super) struct Events<'a> {
    script: &'a Script,
    /// Those at the place of ours at the entry before.
    near: Vec<usize>,
    /// Whether the recorded player has gone over a boundary without noticing, and so has its events for done.
    unnoticed: bool,
    /// Whether it was turned against its range.
    turned: bool,
    /// Those that call once and that only one of both has called, with the rule by which.
    apart: Vec<(usize, &'static Rule)>,
    /// Those that a jump went to or, where they call once, over, until they were reported.
    jumped: Vec<usize>,
}

impl<'a> Events<'a> {
    pub(super) fn new(script: &'a Script) -> Self {
        let (near, apart, jumped) = (Vec::new(), Vec::new(), Vec::new());
        Self { script, near, unnoticed: false, turned: false, apart, jumped }
    }

    pub(super) fn before_operation(&mut self, op: Op) {
        if let Op::GoToFrame { frame } = op {
            for (index, event) in self.script.events.iter().enumerate() {
                if event.frame == frame || event.only_once && event.frame < frame {
                    self.jumped.push(index);
                }
            }
        }
    }

    /// Those that lie where ours stands.
    fn here(&self, ours: &Member, slack: f64) -> Vec<usize> {
        let Script { clip, events, .. } = self.script;
        let apart = |index: &usize| clip.flicks_at(events[*index].frame) - ours.local.flicks();
        let near = |index: &usize| apart(index).abs() as f64 <= slack.max(1e-3);
        (0..events.len()).filter(near).collect()
    }

    /// Holds the events of an entry against those that are to be expected. `loops` are those of the entry, expected and
    /// recorded; `slack` is how far ours and theirs can lie apart, in flicks; by `whole` anything may differ.
    pub(super) fn compare(
        &mut self,
        verdict: &mut Verdict,
        what: &str,
        entry: &Entry,
        loops: [i128; 2],
        slack: f64,
        whole: Option<&'static Rule>,
    ) {
        let Entry { ours, theirs, recorded } = *entry;
        let expected = &ours.seen;
        self.turned |= theirs.is_turned();
        let here = self.here(ours, slack);
        let (lost, extra) = apart(&expected.events, &recorded.events);
        let mut failed = false;
        for (index, is_extra) in
            lost.iter().map(|index| (*index, false)).chain(extra.iter().map(|index| (*index, true)))
        {
            let once = self.script.events[index].only_once;
            let apart = self.apart.iter().position(|(known, _)| once && *known == index);
            let rule = if let Some(at) = apart {
                Some(self.apart.remove(at).1)
            } else {
                let rule = whole.or_else(|| self.rule(index, is_extra, &here, loops));
                if let (true, Some(rule)) = (once, rule) {
                    self.apart.push((index, rule));
                }
                rule
            };
            match rule {
                Some(rule) => verdict.wanted(rule),
                None => failed = true,
            }
        }
        let same = lost.is_empty() && extra.is_empty();
        if same && expected.events != recorded.events && theirs.played.speed < 0.0 {
            verdict.wanted(&BABYLON_EVENTS_FOLLOW_THE_WAY);
        } else if failed || same && expected.events != recorded.events && whole.is_none() {
            verdict.fail(format!(
                "{what}: expected {:?}, recorded {:?}",
                expected.events, recorded.events
            ));
        }
        if loops[1] > 0 {
            self.unnoticed = false;
        } else if loops[0] > 0 {
            self.unnoticed = true;
        }
        if theirs.moved {
            self.jumped.retain(|index| self.script.events[*index].only_once);
        }
        self.near = here;
    }

    fn rule(
        &self,
        index: usize,
        is_extra: bool,
        here: &[usize],
        loops: [i128; 2],
    ) -> Option<&'static Rule> {
        if !is_extra && (loops[0] > 0 || self.unnoticed) {
            Some(&BABYLON_STEP_TELLS_ALL)
        } else if is_extra && self.jumped.contains(&index) {
            Some(&BABYLON_EVENTS_OF_A_JUMP)
        } else if self.turned {
            Some(&BABYLON_EVENTS_WHEN_TURNED)
        } else if self.near.contains(&index) || here.contains(&index) {
            Some(&BABYLON_BOUNDARY)
        } else {
            None
        }
    }
}
