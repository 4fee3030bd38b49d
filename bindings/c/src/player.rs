//! Players: one clip, timeline or flipbook that plays, with pause, speed, seeking, repeats and events.

pub(crate) mod state;

use core::ffi::c_char;

use cueline::{
    clip::Value,
    event::Direction,
    playback::{
        EventBuffer, LoopEvents, Phase, Play as CorePlay, PlayError, Playing, Repeat, RepeatMode,
        SeekPolicy, Weight,
    },
    time::{Span, Time},
};

use crate::{
    clock::speed,
    handle::{PlayableHandle, PlayerHandle},
    object::player_of_save,
    playable::{content, content::Content, put_value, put_values},
    pointer::{Buffer, Out, elements, optional, put_name},
    queue::state::Event,
    status::{
        Answer, CUELINE_ARGUMENT, CUELINE_DATA, CUELINE_KIND, CUELINE_UNKNOWN, Refusal, call,
    },
    table::{add, with},
    time::CUELINE_NEVER,
};
use state::Player;

/// Each pass begins at the start again.
pub const CUELINE_REPEAT_RESTART: i32 = 0;
/// Every other pass runs back.
pub const CUELINE_REPEAT_PING_PONG: i32 = 1;

/// A jump reports nothing of what lies between.
pub const CUELINE_SEEK_SILENT: i32 = 0;
/// A jump reports the cues between that count as state.
pub const CUELINE_SEEK_STATE: i32 = 1;
/// A jump reports all cues and loops between.
pub const CUELINE_SEEK_ALL: i32 = 2;

/// The delay is not over; nothing shows yet.
pub const CUELINE_PHASE_WAITING: i32 = 0;
/// It shows, also while it is paused.
pub const CUELINE_PHASE_PLAYING: i32 = 1;
/// It has reached its end, and shows that.
pub const CUELINE_PHASE_ENDED: i32 = 2;

/// How something plays. Null in place of it: once, whole, forward, at normal speed, at once.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// Time of the clock before it shows, in flicks. A negative delay starts it in the past.
    pub delay: i64,
    /// The start of the part that plays, in flicks.
    pub from: i64,
    /// The end of that part; `CUELINE_NEVER`, with 0 in `from`, for the whole.
    pub to: i64,
    /// Its speed is `speed_num / speed_den`; below zero it runs backward, from its end.
    pub speed_num: i64,
    /// Above zero.
    pub speed_den: u64,
    /// How many passes; 0 for endless ones.
    pub passes: u64,
    /// Time of the clock over which its weight rises from 0 to `weight`, in flicks.
    pub fade_in: i64,
    /// How far it covers the players before it in `cueline_players_value`: 1 is all, 0 is nothing.
    pub weight: f64,
    /// `CUELINE_REPEAT_RESTART` or `CUELINE_REPEAT_PING_PONG`.
    pub repeat: i32,
    /// 1 to report the last loop of a step only, and no cues of passes that lie in one step; 0 to report each.
    pub coalesced: i32,
}

/// Where a player stands at a time.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerState {
    /// Time of what plays, in flicks from its start.
    pub position: i64,
    /// The pass, from 0; negative if it has turned back past its start.
    pub pass: i64,
    /// Its speed is `speed_num / speed_den`.
    pub speed_num: i64,
    /// Above zero.
    pub speed_den: u64,
    /// How far it covers the players before it, fades included; 1 is all.
    pub weight: f64,
    /// `CUELINE_PHASE_WAITING`, ...
    pub phase: i32,
    /// Whether what plays runs backward, 1 or 0.
    pub backward: i32,
    /// Whether it is paused, or stands at a pause point of its timeline, 1 or 0.
    pub is_paused: i32,
    /// Whether its end was reported, 1 or 0.
    pub is_over: i32,
}

