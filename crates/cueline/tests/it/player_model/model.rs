//! A small and slow player: one list of items, one list of groups, and time in single flicks.
//!
//! At every flick the model visits all items, in the order of priority and declaration, and collects their events. So the
//! model never sorts, computes ahead or skips an item.

use cueline::{
    event::{EventKind, Reason},
    playback::{AtEnd, Phase, Play, RepeatMode, SeekPolicy},
};

use super::{
    head::{Head, Passed},
    program::{Number, Op, Plan, is_state, plans},
    trace::{Answer, Reported, Seen, Shown, curve},
};

#[derive(Clone, Debug)]
struct Item {
    number: Number,
    priority: u32,
    head: Head,
    /// Whether the end was reported.
    over: bool,
    at_end: AtEnd,
    group: Option<Number>,
    /// When the item has faded out.
    faded: Option<i64>,
    /// From when on its weight is 0.
    dark: Option<i64>,
    /// Whether the item is about to leave before its end.
    cancelled: bool,
}

#[derive(Clone, Debug)]
struct Group {
    number: Number,
    priority: u32,
    at_end: AtEnd,
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    plans: Vec<Plan>,
    now: i64,
    next: Number,
    items: Vec<Item>,
    groups: Vec<Group>,
    reported: Vec<Reported>,
    ended: Vec<Shown>,
}

impl Model {
    pub(crate) fn new() -> Self {
        let (items, groups, reported, ended) = (vec![], vec![], vec![], vec![]);
        Self { plans: plans(), now: 0, next: 0, items, groups, reported, ended }
    }

    pub(crate) fn apply(&mut self, op: &Op) -> Seen {
        (self.reported, self.ended) = (vec![], vec![]);
        let answer = self.answer(op);
        for reported in &mut self.reported {
            reported.lateness = self.now - reported.due;
        }
        let shows = |item: &&Item| item.head.phase() != Phase::Waiting;
        Seen {
            answer,
            reported: self.reported.clone(),
            ended: self.ended.clone(),
            active: self.items.iter().filter(shows).map(shown).collect(),
            items: self.items.len(),
        }
    }

    fn answer(&mut self, op: &Op) -> Answer {
        match *op {
            Op::Advance(by) => {
                for _ in 0..by {
                    self.round(false);
                    self.now += 1;
                    self.round(true);
                }
                self.round(false); // of a step of zero
                Answer::Done
            }
            Op::Play(clip, ref play) => self.play(&[(clip, *play)], None),
            Op::Group(ref members, at_end) => self.group(members, at_end),
            Op::Pause(who) => self.change(who, |item| item.head.held = true),
            Op::Resume(who) => self.change(who, |item| item.head.held = false),
            Op::Speed(who, num, den) => self.change(who, |item| item.head.set_speed(num, den)),
            Op::Range(who, from, to) => {
                let fits = |item: &Item| item.head.clone().set_range(from, to);
                if !self.items.iter().filter(|item| item.is(who)).all(fits) {
                    return Answer::Refused;
                }
                self.change(who, |item| assert!(item.head.set_range(from, to)))
            }
            Op::Reset(who) => self.change(who, |item| item.head.rewind(true)),
            Op::Restart(who) => self.change(who, |item| item.head.rewind(false)),
            Op::FadeOut(who, over) => {
                let end = self.now + over;
                let now = self.now;
                self.change(who, |item| {
                    (item.faded, item.at_end) = (Some(end), AtEnd::Hold);
                    item.dark = Some(item.dark.filter(|since| *since <= now).unwrap_or(end));
                })
            }
            Op::Stop(who) => self.command(who, |model, number| model.cancel(number)),
            Op::Seek(who, elapsed, policy) => self.command(who, |model, number| {
                model.jump(number, policy, Reason::Sought, |head, passed| {
                    head.jump(elapsed, passed)
                });
            }),
            Op::Finish(who) => {
                let endless = |item: &Item| item.head.passes.is_none();
                if self.items.iter().any(|item| item.number == who && endless(item)) {
                    return Answer::Endless;
                }
                self.command(who, |model, number| {
                    if model.items.iter().any(|item| item.number == number && endless(item)) {
                        model.cancel(number);
                    } else {
                        model.jump(number, SeekPolicy::All, Reason::Skipped, Head::finish);
                    }
                })
            }
        }
    }

