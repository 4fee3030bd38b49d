//! The same programs on the real player.

use std::collections::BTreeMap;

use cueline::{
    clip::{ClipId, Clips},
    event::Event,
    playback::{Active, GroupHandle, Member, Play, PlayError, PlaybackRef, Player, Subject},
    time::{Span, Speed, Time},
};

use super::{
    program::{Number, Op, flicks},
    trace::{Answer, Reported, Seen, Shown, curve},
};

/// A player, and the handles that it returned.
#[derive(Clone)]
pub(crate) struct Real<'a> {
    pub(crate) clips: &'a Clips,
    ids: &'a [ClipId],
    pub(crate) player: Player<Number>,
    /// All items and groups ever played, by number.
    pub(crate) who: Vec<PlaybackRef>,
    groups: BTreeMap<GroupHandle, Number>,
    /// The start of the program; the times of events count from there.
    start: i64,
}

impl<'a> Real<'a> {
    pub(crate) fn new(library: &'a (Clips, Vec<ClipId>), start: i64) -> Self {
        Self::resumed(library, start, Player::starting_at(Time::from_flicks(start)), vec![])
    }

    /// Continues with a player that has played before.
    pub(crate) fn resumed(
        (clips, ids): &'a (Clips, Vec<ClipId>),
        start: i64,
        player: Player<Number>,
        who: Vec<PlaybackRef>,
    ) -> Self {
        let group = |(number, who): (Number, &PlaybackRef)| match *who {
            PlaybackRef::Group(group) => Some((group, number)),
            PlaybackRef::Item(_) => None,
        };
        let groups = who.iter().enumerate().filter_map(group).collect();
        Self { clips, ids, player, who, groups, start }
    }

    pub(crate) fn apply(&mut self, op: &Op) -> Seen {
        let mut reported = vec![];
        let mut ended = vec![];
        let answer = match self.answer(op, &mut reported) {
            Ok(reports) => {
                if reports {
                    ended = self.player.ended().iter().map(shown).collect();
                }
                Answer::Done
            }
            Err(PlayError::Gone) => Answer::Gone,
            Err(PlayError::LoopsForever) => Answer::Endless,
            Err(_) => Answer::Refused,
        };
        let active: Vec<Shown> = self.player.active().map(|active| shown(&active)).collect();
        let reported = reported.iter().map(|event| self.reported(event)).collect();
        Seen { answer, reported, ended, active, items: self.player.len() }
    }

    /// Whether the operation reports events.
    fn answer(
        &mut self,
        op: &Op,
        reported: &mut Vec<Event<Subject<Number>>>,
    ) -> Result<bool, PlayError> {
        let Self { clips, ids, player, who: all, groups, .. } = self;
        let who = |number: Number| all.get(number).copied().ok_or(PlayError::Gone);
        match *op {
            Op::Advance(by) => player.advance_into(flicks(by), clips, reported),
            Op::Play(clip, ref play) => {
                let handle = player.play_on(all.len(), clips, ids[clip], play)?;
                all.push(handle.into());
                return Ok(false);
            }
            Op::Group(ref members, at_end) => {
                let member = |(number, (clip, play)): (usize, &(usize, Play))| Member {
                    target: all.len() + number,
                    clip: ids[*clip],
                    play: *play,
                };
                let members: Vec<_> = members.iter().enumerate().map(member).collect();
                let group = player.play_group(clips, &members, at_end)?;
                all.extend(player.members(group)?.map(PlaybackRef::from));
                groups.insert(group, all.len());
                all.push(group.into());
                return Ok(false);
            }
            Op::Pause(number) => return player.pause(who(number)?).map(|()| false),
            Op::Resume(number) => return player.resume(who(number)?).map(|()| false),
            Op::Speed(number, num, den) => {
                let speed = Speed::new(num, den).expect("a denominator");
                return player.set_speed(who(number)?, speed).map(|()| false);
            }
            Op::Range(number, from, to) => {
                return player.set_range(who(number)?, flicks(from), flicks(to)).map(|()| false);
            }
            Op::Reset(number) => return player.reset(who(number)?).map(|()| false),
            Op::Restart(number) => return player.restart(who(number)?).map(|()| false),
            Op::FadeOut(number, over) => {
                return player.fade_out(who(number)?, flicks(over)).map(|()| false);
            }
            Op::Seek(number, elapsed, policy) => {
                reported.extend(player.seek(who(number)?, flicks(elapsed), policy, clips)?);
            }
            Op::Finish(number) => reported.extend(player.finish(who(number)?, clips)?),
            Op::Stop(number) => reported.extend(player.stop(who(number)?)?),
        }
        Ok(true)
    }

    /// An event in plain numbers; its handle must be the one that the player returned.
    fn reported(&self, event: &Event<Subject<Number>>) -> Reported {
        let number = match event.id {
            Subject::Item { handle, target: number, .. } => {
                assert_eq!(self.who[number], PlaybackRef::Item(handle));
                number
            }
            Subject::Group(group) => self.groups[&group],
        };
        Reported {
            due: event.due.flicks() - self.start,
            lateness: event.lateness.flicks(),
            number,
            kind: event.kind,
            reason: event.reason,
            direction: event.direction,
            loop_index: event.loop_index,
        }
    }
}

fn shown(active: &Active<Number>) -> Shown {
    let sample = |local: Span| curve(local.flicks());
    Shown {
        number: active.target,
        local: active.position.local.flicks(),
        pass: active.position.pass,
        phase: active.position.phase,
        direction: active.position.direction,
        value: active.value(sample),
        gain: i64::try_from(active.gain(sample)).expect("a small number"),
    }
}