/// Weights are kept in steps of 1/65536.
fn weight(weight: f64) -> Answer<Weight> {
    let bits = (weight * 65536.0).round();
    if !(0.0..=f64::from(u32::MAX)).contains(&bits) {
        let text = format!("the weight is {weight} but must be 0 or more, and below 65536");
        return Err(Refusal::new(CUELINE_ARGUMENT, text));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    Ok(Weight::from_bits(bits as u32))
}

fn refused(error: PlayError) -> Refusal {
    Refusal::new(CUELINE_ARGUMENT, error)
}

impl Play {
    fn checked(self) -> Answer<CorePlay> {
        let repeat_mode = match self.repeat {
            CUELINE_REPEAT_RESTART => RepeatMode::Restart,
            CUELINE_REPEAT_PING_PONG => RepeatMode::PingPong,
            other => {
                let text = format!(
                    "repeat {other} is neither CUELINE_REPEAT_RESTART (0) nor _PING_PONG (1)"
                );
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        };
        let is_whole = self.from == 0 && self.to == CUELINE_NEVER;
        Ok(CorePlay {
            delay: Span::from_flicks(self.delay),
            speed: speed(self.speed_num, self.speed_den)?,
            range: (!is_whole).then(|| (Span::from_flicks(self.from), Span::from_flicks(self.to))),
            repeat: match self.passes {
                0 => Repeat::Forever,
                1 => Repeat::Once,
                passes => Repeat::Times(passes),
            },
            repeat_mode,
            fade_in: Span::from_flicks(self.fade_in),
            weight: weight(self.weight)?,
            loop_events: if self.coalesced == 0 { LoopEvents::Each } else { LoopEvents::Coalesced },
            ..CorePlay::default()
        })
    }
}

/// Plays a clip, a timeline or a flipbook from the time `start` of your clock (flicks), which may be past: then the first step
/// reports the events since then, late. `play` may be null. The player keeps what it plays, so that may be freed. The caller
/// frees the player with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_new(
    playable: PlayableHandle,
    start: i64,
    play: *const Play,
    player: *mut PlayerHandle,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `play`.
        let play = unsafe { optional("play", play) }?;
        // SAFETY: the caller's promise for `player`.
        let player = unsafe { Out::new("player", player) }?;
        let what = content(playable)?;
        let play = play.map_or_else(|| Ok(CorePlay::default()), Play::checked)?;
        let playing = Playing::new(what.as_playable(), Time::from_flicks(start), &play);
        let playing = playing.map_err(refused)?;
        player.set(add(Player { playing, what, buffer: EventBuffer::default() })?);
        Ok(())
    })
}

/// Makes a player from the bytes of a save, which are read during the call only, and a clip, timeline or
/// flipbook with the same content as the one that it played. Damaged bytes, those of something else (`CUELINE_DATA`) and those of a
/// later version are refused. The caller frees the player with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_load(
    playable: PlayableHandle,
    save: *const u8,
    length: usize,
    player: *mut PlayerHandle,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `save`.
        let save = unsafe { elements("save", save, length) }?;
        // SAFETY: the caller's promise for `player`.
        let player = unsafe { Out::new("player", player) }?;
        let what = content(playable)?;
        let (saved, playing): (u64, Playing) = player_of_save(save)?;
        let found = what.digest();
        if saved != found {
            let text = format!(
                "the save is of a player of something else, or of another version of this: of content with the digest \
                 {saved:016x}, not {found:016x}"
            );
            return Err(Refusal::new(CUELINE_DATA, text));
        }
        player.set(add(Player { playing, what, buffer: EventBuffer::default() })?);
        Ok(())
    })
}

/// The calls that report events.
///
/// # Safety
///
/// `events` is null or valid for writes of `capacity` elements, `count` is null or valid for a write.
unsafe fn reported(
    player: u64,
    first: usize,
    (events, capacity, count): (*mut Event, usize, *mut usize),
    play: impl FnOnce(&mut Player) -> Answer<()>,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `events`.
        let events = unsafe { Buffer::new("events", events, capacity) }?;
        // SAFETY: the caller's promise for `count`.
        let count = unsafe { Out::optional(count) };
        with(player, |player: &mut Player| {
            play(player)?;
            events.fill(player.events().skip(first));
            count.set(player.buffer.events().len());
            Ok(())
        })
    })
}

