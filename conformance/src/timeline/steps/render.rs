//! How GSAP renders a step: what it shows, and what it calls.

use super::{CLOCK, Does, Kind, Place, Steps, TINY, rounded};

fn cycle_of(total: f64, cycle: f64) -> f64 {
    let passes = rounded(total / cycle);
    let whole = passes.floor();
    if passes != 0.0 && whole == passes { whole - 1.0 } else { whole }
}

fn is_odd(pass: f64) -> bool {
    pass.rem_euclid(2.0) == 1.0
}

/// The time in its pass, and that pass.
fn place(to: f64, total: f64, duration: f64, cycle: f64, repeat: f64) -> (f64, f64) {
    if to == total {
        return (duration, repeat);
    }
    let passes = rounded(to / cycle);
    let whole = passes.trunc();
    if whole != 0.0 && whole == passes {
        return (duration, whole - 1.0);
    }
    (rounded(to % cycle).min(duration), whole)
}

impl Steps {
    /// Moves an animation to a time of its own.
    pub(super) fn go(&mut self, of: Place, to: f64, silent: bool) {
        if self.all[of].around == Some(CLOCK) && self.all[of].speed != 0.0 {
            // What stands on the clock begins so that it is there now.
            let own = &mut self.all[of];
            own.start = rounded(-to / own.speed);
            self.set_end(of);
        }
        let own = &self.all[of];
        let renders = own.total_time != to
            || own.duration == 0.0 && !silent
            || own.has_begun && own.zero_time.abs() == TINY
            || !own.has_begun && own.duration != 0.0 && to != 0.0
            || to == 0.0 && !own.has_begun;
        if renders {
            self.end_waiting();
            self.render(of, to, silent, false);
            self.end_waiting();
        }
    }

    /// Plays what waits.
    fn end_waiting(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        self.begun.clear();
        for of in std::mem::take(&mut self.waiting) {
            if let Some((to, silent)) = self.tween(of).and_then(|tween| tween.waits) {
                self.render(of, to, silent, true);
                self.stop_waiting(of);
            }
        }
    }

    fn stop_waiting(&mut self, of: Place) {
        if let Some(tween) = self.tween_mut(of) {
            tween.waits = None;
        }
    }

    /// What has a name has all callbacks; a call has those of its two ends. `after_waiting`: plays what waits first.
    fn call(&mut self, of: Place, what: &str, after_waiting: bool) {
        let own = &self.all[of];
        if own.name.is_empty() {
            return;
        }
        let is_call = self.tween(of).is_some_and(|tween| tween.kind == Does::Call);
        if is_call && !matches!(what, "complete" | "reverse_complete") {
            return;
        }
        let called = (own.name.clone(), if is_call { "call" } else { what }.to_owned());
        if after_waiting {
            self.end_waiting();
        }
        self.calls.push(called);
    }

    /// Shows an animation at a time of its own, which may lie before its start or beyond its end.
    pub(super) fn render(&mut self, of: Place, to: f64, silent: bool, force: bool) {
        match &self.all[of].kind {
            Kind::Timeline(_) => self.render_timeline(of, to, silent, force),
            Kind::Tween(_) if self.all[of].duration == 0.0 => {
                self.render_moment(of, to, silent, force);
            }
            Kind::Tween(_) => self.render_tween(of, to, silent, force),
        }
    }

