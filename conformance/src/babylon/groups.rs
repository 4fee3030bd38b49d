//! Groups: each member is a clip that is played, and is compared like one. What the group
//! reports as a whole follows from its members, in the recording by its rules, in ours by ours.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

use super::{
    group_record::{Does, Entry, Group, Member},
    playback::hold,
    script::{Asked, Op, Script, Seen},
    simulated::Simulated,
};
use crate::{
    deviations::BABYLON_GROUP_RESTS_AFTER_ITS_END,
    read::{Malformed, other, parts},
    verdict::Verdict,
};

/// Compares a record of a group.
pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let group: Group = Deserialize::deserialize(record)?;
    group.check()?;
    let mut reading = Reading::new(&group);
    let mut entries = group.trace.iter();
    for does in &group.script {
        reading.does(*does)?;
        if matches!(does, Does::All(Op::Step { .. } | Op::Look)) {
            let entry = entries.next().ok_or_else(|| other("an entry for each step and look"))?;
            reading.sees(entry)?;
        }
    }
    let Reading { mut verdict, takes, .. } = reading;
    verdict.same("entries left over", entries.count(), 0);
    for take in takes {
        let mut seen: Vec<_> = take.seen.iter().map(|seen| seen.iter()).collect();
        verdict.and(hold(&take.script, &take.scripts, true, |member, shown| {
            let seen = seen[member].next().ok_or_else(|| other("a sight of each step"))?;
            let MemberState { loops, ends, .. } = *seen;
            let (value, frame) = (seen.value.clone(), seen.frame.unwrap_or(shown.frame));
            Ok(Seen { value, frame, loops, ends, running: ends == 0, events: Vec::new() })
        })?);
    }
    Ok(verdict)
}

/// From one start of a group to its end.
struct Take {
    /// One of each member, as long as it plays.
    scripts: Vec<Script>,
    /// What was done to the group, whether members still played or not.
    script: Vec<Op>,
    seen: Vec<Vec<MemberState>>,
}

/// What the record of a group says about one member.
struct MemberState {
    value: Vec<f64>,
    /// Only of the first that still plays.
    frame: Option<f64>,
    loops: u64,
    ends: u64,
}

/// A record, as far as it was read.
struct Reading<'a> {
    group: &'a Group,
    verdict: Verdict,
    takes: Vec<Take>,
    started: bool,
    paused: bool,
    looped: bool,
    speed: f64,
    /// Loops and ends of each member in this take.
    counts: Vec<(u64, u64)>,
    /// Which members have looped since the group has.
    looping: HashSet<usize>,
    /// What must be called up to the next entry, before any member reports an event.
    announced: Vec<Vec<String>>,
    /// What shows of each member.
    values: Vec<Vec<f64>>,
    /// Whether the recorded group has shown its beginning after its end.
    rests: bool,
}

fn call(what: &str) -> Vec<String> {
    vec![what.into()]
}

impl<'a> Reading<'a> {
    fn new(group: &'a Group) -> Self {
        Self {
            group,
            verdict: Verdict::default(),
            takes: Vec::new(),
            started: false,
            paused: false,
            looped: false,
            speed: 1.0,
            counts: Vec::new(),
            looping: HashSet::new(),
            announced: Vec::new(),
            values: Vec::new(),
            rests: false,
        }
    }

    fn does(&mut self, does: Does) -> Result<(), Malformed> {
        match does {
            Does::Start { .. } if self.started => Ok(()),
            Does::Start { looped, speed_ratio, from, to } => {
                (self.looped, self.speed) = (looped, speed_ratio);
                self.start(from, to);
                Ok(())
            }
            Does::Play { looped } => {
                let switched = looped.filter(|looped| *looped != self.looped);
                self.looped = looped.unwrap_or(self.looped);
                if !self.started {
                    self.start(None, None);
                    return Ok(());
                }
                if let Some(value) = switched {
                    self.all(Op::LoopAnimation { value });
                }
                self.goes_on();
                Ok(())
            }
            Does::All(Op::Restart) if self.started => {
                self.goes_on();
                Ok(())
            }
            // A speed that it has already changes nothing, not even by rounding.
            Does::All(Op::SpeedRatio { value }) if value == self.speed => Ok(()),
            Does::All(op) => {
                match op {
                    Op::LoopAnimation { value } => self.looped = value,
                    Op::SpeedRatio { value } => self.speed = value,
                    Op::Pause if self.started => {
                        self.paused = true;
                        self.announced.push(call("pause"));
                    }
                    Op::Reset if !self.started => self.show_beginning()?,
                    _ => {}
                }
                self.all(op);
                if matches!(op, Op::Stop) && self.started {
                    self.stop();
                }
                Ok(())
            }
        }
    }