    fn play(&mut self, members: &[(usize, Play)], group: Option<AtEnd>) -> Answer {
        let heads: Option<Vec<Head>> =
            members.iter().map(|(clip, play)| Head::new(&self.plans[*clip], play)).collect();
        let Some(heads) = heads else { return Answer::Refused };
        let group_number = group.map(|_| self.next + members.len());
        for (head, (_, play)) in heads.into_iter().zip(members) {
            self.items.push(Item {
                number: self.next,
                priority: play.priority,
                head,
                over: false,
                at_end: play.at_end,
                group: group_number,
                faded: None,
                dark: None,
                cancelled: false,
            });
            self.next += 1;
        }
        if let Some(at_end) = group {
            let priority = members.iter().map(|(_, play)| play.priority).max().unwrap_or(0);
            self.groups.push(Group { number: self.next, priority, at_end });
            self.next += 1;
        }
        Answer::Done
    }

    fn group(&mut self, members: &[(usize, Play)], at_end: AtEnd) -> Answer {
        if members.is_empty() || members.iter().any(|(_, play)| play.at_end != AtEnd::Leave) {
            Answer::Refused
        } else {
            self.play(members, Some(at_end))
        }
    }

    /// Reports the events due now: once before time moves, for events that a command has left, and once after.
    fn round(&mut self, moved: bool) {
        self.moment(|model, number| {
            let now = model.now;
            let Some(item) = model.item(number) else { return };
            let mut passed = vec![];
            if moved {
                item.head.flick(&mut passed);
            } else {
                item.head.begin(&mut passed);
            }
            if item.head.begun && !item.head.held && item.head.is_at_end() {
                passed.push(item.end());
            }
            let is_faded = item.faded.is_some_and(|end| end <= now);
            let is_dark = item.dark.is_some_and(|since| since <= now);
            for passed in passed {
                let is_silent = is_dark && matches!(passed.0, EventKind::Cue(_));
                let reason = if is_silent { Reason::Muted } else { Reason::Played };
                model.report(number, passed, reason);
            }
            if is_faded {
                model.cancel(number);
            }
        });
    }

    /// Applies `act` to all items in order. A group ends with its last member.
    fn moment(&mut self, mut act: impl FnMut(&mut Self, Number)) {
        let items = self.items.iter().map(|item| (item.priority, item.number));
        let groups = self.groups.iter().map(|group| (group.priority, group.number));
        let mut order: Vec<(u32, Number)> = items.chain(groups).collect();
        order.sort_unstable();
        let before = self.reported.len();
        let mut leaving = vec![];
        for (_, number) in order {
            let had = self.reported.len();
            act(self, number);
            let ended = self.reported[had..].iter().any(|reported| reported.kind == EventKind::End);
            let leaves = |item: &&Item| {
                item.number == number && item.group.is_none() && item.at_end == AtEnd::Leave
            };
            if ended && self.items.iter().any(|item| leaves(&item)) {
                leaving.push(number);
            }
            leaving.extend(self.end_group(number, before));
        }
        for number in leaving {
            let item = self.items.iter().find(|item| item.number == number && !item.cancelled);
            self.ended.extend(item.map(shown));
            self.items.retain(|item| item.number != number);
        }
        self.items.retain(|item| !item.cancelled);
        let items = &self.items;
        self.groups.retain(|group| items.iter().any(|item| item.group == Some(group.number)));
    }

