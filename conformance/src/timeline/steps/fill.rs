//! How GSAP puts a recorded timeline together, item by item.
//!
//! Each timeline stands on the clock until it is put into another one. Tweens with a start show it when they are made: by a
//! set that stands at the end of the timeline around them for a moment, so that GSAP measures that timeline.

use cueline::time::Span;
use serde_json::Value;

use super::{Animation, CLOCK, Does, Inside, Kind, Place, Steps, TINY, Tween, rounded};
use crate::{
    read::{Malformed, other, text},
    timeline::{
        arrange::stagger,
        ease::easing,
        record::{Child, Defaults},
    },
};

impl Steps {
    /// The clock, which is the parent of what has no other.
    pub(super) fn add_clock(&mut self) {
        self.all.push(Animation::new("", Kind::Timeline(Inside::default())));
    }

    /// The whole, with all that is in it: paused, as a recorder moves it by itself.
    pub(super) fn add_whole(&mut self, child: &Child) -> Result<Place, Malformed> {
        let whole = self.timeline("root", child)?;
        (self.all[whole].speed, self.all[whole].is_active) = (0.0, false);
        self.fill(whole, child)?;
        Ok(whole)
    }

    /// An empty timeline on the clock.
    fn timeline(&mut self, name: &str, child: &Child) -> Result<Place, Malformed> {
        let kind = Kind::Timeline(Inside::default());
        let own = self.add(Animation::new(name, kind).timed(child)?);
        self.put(CLOCK, own, 0.0);
        Ok(own)
    }

    fn add(&mut self, own: Animation) -> Place {
        let (place, duration) = (self.all.len(), own.duration);
        self.all.push(own);
        self.set_duration(place, duration);
        place
    }

    /// Puts an animation into a timeline at a time, from where it was.
    fn put(&mut self, of: Place, child: Place, at: f64) {
        if self.all[child].parent.is_some() {
            self.take_out(child, false);
        }
        self.all[child].moved_before = self.inside(of).map_or(0.0, |inside| inside.moved);
        self.put_at(of, child, at);
        self.catch_up(of, child);
    }

    fn fill(&mut self, of: Place, child: &Child) -> Result<(), Malformed> {
        for inner in &child.children {
            let at = inner.position.as_ref();
            match inner.kind.as_str() {
                "label" => {
                    self.total_of(of); // measured for a number too
                    let at = self.position(of, at, None)?;
                    self.put_label(of, &inner.name, at);
                }
                "timeline" => {
                    let own = self.timeline(&inner.id, inner)?;
                    self.fill(own, inner)?;
                    self.set_speed(own, inner.time_scale);
                    let at = self.position(of, at, Some(own))?;
                    self.put(of, own, at);
                }
                "call" => {
                    let kind = Kind::of(Does::Call);
                    let own = self.add(Animation::new(&inner.id, kind).timed(inner)?);
                    self.put(CLOCK, own, 0.0);
                    // It is taken from the clock before its place is looked for.
                    self.take_out(own, false);
                    let at = self.position(of, at, Some(own))?;
                    self.put(of, own, at);
                }
                _ => self.put_tween(of, inner, &child.defaults)?,
            }
        }
        Ok(())
    }

    fn put_tween(
        &mut self,
        of: Place,
        child: &Child,
        defaults: &Defaults,
    ) -> Result<(), Malformed> {
        let does = match child.kind.as_str() {
            "to" => Does::To,
            "from" => Does::From,
            "from_to" => Does::FromTo,
            "set" => Does::Set,
            kind => return Err(other(format!("an item, not {kind}"))),
        };
        let at = child.position.as_ref();
        // A set is made when its place is known already: there is no duration of its own to take a fraction of.
        let mut known = None;
        if does == Does::Set {
            self.total_of(of); // measured for a number too
            known = Some(self.position(of, at, None)?);
        }
        let staggers = child.stagger.as_ref();
        let ease = match staggers.and_then(|value| value.get("ease")) {
            Some(ease) => Some(text(ease)?),
            None => child.ease.as_deref().or(defaults.ease.as_deref()),
        };
        let duration = match does {
            Does::Set => 0.0,
            _ => child.duration.or(defaults.duration).unwrap_or(0.5),
        };
        let mut kind = Kind::of(does);
        if let Kind::Tween(tween) = &mut kind {
            tween.may_wait = duration != 0.0;
            tween.target = child.target.clone().or_else(|| child.targets.first().cloned());
            (tween.from, tween.to) = (child.from.clone(), child.to.clone());
            tween.easing = easing(ease)?;
            tween.shows_at_once =
                self.before.shows_at_once && matches!(does, Does::From | Does::FromTo);
        }
        let mut own = Animation::new(&child.id, kind).timed(child)?;
        own.duration = duration;
        let own = self.add(own);
        if let Some(staggers) = staggers {
            self.add_parts(own, child, staggers)?;
        }
        let at = match known {
            Some(at) => at,
            None => self.position(of, at, Some(own))?,
        };
        self.put(of, own, at);
        self.show_at_once(own);
        self.set_speed(own, child.time_scale);
        Ok(())
    }