    fn render_timeline(&mut self, of: Place, mut given: f64, silent: bool, force: bool) {
        let at_first = self.all[of].time;
        let mut before = at_first;
        let total = self.total_of(of);
        let own = &self.all[of];
        let (duration, gap, repeat, mirrored) = (own.duration, own.gap, own.repeat, own.mirrored);
        let mut to = if given <= 0.0 { 0.0 } else { rounded(given) };
        let crosses_start =
            (own.zero_time < 0.0) != (given < 0.0) && (own.has_begun || duration == 0.0);
        if to > total && given >= 0.0 {
            to = total;
        }
        if to == own.total_time && !force && !crosses_start {
            return;
        }
        if own.time != at_first && duration != 0.0 {
            // It has found out that its items have moved.
            to += own.time - at_first;
            given += own.time - at_first;
        }
        let start = own.start;
        let mut time = to;
        if crosses_start {
            if duration == 0.0 {
                before = self.all[of].zero_time;
            }
            if given != 0.0 || !silent {
                self.all[of].zero_time = given;
            }
        }
        let mut pass_before = 0.0;
        if repeat != 0.0 {
            let cycle = duration + gap;
            let pass;
            (time, pass) = place(to, total, duration, cycle, repeat);
            let last = self.all[of].total_time;
            pass_before = cycle_of(last, cycle);
            if before == 0.0
                && last != 0.0
                && pass_before != pass
                && last - pass_before * cycle - duration <= 0.0
            {
                pass_before = pass;
            }
            let turned = mirrored && is_odd(pass);
            if turned {
                time = duration - time;
            }
            if pass != pass_before && self.lock(of) == 0 {
                let mut rewinds = mirrored && is_odd(pass_before);
                let wraps = rewinds == turned;
                if pass < pass_before {
                    rewinds = !rewinds;
                }
                let rest = to % duration;
                before = match rewinds {
                    true => 0.0,
                    false if rest == 0.0 || rest.is_nan() => to,
                    false => duration,
                };
                self.set_lock(of, 1);
                let first = match before {
                    0.0 if turned => 0.0,
                    0.0 => rounded(pass * cycle),
                    before => before,
                };
                self.render(of, first, silent, duration == 0.0);
                self.set_lock(of, 0);
                self.all[of].total_time = to;
                if !silent && self.all[of].parent.is_some() {
                    self.call(of, "repeat", false);
                }
                if before != 0.0 && before != self.all[of].time {
                    return;
                }
                if wraps {
                    self.set_lock(of, 2);
                    before = if rewinds { duration } else { -0.0001 };
                    self.render(of, before, true, false);
                }
                self.set_lock(of, 0);
            }
        }
        let own = &mut self.all[of];
        own.total_time = to;
        own.time = time;
        own.is_active = own.speed != 0.0;
        if !own.has_begun {
            own.has_begun = true;
            own.zero_time = given;
            before = 0.0;
        }
        if before == 0.0 && to != 0.0 && duration != 0.0 && !silent && pass_before == 0.0 {
            self.call(of, "start", false);
        }
        self.render_children(of, (before, time, given), silent, force);
        let reaches_end = to == total && self.all[of].total_time >= self.total_of(of);
        let stays = self.all[of].start == start && self.lock(of) == 0;
        if stays && (reaches_end || to == 0.0 && before != 0.0) {
            if (given != 0.0 || duration == 0.0) && to == total && self.all[of].speed > 0.0 {
                self.take_out(of, true);
            }
            if !(silent || given < 0.0 && before == 0.0)
                && (to != 0.0 || before != 0.0 || total == 0.0)
            {
                let complete = to == total && given >= 0.0;
                self.call(of, if complete { "complete" } else { "reverse_complete" }, true);
            }
        }
    }

    /// Renders what is in a timeline, in the direction in which it goes.
    fn render_children(
        &mut self,
        of: Place,
        (before, time, given): (f64, f64, f64),
        silent: bool,
        force: bool,
    ) {
        let forward = time >= before && given >= 0.0;
        // Beyond its start, what is in it goes there too.
        let time = if !forward && given < 0.0 { given } else { time };
        let children = self.children(of);
        let mut next = if forward { children.first() } else { children.last() }.copied();
        while let Some(child) = next {
            // The next one now, as the child may move.
            next = if forward { self.after(of, child) } else { self.before(of, child) };
            let inner = &self.all[child];
            let is_met = if forward { time >= inner.start } else { time <= inner.end };
            if (inner.is_active || is_met) && inner.speed != 0.0 && inner.parent == Some(of) {
                self.render(child, self.inner(time, child), silent, force);
            }
        }
    }

