//! What plays on show, and what a user can do with it. It reads no clock.

mod controls;

use cueline::{
    clip::{Clip, ClipBuilder},
    playback::{EventBuffer, Play, Playing, Repeat, SeekPolicy},
    time::{Span, Speed, TickRate, Time},
};

/// The available speeds, as fractions.
const SPEEDS: [(i64, u64); 9] =
    [(1, 10), (1, 4), (1, 2), (3, 4), (1, 1), (3, 2), (2, 1), (4, 1), (8, 1)];
const NORMAL: usize = 4;

/// Plays one item.
#[derive(Clone, Debug)]
pub(crate) struct Transport {
    /// As long as the item, and empty: the view reads the item itself.
    what: Clip,
    playing: Playing,
    /// Nothing is reported: a buffer to step with.
    events: EventBuffer,
    now: Time,
    speed: usize,
    backward: bool,
    looped: bool,
}

/// An action of the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Command {
    /// Plays or pauses.
    Toggle,
    /// Steps one frame forward or back, and pauses.
    Step(i64),
    /// Seeks to a time.
    Seek(Span),
    /// Faster, or slower.
    Speed(bool),
    /// Reverses the direction.
    Reverse,
    /// Turns looping on or off.
    Loop,
}

impl Transport {
    /// At the start of an item with this duration, playing in a loop.
    pub(crate) fn new(length: Span) -> Self {
        let (speed, backward, looped) = (NORMAL, false, true);
        let (what, now, events) = (empty(length), Time::ZERO, EventBuffer::default());
        let playing = start(&what, now, looped);
        Self { what, playing, events, now, speed, backward, looped }
    }

    /// The time of the item on show.
    pub(crate) fn at(&self) -> Span {
        self.playing.at(self.now).local
    }

    pub(crate) fn length(&self) -> Span {
        self.what.duration()
    }

    pub(crate) fn is_playing(&self) -> bool {
        !self.playing.is_held()
    }

    pub(crate) fn is_looped(&self) -> bool {
        self.looped
    }

    pub(crate) fn is_backward(&self) -> bool {
        self.backward
    }

    /// The speed in words, such as `1x`.
    pub(crate) fn speed_words(&self) -> String {
        let (num, den) = SPEEDS[self.speed];
        let sign = if self.backward { "-" } else { "" };
        if den == 1 { format!("{sign}{num}x") } else { format!("{sign}{num}/{den}x") }
    }

    /// The speed as a number, below zero backward.
    pub(crate) fn factor(&self) -> f32 {
        let (num, den) = SPEEDS[self.speed];
        #[expect(clippy::cast_precision_loss, reason = "at most 10")]
        let factor = num as f32 / den as f32;
        if self.backward { -factor } else { factor }
    }

    /// Plays at the available speed that is nearest to a number, below zero backward.
    pub(crate) fn set_factor(&mut self, factor: f32) {
        self.backward = factor < 0.0;
        #[expect(clippy::cast_precision_loss, reason = "at most 10")]
        let off =
            |speed: usize| (SPEEDS[speed].0 as f32 / SPEEDS[speed].1 as f32 - factor.abs()).abs();
        let nearest = (0..SPEEDS.len()).min_by(|one, other| off(*one).total_cmp(&off(*other)));
        self.speed = nearest.unwrap_or(NORMAL);
        self.take_speed();
    }

    /// Advances time.
    pub(crate) fn advance(&mut self, by: Span) {
        self.now += by;
        self.playing.step(self.now, &self.what, &mut self.events);
    }

    /// Switches to an item with another duration: keeps the time in the item, or moves to the new end.
    pub(crate) fn set_length(&mut self, length: Span) {
        let at = self.at();
        self.what = empty(length);
        self.restart_at(at.min(self.length()));
    }

    pub(crate) fn command(&mut self, command: Command) {
        match command {
            Command::Toggle if self.is_playing() => self.playing.pause(self.now),
            Command::Toggle => {
                // At its end an item begins again.
                let end = if self.backward { Span::ZERO } else { self.length() };
                if !self.looped && self.at() == end {
                    self.restart_at(if self.backward { self.length() } else { Span::ZERO });
                }
                self.playing.resume(self.now);
            }
            Command::Step(frames) => {
                let by = TickRate::HZ_60.span_of(frames);
                let at = (self.at() + by).max(Span::ZERO).min(self.length());
                self.restart_at(at);
                self.playing.pause(self.now);
            }
            Command::Seek(at) => self.restart_at(at.max(Span::ZERO).min(self.length())),
            Command::Speed(faster) => {
                let next = if faster { self.speed + 1 } else { self.speed.saturating_sub(1) };
                self.speed = next.min(SPEEDS.len() - 1);
                self.take_speed();
            }
            Command::Reverse => {
                self.backward = !self.backward;
                self.take_speed();
            }
            Command::Loop => {
                self.looped = !self.looped;
                self.restart_at(self.at());
            }
        }
    }