    /// The parts of a staggered tween, in a timeline of its own that plays as the tween does.
    fn add_parts(&mut self, of: Place, child: &Child, staggers: &Value) -> Result<(), Malformed> {
        let inside = self.add(Animation::new("", Kind::Timeline(Inside::default())));
        (self.all[inside].parent, self.all[inside].around) = (Some(of), Some(of));
        let count = u32::try_from(child.targets.len()).map_err(other)?;
        let delays = stagger(staggers)?.delays(count);
        let (kind, duration) = (self.all[of].kind.clone(), self.all[of].duration);
        let timing = Child {
            repeat: staggers.get("repeat").cloned(),
            yoyo: staggers.get("yoyo").and_then(Value::as_bool).unwrap_or(false),
            repeat_delay: staggers.get("repeat_delay").and_then(Value::as_f64).unwrap_or(0.0),
            ..Child::default()
        };
        for (target, delay) in child.targets.iter().zip(delays) {
            let mut kind = kind.clone();
            if let Kind::Tween(tween) = &mut kind {
                tween.target = Some(target.clone());
            }
            let mut part = Animation::new("", kind).timed(&timing)?;
            part.duration = duration;
            let part = self.add(part);
            self.put(inside, part, seconds(delay));
            self.show_at_once(part);
        }
        let whole = self.duration_of(inside);
        if let Kind::Tween(tween) = &mut self.all[of].kind {
            (tween.target, tween.parts) = (None, Some(inside));
        }
        self.set_duration(of, whole);
        Ok(())
    }

    /// A tween with a start shows it where it is put.
    fn show_at_once(&mut self, of: Place) {
        if self.tween(of).is_some_and(|tween| tween.shows_at_once) {
            let own = &mut self.all[of];
            own.total_time = -TINY;
            let at = (-own.delay).max(0.0);
            self.render(of, at, false, false);
        }
    }

    /// Shows the values from which a tween starts, from a place at the end of the timeline around it.
    pub(super) fn show_start(&mut self, of: Place, may_wait: bool, at_once: bool) -> Place {
        let mut kind = Kind::of(Does::Start);
        if let (Kind::Tween(start), Some(tween)) = (&mut kind, self.tween(of)) {
            (start.target, start.to) = (tween.target.clone(), tween.from.clone());
            (start.may_wait, start.shows_at_once) = (may_wait, at_once);
        }
        let start = self.add(Animation::new("", kind));
        if let Some(around) = self.all[of].parent {
            let end = self.end_position(around);
            self.put(around, start, end);
            self.show_at_once(start);
            self.take_out(start, false);
        }
        self.all[start].around = None;
        start
    }

    /// Sets how fast an animation plays, which plays it, silently, to where it is.
    fn set_speed(&mut self, of: Place, speed: Option<f64>) {
        let Some(speed) = speed.filter(|speed| *speed != self.all[of].rate) else { return };
        let own = &self.all[of];
        let at = match own.parent {
            Some(around) if own.speed != 0.0 => self.inner(self.all[around].time, of),
            _ => own.total_time,
        };
        let delay = own.delay.abs();
        (self.all[of].speed, self.all[of].rate) = (speed, speed);
        let total = self.total_of(of);
        self.go(of, if at < -delay { -delay } else { at.min(total) }, true);
        self.set_end(of);
        let mut next = self.all[of].parent;
        while let Some(around) = next.filter(|around| *around != CLOCK) {
            self.outdate(around, None);
            self.total_of(around);
            next = self.all[around].parent;
        }
    }
}

impl Animation {
    fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            parent: None,
            around: None,
            start: 0.0,
            moved_before: 0.0,
            end: 0.0,
            duration: 0.0,
            total: 0.0,
            delay: 0.0,
            gap: 0.0,
            repeat: 0.0,
            mirrored: false,
            speed: 1.0,
            rate: 1.0,
            time: 0.0,
            total_time: 0.0,
            zero_time: -TINY,
            is_active: false,
            has_begun: false,
        }
    }

    /// With the passes and the delay of a child.
    fn timed(mut self, child: &Child) -> Result<Self, Malformed> {
        self.delay = child.delay;
        self.repeat = match &child.repeat {
            None => 0.0,
            Some(Value::String(text)) if text == "infinite" => -1.0,
            Some(passes) => {
                passes.as_f64().ok_or_else(|| other(format!("a number of passes, not {passes}")))?
            }
        };
        if self.repeat != 0.0 {
            (self.gap, self.mirrored) = (child.repeat_delay, child.yoyo);
        }
        Ok(self)
    }
}

impl Kind {
    fn of(kind: Does) -> Self {
        Self::Tween(Tween { kind, ..Tween::default() })
    }
}

fn seconds(span: Span) -> f64 {
    rounded(span.as_secs_f64())
}