    /// Notes from where to where a tween goes. Returns `false` if it has only shown where it starts from.
    fn begin(&mut self, of: Place, time: f64, total_time: f64) -> bool {
        let duration = self.all[of].duration;
        let Some(tween) = self.tween(of) else { return true };
        let (does, shows, shown) = (tween.kind, tween.shows_at_once, tween.shown);
        if tween.parts.is_none() {
            if does == Does::FromTo {
                if let Some(shown) = shown {
                    self.take_back(shown, false);
                }
                let start = self.show_start(of, shown.is_none(), true);
                self.set_shown(of, start);
                if shows && duration != 0.0 && time <= 0.0 && total_time <= 0.0 {
                    if time != 0.0 {
                        self.all[of].zero_time = time;
                    }
                    return false;
                }
            } else if does == Does::From && duration != 0.0 {
                if let Some(shown) = shown {
                    self.take_back(shown, time < 0.0 && shows);
                } else {
                    let at_once = shows && time == 0.0;
                    let start = self.show_start(of, at_once, at_once);
                    self.set_shown(of, start);
                    if time < 0.0 {
                        self.render(start, -1.0, true, false);
                    }
                    self.all[of].zero_time = time;
                    if !at_once {
                        self.begin(start, TINY, TINY);
                    } else if time == 0.0 {
                        return false;
                    }
                }
            }
            self.note_changes(of);
        }
        self.all[of].has_begun = true;
        true
    }

    fn set_shown(&mut self, of: Place, start: Place) {
        if let Some(tween) = self.tween_mut(of) {
            tween.shown = Some(start);
        }
    }

    /// Takes back what a start shows: `before_it`, as time went before it.
    fn take_back(&mut self, start: Place, before_it: bool) {
        if self.all[start].zero_time < 0.0 {
            // It has waited.
            self.end_waiting();
            self.render(start, 0.0, false, false);
            self.end_waiting();
        }
        if before_it {
            self.render(start, -1.0, true, false);
        } else if self.all[start].has_begun {
            self.render(start, -0.01, true, true);
        }
        self.stop_waiting(start);
    }

    fn note_changes(&mut self, of: Place) {
        let Some(target) = self.tween(of).and_then(|tween| tween.target.clone()) else { return };
        if self.begun.contains(&target) {
            self.end_waiting(); // so that it starts from what the other one of its target leaves
        }
        let shown = self.values.get(&target).cloned().unwrap_or_default();
        let Some(tween) = self.tween_mut(of) else { return };
        let goal = if tween.kind == Does::From { &tween.from } else { &tween.to };
        let change = |(property, goal): (&String, &f64)| {
            let now = shown.get(property).copied().unwrap_or(0.0);
            (property.clone(), now, goal - now)
        };
        tween.changes = goal.iter().map(change).collect();
        if tween.may_wait {
            self.begun.insert(target);
        }
    }

    /// Shows a tween where it is `ratio` of its way; values are rounded to 6 decimals.
    fn show(&mut self, of: Place, ratio: f64) {
        let Kind::Tween(tween) = &self.all[of].kind else { return };
        let Some(shown) = tween.target.as_ref().and_then(|target| self.values.get_mut(target))
        else {
            return;
        };
        for (property, start, way) in &tween.changes {
            let value = ((start + way * ratio) * 1e6 + 0.5).floor() / 1e6;
            shown.insert(property.clone(), value);
        }
    }

    /// Begins a tween, unless it has only shown its start or waits. Returns `true` if it is to be rendered now.
    fn begins(&mut self, of: Place, time: f64, force: bool, silent: bool, to: f64) -> bool {
        if !self.begin(of, time, to) {
            return false;
        }
        let no_frame = self.before.no_frame;
        if let Some(tween) = self.tween_mut(of)
            && !force
            && no_frame
            && tween.may_wait
            && tween.target.is_some()
        {
            tween.waits = Some((to, silent));
            self.waiting.push(of);
            return false;
        }
        true
    }