    fn speed(&self) -> Speed {
        let (num, den) = SPEEDS[self.speed];
        Speed::new(if self.backward { -num } else { num }, den).unwrap_or(Speed::NORMAL)
    }

    fn take_speed(&mut self) {
        let _a_clip_plays_in_both_directions = self.playing.set_speed(self.now, self.speed());
    }

    /// Plays from a time of the item on, in the first pass, or is paused there if it was paused.
    fn restart_at(&mut self, at: Span) {
        let held = self.playing.is_held();
        // The very end of a loop is the start of its next pass.
        let last = self.length() - Span::from_flicks(i64::from(self.looped));
        self.playing = start(&self.what, self.now, self.looped);
        let (at, policy) = (at.min(last), SeekPolicy::Silent);
        self.playing.seek(self.now, at, policy, &self.what, &mut self.events);
        self.take_speed();
        if held {
            self.playing.pause(self.now);
        }
    }
}

/// As long as an item, and at least a flick.
fn empty(length: Span) -> Clip {
    let clip = ClipBuilder::new("").duration(length.max(Span::from_flicks(1)));
    clip.build().unwrap_or_else(|refused| unreachable!("{length}: {refused}"))
}

/// From the start on, at normal speed.
fn start(what: &Clip, now: Time, looped: bool) -> Playing {
    let repeat = if looped { Repeat::Forever } else { Repeat::Once };
    // A duration above zero and no range, which is always accepted.
    Playing::new(what, now, &Play { repeat, ..Play::default() })
        .unwrap_or_else(|refused| unreachable!("{}: {refused}", what.duration()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: i64) -> Span {
        Span::from_millis(ms)
    }

    #[test]
    fn it_loops_until_a_command_stops_it_at_the_end() {
        let mut transport = Transport::new(ms(1000));
        transport.advance(ms(2300));
        assert_eq!(transport.at(), ms(300));
        transport.command(Command::Loop);
        transport.advance(ms(2300));
        assert_eq!(transport.at(), ms(1000));
        transport.command(Command::Toggle);
        transport.command(Command::Toggle);
        transport.advance(ms(100));
        assert_eq!(transport.at(), ms(100), "what has come to its end begins again");
    }

    #[test]
    fn it_pauses_steps_and_seeks() {
        let mut transport = Transport::new(ms(1000));
        transport.command(Command::Toggle);
        transport.advance(ms(300));
        assert_eq!((transport.at(), transport.is_playing()), (ms(0), false));
        transport.command(Command::Step(3));
        assert_eq!(transport.at(), ms(50));
        transport.command(Command::Step(-9));
        assert_eq!(transport.at(), ms(0), "not before the start");
        transport.command(Command::Seek(ms(5000)));
        let last = ms(1000) - Span::from_flicks(1);
        assert_eq!(transport.at(), last, "not behind the end, nor around it");
        transport.command(Command::Seek(ms(400)));
        transport.command(Command::Toggle);
        transport.advance(ms(100));
        assert_eq!(transport.at(), ms(500));
    }

    #[test]
    fn speed_and_direction_change_in_place() {
        let mut transport = Transport::new(ms(1000));
        transport.advance(ms(400));
        transport.command(Command::Speed(true));
        transport.command(Command::Speed(true));
        assert_eq!((transport.at(), transport.speed_words()), (ms(400), "2x".to_owned()));
        transport.advance(ms(100));
        assert_eq!(transport.at(), ms(600));
        transport.command(Command::Reverse);
        transport.advance(ms(100));
        assert_eq!((transport.at(), transport.speed_words()), (ms(400), "-2x".to_owned()));
        transport.advance(ms(300));
        assert_eq!(transport.at(), ms(800), "backward it loops, too");
    }

    #[test]
    fn a_factor_takes_the_nearest_speed_and_its_direction() {
        let mut transport = Transport::new(ms(1000));
        for (factor, words) in
            [(-1.0, "-1x"), (0.25, "1/4x"), (4.0, "4x"), (1.0, "1x"), (100.0, "8x")]
        {
            transport.set_factor(factor);
            assert_eq!(transport.speed_words(), words);
        }
        transport.set_factor(-0.25);
        assert_eq!(transport.factor(), -0.25);
    }

    #[test]
    fn another_length_keeps_the_place() {
        let mut transport = Transport::new(ms(1000));
        transport.advance(ms(600));
        transport.set_length(ms(2000));
        assert_eq!(transport.at(), ms(600));
        transport.set_length(ms(500));
        assert!(transport.at() <= ms(500));
    }
}