/// Reports what became due up to the time `now` of your clock (flicks), in order: starts, cues, loops and ends, each with its
/// exact time. Two steps report the same as one step over both; a step back reports nothing. Values are read without any step, at
/// any time.
///
/// The events are written to `events`, as many as fit in `capacity`, and their number to `count` (or nowhere, if that is null).
/// What does not fit can be read with `cueline_player_events` until the next step, seek or finish. Both pointers may be null, with
/// a capacity of 0. In an event of a player, `entry` is the item of the timeline, 0 for the whole. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_step(
    player: PlayerHandle,
    now: i64,
    events: *mut Event,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let step = |Player { playing, what, buffer }: &mut Player| {
        playing.step(Time::from_flicks(now), what.as_playable(), buffer);
        Ok(())
    };
    // SAFETY: the caller's promises.
    unsafe { reported(player, 0, (events, capacity, count), step) }
}

/// Jumps at the time `now` of your clock to `elapsed` flicks along all passes, forward or back, clamped to their ends. `policy`
/// (`CUELINE_SEEK_STATE`, ...) says which events between are reported, as sought; the start and the end always are. Step to `now`
/// first: what was not yet reported is lost. Other arguments as of `cueline_player_step`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_seek(
    player: PlayerHandle,
    now: i64,
    elapsed: i64,
    policy: i32,
    events: *mut Event,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let seek = |Player { playing, what, buffer }: &mut Player| {
        let policy = match policy {
            CUELINE_SEEK_SILENT => SeekPolicy::Silent,
            CUELINE_SEEK_STATE => SeekPolicy::State,
            CUELINE_SEEK_ALL => SeekPolicy::All,
            _ => {
                let text =
                    format!("policy {policy} is none of CUELINE_SEEK_SILENT (0) to _ALL (2)");
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        };
        let (now, elapsed) = (Time::from_flicks(now), Span::from_flicks(elapsed));
        playing.seek(now, elapsed, policy, what.as_playable(), buffer);
        Ok(())
    };
    // SAFETY: the caller's promises.
    unsafe { reported(player, 0, (events, capacity, count), seek) }
}

/// Jumps at the time `now` of your clock to the end, and reports all events up to it as skipped. What has no end is refused.
/// Other arguments as of `cueline_player_step`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_finish(
    player: PlayerHandle,
    now: i64,
    events: *mut Event,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let finish = |Player { playing, what, buffer }: &mut Player| {
        let finished = playing.finish(Time::from_flicks(now), what.as_playable(), buffer);
        finished.map(|_| ()).map_err(refused)
    };
    // SAFETY: the caller's promises.
    unsafe { reported(player, 0, (events, capacity, count), finish) }
}

/// Writes the events of the last step, seek or finish from number `first` on, as many as fit in `capacity`, and to `count` how
/// many there are in all. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_events(
    player: PlayerHandle,
    first: usize,
    events: *mut Event,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the caller's promises.
    unsafe { reported(player, first, (events, capacity, count), |_| Ok(())) }
}

/// Writes the name of the cue of event number `event` of the last step, seek or finish, with a zero byte. `CUELINE_UNKNOWN` if that
/// event has none: a start, a loop, an end, a call of a timeline. `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The
/// caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_cue_name(
    player: PlayerHandle,
    event: usize,
    name: *mut c_char,
    capacity: usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { Buffer::new("name", name, capacity) }?;
        with(player, |player: &mut Player| {
            let events = player.buffer.events();
            let Some(found) = events.get(event) else {
                let text = format!("the last call reported {} events, not {event}", events.len());
                return Err(Refusal::new(CUELINE_UNKNOWN, text));
            };
            let Some(cue) = player.cue_name(found) else {
                let text = format!("event {event} is not of a cue that has a name");
                return Err(Refusal::new(CUELINE_UNKNOWN, text));
            };
            put_name(&name, cue)
        })
    })
}

/// Writes when the next event is due by your clock, in flicks; `CUELINE_NEVER` if none is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_next_due(player: PlayerHandle, due: *mut i64) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `due`.
        let due = unsafe { Out::new("due", due) }?;
        with(player, |Player { playing, what, buffer }: &mut Player| {
            let next = playing.next_due(what.as_playable(), buffer);
            due.set(next.map_or(CUELINE_NEVER, Time::flicks));
            Ok(())
        })
    })
}