    /// Reports the end of a group when it is due, and returns the items that leave with it.
    fn end_group(&mut self, number: Number, before: usize) -> Vec<Number> {
        let Some(group) = self.groups.iter().find(|group| group.number == number) else {
            return vec![];
        };
        let members = || self.items.iter().filter(|item| item.group == Some(number));
        let of_member = |reported: &&Reported| members().any(|item| item.number == reported.number);
        let mut ends =
            self.reported[before..].iter().filter(|reported| reported.kind == EventKind::End);
        let last = ends.rfind(of_member).copied();
        let (Some(last), true) = (last, members().all(|item| item.over)) else { return vec![] };
        self.reported.push(Reported { number, loop_index: 0, ..last });
        match group.at_end {
            AtEnd::Leave => members().map(|item| item.number).collect(),
            AtEnd::Hold => vec![],
        }
    }

    /// Changes an item, or each member of a group. An item that is moved away from its end plays again.
    fn change(&mut self, who: Number, mut act: impl FnMut(&mut Item)) -> Answer {
        let mut answer = Answer::Gone;
        for item in self.items.iter_mut().filter(|item| item.is(who)) {
            act(item);
            item.revive(self.now);
            answer = Answer::Done;
        }
        answer
    }

    /// Applies a command with events to an item, or to each member of a group, all at this moment.
    fn command(&mut self, who: Number, mut act: impl FnMut(&mut Self, Number)) -> Answer {
        if !self.items.iter().any(|item| item.is(who)) {
            return Answer::Gone;
        }
        self.moment(|model, number| {
            if model.items.iter().any(|item| item.number == number && item.is(who)) {
                act(model, number);
            }
        });
        Answer::Done
    }

    fn jump(
        &mut self,
        number: Number,
        policy: SeekPolicy,
        reason: Reason,
        go: impl Fn(&mut Head, &mut Vec<Passed>),
    ) {
        let now = self.now;
        let Some(item) = self.item(number) else { return };
        let mut passed = vec![];
        go(&mut item.head, &mut passed);
        item.revive(now);
        passed.retain(|(kind, ..)| match kind {
            EventKind::Start => true,
            EventKind::End => false, // reported below, if it stays there
            EventKind::Cue(index) => {
                policy == SeekPolicy::All
                    || policy == SeekPolicy::State && is_state(*index as usize)
            }
            EventKind::Loop => policy == SeekPolicy::All,
        });
        if item.head.is_at_end() {
            passed.push(item.end());
        }
        for passed in passed {
            self.report(number, passed, reason);
        }
    }

    fn cancel(&mut self, number: Number) {
        let Some(item) = self.item(number) else { return };
        item.cancelled = true;
        let end = item.end();
        self.report(number, end, Reason::Cancelled);
    }

    /// Reports an event; ends are reported once.
    fn report(&mut self, number: Number, (kind, pass, direction): Passed, reason: Reason) {
        let due = self.now;
        let Some(item) = self.item(number) else { return };
        if kind == EventKind::End && std::mem::replace(&mut item.over, true) {
            return;
        }
        let loop_index = pass.unsigned_abs();
        self.reported.push(Reported {
            due,
            lateness: 0,
            number,
            kind,
            reason,
            direction,
            loop_index,
        });
    }

    fn item(&mut self, number: Number) -> Option<&mut Item> {
        self.items.iter_mut().find(|item| item.number == number)
    }
}

impl Item {
    fn is(&self, who: Number) -> bool {
        self.number == who || self.group == Some(who)
    }

    fn end(&self) -> Passed {
        (EventKind::End, self.head.pass, self.head.way())
    }

    /// What has faded out is over for good, unless it starts again.
    fn revive(&mut self, now: i64) {
        let has_faded = self.faded.is_some_and(|end| end <= now);
        self.over &= self.head.begun && (has_faded || self.head.is_at_end());
    }
}

fn shown(item: &Item) -> Shown {
    let head = &item.head;
    let (local, pass) = (head.local(), head.pass);
    let whole = curve(head.to) - curve(head.from);
    let passes = |counted: bool| if counted { pass * whole } else { 0 };
    Shown {
        number: item.number,
        local,
        pass,
        phase: head.phase(),
        direction: head.way(),
        value: curve(local) + passes(head.repeat == RepeatMode::Relative),
        gain: curve(local) - curve(head.from) + passes(head.repeat != RepeatMode::PingPong),
    }
}
