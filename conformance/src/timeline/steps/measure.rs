//! How long GSAP takes a timeline to be, and where it puts what is added.
//!
//! It measures a timeline when something asks for its length. That is when it finds that an item would begin before the
//! timeline does: then all of its items move. Its own playhead moves along while it is not inside of another timeline; inside
//! of one it stays.

use serde_json::Value;

use super::{CLOCK, ENDLESS, Kind, Label, Place, Steps, TINY, rounded};
use crate::read::{Malformed, other};

impl Steps {
    pub(super) fn set_end(&mut self, of: Place) {
        let own = &mut self.all[of];
        let speed = if own.speed == 0.0 { own.rate } else { own.speed };
        own.end = rounded(own.start + own.total / speed.abs());
    }

    /// Sets the duration of a pass.
    pub(super) fn set_duration(&mut self, of: Place, duration: f64) {
        let own = &mut self.all[of];
        own.duration = rounded(duration);
        own.total = match own.repeat {
            0.0 => own.duration,
            repeat if repeat < 0.0 => 1e10,
            repeat => rounded(own.duration * (repeat + 1.0) + own.gap * repeat),
        };
        if own.parent.is_some() {
            self.set_end(of);
        }
    }

    /// Notes that timelines have to be measured again: this one and those around it, if `child` reaches beyond it.
    pub(super) fn outdate(&mut self, of: Place, child: Option<Place>) {
        if let Some(child) = child {
            let child = &self.all[child];
            if child.end <= self.all[of].duration && child.start >= 0.0 {
                return;
            }
        }
        let mut next = Some(of);
        while let Some(of) = next {
            if let Some(inside) = self.inside_mut(of) {
                inside.is_stale = true;
            }
            next = self.all[of].parent;
        }
    }

    /// The duration of all passes, measured if it has to be.
    pub(super) fn total_of(&mut self, of: Place) -> f64 {
        if self.inside(of).is_some_and(|inside| inside.is_stale) {
            self.measure_now(of);
        }
        self.all[of].total
    }

    /// The duration of a pass.
    pub(super) fn duration_of(&mut self, of: Place) -> f64 {
        self.total_of(of);
        self.all[of].duration
    }

    fn measure_now(&mut self, of: Place) {
        // Inside of another timeline its time stays; on the clock it moves along.
        let (parent, around) = (self.all[of].parent, self.all[of].around);
        let moves_along = parent.map_or(around.is_none(), |parent| parent == CLOCK);
        let (mut end, mut after) = (0.0, ENDLESS);
        let mut next = self.children(of).last().copied();
        while let Some(child) = next {
            next = self.before(of, child);
            self.total_of(child);
            let start = self.all[child].start;
            let plays = self.all[child].speed != 0.0;
            if start > after && plays && self.lock(of) == 0 {
                // It has moved behind the next one.
                self.set_lock(of, 1);
                self.take_out(child, false);
                self.put_at(of, child, start - self.all[child].delay);
                self.set_lock(of, 0);
            } else {
                after = start;
            }
            if start < 0.0 && plays {
                end -= start;
                if moves_along {
                    let own = &mut self.all[of];
                    own.start += rounded(start / own.speed);
                    own.time -= start;
                    own.total_time -= start;
                }
                let by = rounded(-start);
                for other in self.children(of).to_vec() {
                    self.all[other].start += by;
                    self.all[other].end += by;
                }
                if let Some(inside) = self.inside_mut(of) {
                    inside.moved += by;
                }
                self.outdate(of, None);
                after = 0.0;
            }
            if plays {
                end = self.all[child].end.max(end);
            }
        }
        self.set_duration(of, end);
        if let Some(inside) = self.inside_mut(of) {
            inside.is_stale = false;
        }
    }

    pub(super) fn children(&self, of: Place) -> &[Place] {
        self.inside(of).map_or(&[], |inside| &inside.children)
    }

    pub(super) fn before(&self, of: Place, child: Place) -> Option<Place> {
        let children = self.children(of);
        let at = children.iter().position(|other| *other == child)?;
        at.checked_sub(1).map(|at| children[at])
    }

    pub(super) fn after(&self, of: Place, child: Place) -> Option<Place> {
        let children = self.children(of);
        let at = children.iter().position(|other| *other == child)?;
        children.get(at + 1).copied()
    }

    /// The time of an animation where that around it is at `time`.
    pub(super) fn inner(&self, time: f64, of: Place) -> f64 {
        (time - self.all[of].start) * self.all[of].speed
    }

    /// The time at which it would be if all around it played on.
    pub(super) fn raw_time(&self, of: Place) -> f64 {
        let own = &self.all[of];
        match own.parent.or(own.around) {
            Some(around) if own.speed != 0.0 => self.inner(self.raw_time(around), of),
            _ => own.total_time,
        }
    }

    /// Puts an animation into a timeline at a time, before those that start later.
    pub(super) fn put_at(&mut self, of: Place, child: Place, at: f64) {
        let start = rounded(at + self.all[child].delay);
        self.all[child].start = start;
        let total = self.total_of(child);
        let own = &mut self.all[child];
        own.end = rounded(start + total / own.rate.abs());
        (own.parent, own.around) = (Some(of), Some(of));
        let starts: Vec<f64> = self.all.iter().map(|one| one.start).collect();
        let is_start = self.is_start(child);
        if let Kind::Timeline(inside) = &mut self.all[of].kind {
            let later = inside.children.iter().rposition(|other| starts[*other] <= start);
            inside.children.insert(later.map_or(0, |at| at + 1), child);
            if !is_start {
                inside.recent = Some(child);
            }
        }
    }