fn command(player: u64, body: impl FnOnce(&mut Player) -> Result<(), PlayError>) -> i32 {
    call(|| with(player, |player: &mut Player| body(player).map_err(refused)))
}

/// Pauses at the time `now` of your clock. Step to `now` before this and the commands below: a command keeps no past, so what was
/// not yet reported is lost.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_pause(player: PlayerHandle, now: i64) -> i32 {
    command(player, |player| {
        player.playing.pause(Time::from_flicks(now));
        Ok(())
    })
}

/// Plays on: after a pause, or at a pause point of the timeline.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_resume(player: PlayerHandle, now: i64) -> i32 {
    command(player, |player| {
        player.playing.resume(Time::from_flicks(now));
        Ok(())
    })
}

/// Plays at the speed `num / den` from its position on: 1/2 is half as fast, -1/1 runs backward.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_set_speed(
    player: PlayerHandle,
    now: i64,
    num: i64,
    den: u64,
) -> i32 {
    call(|| {
        let speed = speed(num, den)?;
        with(player, |player: &mut Player| {
            player.playing.set_speed(Time::from_flicks(now), speed).map_err(refused)
        })
    })
}

/// Turns round, at the same speed.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_reverse(player: PlayerHandle, now: i64) -> i32 {
    command(player, |player| player.playing.reverse(Time::from_flicks(now)))
}

/// Starts again, without a delay, and resumes if paused. The next step reports the start again.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_restart(player: PlayerHandle, now: i64) -> i32 {
    command(player, |player| {
        player.playing.restart(Time::from_flicks(now));
        Ok(())
    })
}

/// Moves to `elapsed` flicks along all passes without any event, and pauses there: for the slider of an editor.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_scrub(player: PlayerHandle, now: i64, elapsed: i64) -> i32 {
    command(player, |player| {
        player.playing.scrub(Time::from_flicks(now), Span::from_flicks(elapsed));
        Ok(())
    })
}

/// Fades the weight linearly to `weight` (0 is nothing, 1 covers all) over `over` flicks of the clock.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_fade_to(
    player: PlayerHandle,
    now: i64,
    weight: f64,
    over: i64,
) -> i32 {
    call(|| {
        let weight = self::weight(weight)?;
        with(player, |player: &mut Player| {
            player.playing.fade_to(Time::from_flicks(now), weight, Span::from_flicks(over));
            Ok(())
        })
    })
}

/// Fades out over `over` flicks of the clock, and then ends: as cancelled, if its own end comes later.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_fade_out(player: PlayerHandle, now: i64, over: i64) -> i32 {
    command(player, |player| {
        player.playing.fade_out(Time::from_flicks(now), Span::from_flicks(over));
        Ok(())
    })
}

/// Changes the part that plays, from `from` to `to` flicks. Playback keeps its position, or moves to the nearest end of the part.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_set_range(
    player: PlayerHandle,
    now: i64,
    from: i64,
    to: i64,
) -> i32 {
    let (from, to) = (Span::from_flicks(from), Span::from_flicks(to));
    command(player, |player| player.playing.set_range(Time::from_flicks(now), from, to))
}

/// Continues with a changed clip, timeline or flipbook: that of a file that was loaded again. The position, the speed and the
/// pause stay; events ahead of the position are reported once, events behind it never again.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_player_reload(
    player: PlayerHandle,
    now: i64,
    playable: PlayableHandle,
) -> i32 {
    call(|| {
        let new = content(playable)?;
        with(player, |player: &mut Player| {
            let reloaded = player.playing.reload(Time::from_flicks(now), new.as_playable());
            reloaded.map_err(refused)?;
            player.what = new;
            player.buffer = EventBuffer::default();
            Ok(())
        })
    })
}

