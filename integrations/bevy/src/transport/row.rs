//! What everything that plays keeps: the row that plays, and what the game asked of it.

use alloc::vec::Vec;

use cueline::{
    digest::Digest,
    event::Event,
    playback::{
        EventBuffer, ItemId, LoopEvents, Play, PlayError, Playable, Playhead, Playing, SeekPolicy,
    },
    time::{Span, Speed, Time},
};

use crate::clock::Moment;

/// A row with its settings. All of it is state: it is saved, sent and rolled back as it is.
#[derive(Clone, Debug, PartialEq, Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Row {
    pub(crate) play: Play,
    pub(crate) start: Moment,
    /// None until the asset is there.
    pub(crate) playing: Option<Playing>,
    /// What was asked for since the last frame, in order, and when; without a time it acts in the next frame.
    orders: Vec<(Option<Time>, Order)>,
}

/// What a game asks of a player.
#[derive(Clone, Copy, Debug, PartialEq, Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Order {
    Scrub(Span),
    Seek(Span),
    Finish,
    Pause,
    Resume,
    Speed(Speed),
    Reverse,
}

impl Order {
    /// Carries it out, and adds what it reports.
    fn act<P: Playable + ?Sized>(
        self,
        playing: &mut Playing,
        now: Time,
        what: &P,
        buffer: &mut EventBuffer,
        report: &mut impl FnMut(&Event<ItemId>),
    ) -> Result<(), PlayError> {
        match self {
            Self::Scrub(elapsed) => playing.scrub(now, elapsed),
            Self::Seek(elapsed) => {
                let sought = playing.seek(now, elapsed, SeekPolicy::State, what, buffer);
                sought.iter().for_each(report);
            }
            Self::Finish => playing.finish(now, what, buffer)?.iter().for_each(report),
            Self::Pause => playing.pause(now),
            Self::Resume => playing.resume(now),
            Self::Speed(speed) => playing.set_speed(now, speed)?,
            Self::Reverse => playing.reverse(now)?,
        }
        Ok(())
    }
}

impl Row {
    pub(crate) fn new(start: Moment, play: Play) -> Self {
        Self { play, start, playing: None, orders: Vec::new() }
    }

    /// Asks for something at a time of its clock, or in the next frame.
    pub(crate) fn order(&mut self, at: Option<Time>, order: Order) {
        self.orders.push((at, order));
    }

    /// Whether nothing is asked for.
    pub(crate) fn is_calm(&self) -> bool {
        self.orders.is_empty()
    }

    /// The row as it will be once what was asked for at a time is done; nothing is reported.
    pub(crate) fn ordered<P: Playable + ?Sized>(&self, what: Option<&P>) -> Option<Playing> {
        let mut playing = self.playing?;
        if let Some(what) = what.filter(|_| !self.is_calm()) {
            let mut buffer = EventBuffer::default();
            for (at, order) in &self.orders {
                let Some(at) = *at else { continue };
                playing.step(at, what, &mut buffer);
                // A refusal is logged when the order is carried out.
                let _refused = order.act(&mut playing, at, what, &mut buffer, &mut |_| {});
            }
        }
        Some(playing)
    }

    /// Starts, unless it has.
    pub(crate) fn begin<P: Playable + ?Sized>(&mut self, what: &P) -> Result<(), PlayError> {
        let play = self.play;
        self.begin_as(what, &play)
    }

    /// The same with other settings, which follow from its own.
    pub(crate) fn begin_as<P: Playable + ?Sized>(
        &mut self,
        what: &P,
        play: &Play,
    ) -> Result<(), PlayError> {
        if self.playing.is_none() {
            let duration = what.duration().unwrap_or(Span::MAX);
            // Nothing blends here: a weight or a fade is refused as a playhead refuses it.
            let single = Play { loop_events: LoopEvents::default(), ..*play };
            Playhead::new(self.start.time, duration, &single)?;
            self.playing = Some(Playing::new(what, self.start.time, play)?);
        }
        Ok(())
    }

    /// Continues at `now` with what has changed. Where it has other passes now, it is where it would be if it had always
    /// played so.
    #[cfg(feature = "assets")]
    pub(crate) fn reload_as<P: Playable + ?Sized>(
        &mut self,
        what: &P,
        play: &Play,
        now: Time,
    ) -> Result<(), PlayError> {
        let Some(playing) = &mut self.playing else { return Ok(()) };
        playing.reload(now, what)?;
        let new = Playing::new(what, self.start.time, play)?;
        if new.playhead().duration() != playing.playhead().duration() {
            *playing = new.with_reported(Some(now));
        }
        Ok(())
    }

    /// Does what was asked for, then plays up to `now`. Orders without a time act at `since`. Reports what happens, in order,
    /// and what was refused.
    pub(crate) fn step<P: Playable + ?Sized>(
        &mut self,
        what: &P,
        [since, now]: [Time; 2],
        buffer: &mut EventBuffer,
        mut report: impl FnMut(&Event<ItemId>),
        mut refuse: impl FnMut(PlayError),
    ) {
        let Some(playing) = &mut self.playing else { return };
        // As late as the frame, also where an order came between.
        let mut report =
            |event: &Event<ItemId>| report(&Event { lateness: now - event.due, ..*event });
        for (at, order) in self.orders.drain(..) {
            let at = at.unwrap_or(since);
            playing.step(at, what, buffer).iter().for_each(&mut report);
            if let Err(problem) = order.act(playing, at, what, buffer, &mut report) {
                refuse(problem);
            }
        }
        playing.step(now, what, buffer).iter().for_each(&mut report);
    }

    /// The time before which nothing happens.
    #[cfg(feature = "assets")]
    pub(crate) fn next<P: Playable + ?Sized>(&self, what: &P, buffer: &mut EventBuffer) -> Time {
        let next = self.playing.and_then(|playing| playing.next_due(what, buffer));
        next.unwrap_or(Time::MAX)
    }
}

#[cfg(all(feature = "replicon", feature = "assets"))]
impl Row {
    /// What a server has sent, for a client to which everything up to `reported` was reported.
    pub(crate) fn received(self, reported: Option<Time>) -> Self {
        let playing = self.playing.map(|playing| playing.with_reported(reported));
        Self { playing, ..self }
    }

    /// What a server has sent takes the place of what was; this client has shown `shown`.
    pub(crate) fn take_over(&mut self, sent: Self, shown: Time) {
        let own = self.playing;
        let begun = own.is_some_and(|own| own.has_begun());
        *self = sent.received(begun.then_some(shown));
        // Before the server has loaded its asset, both begin at the start.
        self.playing = self.playing.or(own);
    }
}