    fn start(&mut self, from: Option<f64>, to: Option<f64>) {
        let scripts = self.scripts(from, to);
        let seen = scripts.iter().map(|_| Vec::new()).collect();
        self.counts = vec![(0, 0); scripts.len()];
        self.takes.push(Take { scripts, script: Vec::new(), seen });
        (self.started, self.paused, self.rests) = (true, false, false);
        self.looping.clear();
        self.announced.push(call("play"));
    }

    /// All members as they would be played now, with nothing done to them yet.
    fn scripts(&self, from: Option<f64>, to: Option<f64>) -> Vec<Script> {
        let range = self.group.range();
        let play = Asked {
            from: from.unwrap_or(range.0),
            to: to.unwrap_or(range.1),
            looped: self.looped,
            speed_ratio: self.speed,
        };
        let script = |(index, member): (usize, &Member)| Script {
            clip: self.group.clip(member),
            play,
            initial: match self.values.get(index).map(Vec::as_slice) {
                Some([value]) => Value::from(*value),
                Some(values) => Value::from(values),
                None => member.initial.clone(),
            },
            events: Vec::new(),
            script: Vec::new(),
            trace: Vec::new(),
        };
        self.group.members.iter().enumerate().map(script).collect()
    }

    /// A reset of a group at rest starts it, jumps to frame 0 and stops it, and says that it plays.
    fn show_beginning(&mut self) -> Result<(), Malformed> {
        self.looped = false;
        let mut values = Vec::new();
        for script in self.scripts(None, None) {
            script.check()?;
            values.push(Simulated::new(&script)?.does(Op::GoToFrame { frame: 0.0 })?.value.clone());
        }
        self.values = values;
        self.rests = true;
        self.announced.push(call("play"));
        self.verdict.wanted(&BABYLON_GROUP_RESTS_AFTER_ITS_END);
        Ok(())
    }

    fn goes_on(&mut self) {
        self.paused = false;
        self.announced.push(call("play"));
        self.all(Op::Restart);
    }

    /// A stop is the end of all that still play.
    fn stop(&mut self) {
        for (member, counts) in self.group.members.iter().zip(&mut self.counts) {
            if counts.1 == 0 {
                counts.1 = 1;
                self.announced.push(vec!["end".into(), member.name()]);
            }
        }
        self.announced.push(call("group_end"));
        self.started = false;
    }

    /// Does something to all members that still play; time passes for all.
    fn all(&mut self, op: Op) {
        let passes = matches!(op, Op::Step { .. } | Op::Look);
        let counts = self.started || passes && !self.rests;
        let Some(take) = self.takes.last_mut().filter(|_| counts) else { return };
        take.script.push(op);
        for (script, counts) in take.scripts.iter_mut().zip(&self.counts) {
            script.script.push(if counts.1 == 0 || passes { op } else { Op::Nothing });
        }
    }

    fn sees(&mut self, entry: &Entry) -> Result<(), Malformed> {
        let what = |part: &str| format!("{part} in entry {}", entry.frame);
        let names: Vec<String> = self.group.members.iter().map(|member| member.name()).collect();
        let played = self.started;
        // When each member reports an event, and what the group reports because of it.
        let mut expected = std::mem::take(&mut self.announced);
        for (index, name) in names.iter().enumerate() {
            let reports = |what: &str| {
                entry.events.iter().any(|event| event[..] == [what.into(), name.clone()])
            };
            if !self.started || self.counts[index].1 > 0 {
                continue;
            }
            if reports("loop") {
                self.counts[index].0 += 1;
                expected.push(vec!["loop".into(), name.clone()]);
                self.looping.insert(index);
                if self.looping.len() == names.len() {
                    self.looping.clear();
                    expected.push(call("group_loop"));
                }
            }
            if reports("end") {
                self.counts[index].1 += 1;
                expected.push(vec!["end".into(), name.clone()]);
            }
        }
        if self.started && self.counts.iter().all(|counts| counts.1 > 0) {
            expected.push(call("group_end"));
            self.started = false;
        }
        let values = self.group.members.iter().map(|member| parts(member.value(entry)?));
        let values = values.collect::<Result<Vec<Vec<f64>>, Malformed>>()?;
        self.verdict.same(&what("calls"), &entry.events, &expected);
        if !played && !self.values.is_empty() {
            self.verdict.same(&what("values of a group at rest"), &values, &self.values);
        }
        self.verdict.same(&what("started"), entry.started, self.started);
        self.verdict.same(&what("playing"), entry.playing, self.started && !self.paused);
        let first = self.counts.iter().position(|counts| counts.1 == 0).filter(|_| self.started);
        if first.is_none() {
            self.verdict.same(&what("frame of a group at rest"), entry.frame, 0.0);
        }
        self.values = values;
        if let Some(take) = self.takes.last_mut().filter(|_| played || !self.rests) {
            for (index, seen) in take.seen.iter_mut().enumerate() {
                let (loops, ends) = self.counts[index];
                let frame = Some(entry.frame).filter(|_| first == Some(index));
                seen.push(MemberState { value: self.values[index].clone(), frame, loops, ends });
            }
        }
        Ok(())
    }
}