/// Writes where the player stands at the time `now` of your clock, without a step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_state(
    player: PlayerHandle,
    now: i64,
    state: *mut PlayerState,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `state`.
        let state = unsafe { Out::new("state", state) }?;
        with(player, |Player { playing, .. }: &mut Player| {
            let at = playing.at(Time::from_flicks(now));
            let speed = playing.playhead().speed();
            state.set(PlayerState {
                position: at.local.flicks(),
                pass: at.pass,
                speed_num: speed.num(),
                speed_den: speed.den(),
                weight: playing.weight(Time::from_flicks(now)).as_f64(),
                phase: match at.phase {
                    Phase::Waiting => CUELINE_PHASE_WAITING,
                    Phase::Playing => CUELINE_PHASE_PLAYING,
                    Phase::Ended => CUELINE_PHASE_ENDED,
                },
                backward: (at.direction == Direction::Backward).into(),
                is_paused: playing.is_held().into(),
                is_over: playing.is_over().into(),
            });
            Ok(())
        })
    })
}

fn shown(player: u64, now: i64) -> Answer<(Content, Span)> {
    with(player, |Player { playing, what, .. }: &mut Player| {
        Ok((what.clone(), playing.at(Time::from_flicks(now)).local))
    })
}

/// Writes the value of the property `name` of what plays, at the time `now` of your clock. Other arguments as of
/// `cueline_playable_value`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_value(
    player: PlayerHandle,
    name: *const c_char,
    now: i64,
    numbers: *mut f64,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let find = |name: &str| {
        let (what, at) = shown(player, now)?;
        what.value(name, at).map(Some)
    };
    // SAFETY: the caller's promises.
    unsafe { put_value(name, (numbers, capacity, count), find) }
}

/// Puts the value of one more player on top of those before it.
fn blended(below: Option<Value>, value: Value, weight: Weight) -> Answer<Value> {
    let Some(below) = below else { return Ok(value) };
    let (found, wanted) = (value.kind(), below.kind());
    if found != wanted {
        let text = format!(
            "the property is of kind {wanted} in one player and of kind {found} in another"
        );
        return Err(Refusal::new(CUELINE_KIND, text));
    }
    // Of one kind, two values always blend. A weight above full covers like full.
    let between = below.lerp(&value, weight.as_f64());
    Ok(between.filter(|_| weight < Weight::FULL).unwrap_or(value))
}

/// Writes the value of the property `name` that several players write, at the time `now` of your clock: each lies on top of
/// those before it, by its weight, and the lowest counts fully. So a player that fades in over another needs no fade of the other.
/// Players that wait, that have no weight or that do not have the property are left out; if all are, `count` is 0, nothing is
/// written, and the game's own value stays. `CUELINE_UNKNOWN` if no player has the property; `CUELINE_KIND` if they have it in
/// different kinds. The handles are read during the call only; other arguments as of `cueline_playable_value`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_players_value(
    players: *const PlayerHandle,
    players_count: usize,
    name: *const c_char,
    now: i64,
    numbers: *mut f64,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let find = |name: &str| {
        // SAFETY: the caller's promise for `players`.
        let players = unsafe { elements("players", players, players_count) }?;
        let (mut top, mut unknown) = (None, None);
        let mut is_known = players.is_empty();
        for player in players {
            let (what, at, weight) = with(*player, |Player { playing, what, .. }: &mut Player| {
                let now = Time::from_flicks(now);
                Ok((what.clone(), playing.at(now), playing.weight(now)))
            })?;
            match what.value(name, at.local) {
                Err(error) => unknown = Some(error),
                Ok(value) => {
                    is_known = true;
                    if at.phase != Phase::Waiting && weight > Weight::ZERO {
                        top = Some(blended(top, value, weight)?);
                    }
                }
            }
        }
        unknown.filter(|_| !is_known).map_or(Ok(top), Err)
    };
    // SAFETY: the caller's promises.
    unsafe { put_value(name, (numbers, capacity, count), find) }
}

/// Writes the numbers of all properties of what plays, at the time `now` of your clock. Other arguments as of
/// `cueline_playable_values`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_player_values(
    player: PlayerHandle,
    now: i64,
    numbers: *mut f64,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the caller's promises.
    unsafe { put_values((numbers, capacity, count), || shown(player, now)) }
}