    fn render_tween(&mut self, of: Place, given: f64, silent: bool, force: bool) {
        let own = &self.all[of];
        let (duration, total, gap, repeat) = (own.duration, own.total, own.gap, own.repeat);
        let (mirrored, before, is_before) = (own.mirrored, own.time, given < 0.0);
        let to = match given {
            given if given > total - TINY && !is_before => total,
            given if given < TINY => 0.0,
            given => given,
        };
        let Some(tween) = self.tween(of) else { return };
        let renders = to != own.total_time
            || given == 0.0
            || force
            || !own.has_begun && own.total_time != 0.0
            || tween.shown.is_some() && (own.zero_time < 0.0) != is_before
            || tween.waits.is_some();
        if !renders {
            return;
        }
        let (mut time, mut pass, mut pass_before, mut turned) = (to, 0.0, 0.0, false);
        if repeat != 0.0 {
            let cycle = duration + gap;
            (time, pass) = place(to, total, duration, cycle, repeat);
            turned = mirrored && is_odd(pass);
            if turned {
                time = duration - time;
            }
            pass_before = cycle_of(own.total_time, cycle);
            if time == before && !force && own.has_begun && pass == pass_before {
                self.all[of].total_time = to;
                return;
            }
        }
        if !own.has_begun {
            let at = if is_before { given } else { time };
            if !self.begins(of, at, force, silent, to) {
                self.all[of].total_time = 0.0;
                return;
            }
        }
        let own = &mut self.all[of];
        (own.total_time, own.time) = (to, time);
        if !own.is_active && own.speed != 0.0 {
            own.is_active = true;
            self.stop_waiting(of);
        }
        if before == 0.0 && to != 0.0 && !silent && pass_before == 0.0 {
            self.call(of, "start", false);
        }
        let Some(tween) = self.tween(of) else { return };
        let (parts, has_start, shows_at_once) = (tween.parts, tween.shown, tween.shows_at_once);
        if let Some(parts) = parts {
            let inner = self.all[parts].duration * (time / duration);
            self.render(parts, if is_before { given } else { inner }, silent, force);
        } else {
            let ratio = tween.easing.at(time / duration);
            let ratio = if tween.kind == Does::From { 1.0 - ratio } else { ratio };
            self.show(of, ratio);
            if has_start.is_some() {
                self.all[of].zero_time = given;
            }
        }
        if repeat != 0.0 && pass != pass_before && !silent && self.all[of].parent.is_some() {
            self.call(of, "repeat", false);
        }
        if to == total || to == 0.0 {
            if let Some(start) = has_start.filter(|_| is_before && !shows_at_once) {
                self.render(start, given, true, true);
            }
            if given != 0.0 && to == total && self.all[of].speed > 0.0 {
                self.take_out(of, true);
            }
            if !(silent || is_before && before == 0.0) && (to != 0.0 || before != 0.0 || turned) {
                self.call(of, if to == total { "complete" } else { "reverse_complete" }, true);
            }
        }
    }

    /// A tween, a set or a call that takes no time.
    fn render_moment(&mut self, of: Place, given: f64, mut silent: bool, force: bool) {
        let own = &self.all[of];
        let is_before = given < 0.0
            || given == 0.0
                && own.start == 0.0
                && self.is_before_start(of)
                && (own.has_begun || !self.is_start(of));
        let Some(tween) = self.tween(of) else { return };
        let mut ratio = if is_before { 0.0 } else { 1.0 };
        let (mut ratio_before, mut to) = (tween.ratio, 0.0);
        if own.gap != 0.0 && own.repeat != 0.0 {
            to = given.clamp(0.0, own.total);
            let pass = cycle_of(to, own.gap);
            if own.mirrored && is_odd(pass) {
                ratio = 1.0 - ratio;
            }
            if pass != cycle_of(own.total_time, own.gap) {
                ratio_before = 1.0 - ratio;
            }
        }
        let zero_time = own.zero_time;
        if ratio != ratio_before || force || zero_time == TINY || given == 0.0 && zero_time != 0.0 {
            if !own.has_begun && !self.begins(of, given, force, silent, to) {
                return;
            }
            let own = &mut self.all[of];
            let (total, zero_time) = (own.total, own.zero_time);
            own.zero_time = match given {
                0.0 if silent => TINY,
                given => given,
            };
            silent |= given != 0.0 && zero_time == 0.0;
            own.time = 0.0;
            own.total_time = to;
            let repeats = to != 0.0 && own.repeat != 0.0 && own.parent.is_some();
            if let Some(tween) = self.tween_mut(of) {
                tween.ratio = ratio;
            }
            self.show(of, ratio);
            if repeats && !silent {
                self.call(of, "repeat", false);
            }
            if given >= total || given < 0.0 {
                if ratio != 0.0 {
                    self.take_out(of, true);
                }
                if !silent {
                    self.call(of, if ratio == 0.0 { "reverse_complete" } else { "complete" }, true);
                }
            }
        } else if zero_time == 0.0 {
            self.all[of].zero_time = given;
        }
    }

    /// Whether time around a timeline that has begun is before its start.
    fn is_before_start(&self, of: Place) -> bool {
        let Some(around) = self.all[of].parent else { return false };
        let own = &self.all[around];
        own.speed != 0.0
            && own.has_begun
            && self.lock(around) == 0
            && (self.raw_time(around) < 0.0 || self.is_before_start(around))
    }
}