    /// Takes an animation from its timeline; `at_end`: as it has ended, which only the clock asks for.
    pub(super) fn take_out(&mut self, child: Place, at_end: bool) {
        if let Some(of) = self.all[child].parent
            && (!at_end || of == CLOCK)
            && let Some(inside) = self.inside_mut(of)
        {
            inside.children.retain(|other| *other != child);
            if inside.recent == Some(child) {
                inside.recent = inside.children.last().copied();
            }
            self.all[child].parent = None;
            self.outdate(of, None);
        }
        self.all[child].is_active = false;
    }

    /// What is put before the time of its timeline plays up to there; and a timeline that has ended notes what comes.
    pub(super) fn catch_up(&mut self, of: Place, child: Place) {
        let (own, around) = (&self.all[child], &self.all[of]);
        let is_timeline = self.inside(child).is_some();
        if own.time != 0.0
            || own.duration == 0.0 && own.has_begun
            || own.start < around.time && (own.duration != 0.0 || !is_timeline)
        {
            let at = self.inner(self.raw_time(of), child);
            let is_ahead = self.all[child].duration == 0.0 || {
                let total = self.total_of(child);
                at.min(total).max(0.0) - self.all[child].total_time > TINY
            };
            if is_ahead {
                self.render(child, at, true, false);
            }
        }
        self.outdate(of, Some(child));
        let around = &self.all[of];
        if around.around.is_some()
            && around.has_begun
            && around.time >= around.duration
            && around.speed != 0.0
        {
            let before = around.duration;
            if before < self.duration_of(of) {
                let mut next = of;
                while let Some(around) = self.all[next].around {
                    if self.raw_time(next) >= 0.0 {
                        self.go(next, self.all[next].total_time, false);
                    }
                    next = around;
                }
            }
            self.all[of].zero_time = -TINY;
        }
    }

    /// The end of a timeline; where that never comes, the end of what was put there last.
    pub(super) fn end_position(&mut self, of: Place) -> f64 {
        let length = self.duration_of(of);
        match self.inside(of).and_then(|inside| inside.recent) {
            Some(recent) if length >= ENDLESS => self.end_of(recent, false),
            _ => length,
        }
    }

    /// The time that a position stands for; all but a number measures the timeline. `own`: what a fraction of the item itself
    /// is of.
    pub(super) fn position(
        &mut self,
        of: Place,
        at: Option<&Value>,
        own: Option<Place>,
    ) -> Result<f64, Malformed> {
        let wrong = || other(format!("a position, not {at:?}"));
        if let Some(Value::Number(number)) = at {
            return number.as_f64().ok_or_else(wrong);
        }
        let end = self.end_position(of);
        let recent = self.inside(of).and_then(|inside| inside.recent);
        let text = match at {
            None | Some(Value::Null) => return Ok(end),
            Some(Value::String(text)) => text.as_str(),
            Some(_) => return Err(wrong()),
        };
        if let Some(label) = self.inside(of).and_then(|inside| inside.labels.get(text)) {
            return Ok(label.at);
        }
        if let Ok(time) = text.parse() {
            return Ok(time);
        }
        let body = text.trim_end_matches('%');
        let percent = body.len() < text.len();
        let amount = |text: &str| match text {
            "" => Ok(0.0),
            text => text.parse::<f64>().map_err(|_| wrong()),
        };
        if let Some(anchor) = body.chars().next().filter(|first| matches!(first, '<' | '>')) {
            let counts_own = body.contains('=');
            let offset = amount(&body[1..].replace('=', ""))?;
            let base = match recent {
                None => 0.0,
                Some(recent) if anchor == '<' => self.all[recent].start,
                Some(recent) => self.end_of(recent, self.all[recent].repeat >= 0.0),
            };
            let of = if counts_own { own } else { recent };
            let unit = match of {
                _ if !percent => 1.0,
                Some(of) => self.total_of(of) / 100.0,
                None => 0.0,
            };
            return Ok(base + offset * unit);
        }
        let Some(equals) = body.find('=').filter(|at| *at > 0) else {
            // A label that is named before it is put stands at the end.
            self.put_label(of, text, end);
            return Ok(end);
        };
        let (anchor, sign) = body[..equals].split_at(equals - 1);
        let mut offset = amount(&body[equals + 1..])? * if sign == "-" { -1.0 } else { 1.0 };
        if percent && let Some(own) = own {
            offset = offset / 100.0 * self.total_of(own);
        }
        match anchor {
            "" => Ok(end + offset),
            label => Ok(self.position(of, Some(&Value::String(label.to_owned())), own)? + offset),
        }
    }

    pub(super) fn put_label(&mut self, of: Place, name: &str, at: f64) {
        if let Some(inside) = self.inside_mut(of) {
            inside.labels.insert(name.to_owned(), Label { at, moved: inside.moved });
        }
    }

    /// When it ends, after all passes or after one.
    fn end_of(&mut self, of: Place, all_passes: bool) -> f64 {
        let length = if all_passes { self.total_of(of) } else { self.duration_of(of) };
        let own = &self.all[of];
        own.start + length / if own.speed == 0.0 { 1.0 } else { own.speed.abs() }
    }
}
