//! Clips, timelines and flipbooks, and players of them.

use alloc::{string::String, sync::Arc, vec::Vec};

use crate::{
    event::{kind, reason},
    memory::{self, exports, text},
    units::{flicks, free, leak, since_zero, span, time},
};
use cueline::{
    clip::{Clip, Flipbook, Value},
    digest::digest,
    event::{Direction, Event, EventKind},
    playback::{
        EventBuffer, ItemId, LoopEvents, Phase, Play, Playable, Playing, Repeat, RepeatMode,
        SeekPolicy, Weight,
    },
    time::{Span, Speed},
    timeline::Timeline,
};

/// What a player plays.
#[derive(Clone)]
pub(crate) enum Content {
    Clip(Arc<Clip>),
    Timeline(Arc<Timeline<String>>),
    Flipbook(Flipbook),
}

impl Content {
    fn as_playable(&self) -> &dyn Playable {
        match self {
            Self::Clip(clip) => &**clip,
            Self::Timeline(timeline) => &**timeline,
            Self::Flipbook(flipbook) => flipbook,
        }
    }

    /// By which a save notices that it is of something else.
    fn digest(&self) -> u64 {
        match self {
            Self::Clip(clip) => clip.digest(),
            Self::Timeline(timeline) => digest(&**timeline),
            Self::Flipbook(flipbook) => digest(flipbook),
        }
    }

    fn value(&self, name: &str, at: Span) -> Option<Value> {
        match self {
            Self::Clip(clip) => clip.sample(name, at).ok(),
            Self::Timeline(timeline) => timeline.value(name, at).ok(),
            Self::Flipbook(_) => None,
        }
    }

    /// All properties with their values, sorted by name.
    fn each_value(&self, at: Span, mut visit: impl FnMut(&str, Value)) {
        match self {
            Self::Clip(clip) => clip.for_each(at, visit),
            Self::Timeline(timeline) => {
                timeline.sample_all(at).for_each(|(name, value)| visit(name, value))
            }
            Self::Flipbook(_) => {}
        }
    }
}

/// A clip, timeline or flipbook, the numbers of its last sample, and a text.
pub struct What {
    content: Content,
    numbers: Vec<f64>,
    said: String,
}

impl What {
    pub(crate) fn new(content: Content) -> Self {
        Self { content, numbers: Vec::new(), said: String::new() }
    }
}

/// One of them that plays, its last events, and the numbers of the last blend of which it is the first.
pub struct Player {
    playing: Playing,
    content: Content,
    buffer: EventBuffer,
    rows: Vec<[f64; 8]>,
    numbers: Vec<f64>,
    said: String,
}

impl Player {
    fn new(playing: Playing, content: Content) -> Self {
        let (buffer, rows, numbers) = (EventBuffer::default(), Vec::new(), Vec::new());
        Self { playing, content, buffer, rows, numbers, said: String::new() }
    }
}

/// Calls `put` for each number of a value. Returns whether it has numbers: a text has none.
fn each_number(value: &Value, mut put: impl FnMut(f64)) -> bool {
    fn all(numbers: &[f32], put: &mut dyn FnMut(f64)) {
        numbers.iter().for_each(|number| put(f64::from(*number)));
    }
    let put = &mut put;
    match value {
        Value::F32(x) => all(&[*x], put),
        Value::F64(x) => put(*x),
        Value::I32(x) => put(f64::from(*x)),
        Value::I64(x) => put(*x as f64),
        Value::Bool(on) => put(f64::from(u8::from(*on))),
        Value::Vec2(v) => all(&[v.x, v.y], put),
        Value::Vec3(v) => all(&[v.x, v.y, v.z], put),
        Value::Vec4(v) => all(&[v.x, v.y, v.z, v.w], put),
        Value::Rotation(q) => all(&[q.x, q.y, q.z, q.w], put),
        Value::Matrix(matrix) => all(&matrix.0, put),
        Value::Transform(transform) => {
            let (s, r, t) = (transform.scale, transform.rotation, transform.translation);
            all(&[s.x, s.y, s.z, r.x, r.y, r.z, r.w, t.x, t.y, t.z], put);
        }
        Value::Color(c) => all(&[c.r, c.g, c.b, c.a], put),
        Value::Oklab(c) => all(&[c.l, c.a, c.b, c.alpha], put),
        _ => return false,
    }
    true
}

exports! { What:
    /// How long it is; -1 without an end.
    fn what_duration(me) -> f64 { me.content.as_playable().duration().map_or(-1.0, flicks) }
    /// Says the names of the properties, each with a zero byte, and writes how many numbers each has; -1 for a text. Returns
    /// where.
    fn what_properties(me) -> *const f64 {
        me.said.clear();
        me.numbers.clear();
        me.content.each_value(Span::ZERO, |name, value| {
            me.said.push_str(name);
            me.said.push('\0');
            let mut count = 0.0;
            let has_numbers = each_number(&value, |_| count += 1.0);
            me.numbers.push(if has_numbers { count } else { -1.0 });
        });
        me.numbers.as_ptr()
    }
    /// The numbers of all properties at a time.
    fn what_sample(me, at: f64) -> *const f64 {
        me.numbers.clear();
        me.content.each_value(span(at), |_, value| {
            each_number(&value, |number| me.numbers.push(number));
        });
        me.numbers.as_ptr()
    }
    /// Says the text of a property by its number.
    fn what_text(me, index: u32, at: f64) {
        me.said.clear();
        let mut number = 0;
        me.content.each_value(span(at), |_, value| {
            if let Value::Text(text) = value && number == index {
                me.said.push_str(&text);
            }
            number += 1;
        });
    }
    /// The picture of a flipbook; 0 of something else.
    fn what_frame(me, start: f64, now: f64) -> u32 {
        match &me.content {
            Content::Flipbook(flipbook) => flipbook.frame_at(time(start), time(now)),
            _ => 0,
        }
    }
    /// Where what was said is.
    fn what_said(me) -> *const u8 { me.said.as_ptr() }
    /// How many bytes it has.
    fn what_said_length(me) -> usize { me.said.len() }
    /// Frees it; players keep what they play.
    fn what_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
    /// A player. `passes` 0 is endless, `to` below `from` is the whole, `mode` 1 is there and back. Null if the core refuses that.
    fn player_new(me, start: f64, delay: f64, from: f64, to: f64, num: f64, den: f64, passes: f64, mode: u32, fade: f64, weight: f64) -> *mut Player {
        let Ok(speed) = Speed::new(num as i64, den as u64) else { return core::ptr::null_mut() };
        let play = Play {
            delay: span(delay),
            speed,
            range: (to >= from).then(|| (span(from), span(to))),
            repeat: match passes as u64 {
                0 => Repeat::Forever,
                1 => Repeat::Once,
                passes => Repeat::Times(passes),
            },
            repeat_mode: if mode == 0 { RepeatMode::Restart } else { RepeatMode::PingPong },
            loop_events: LoopEvents::Each,
            fade_in: span(fade),
            weight: Weight::from_bits(weight as u32),
            ..Play::default()
        };
        let content = me.content.clone();
        match Playing::new(content.as_playable(), time(start), &play) {
            Ok(playing) => leak(Player::new(playing, content)),
            Err(_) => core::ptr::null_mut(),
        }
    }
    /// The player of a save. Null if the bytes are damaged; or if they are of something else, and its digest is said.
    fn player_load(me, start: *const u8, length: usize) -> *mut Player {
        // SAFETY: the caller's promise.
        let bytes = unsafe { memory::bytes(start, length) };
        me.said.clear();
        match memory::saved::<(Playing, u64)>(bytes) {
            Some((playing, of)) if of == me.content.digest() => leak(Player::new(playing, me.content.clone())),
            Some((_, of)) => {
                let digit = |place| char::from_digit((of >> (4 * place)) as u32 & 15, 16);
                me.said = (0..16).rev().filter_map(digit).collect();
                core::ptr::null_mut()
            }
            _ => core::ptr::null_mut(),
        }
    }
}

fn row(event: &Event<ItemId>) -> [f64; 8] {
    let (kind, cue) = kind(event.kind);
    let backward = u8::from(event.direction == Direction::Backward);
    [
        f64::from(kind),
        since_zero(event.due),
        flicks(event.lateness),
        f64::from(event.id.number()),
        f64::from(cue),
        f64::from(reason(event.reason)),
        f64::from(backward),
        event.loop_index as f64,
    ]
}

impl Player {
    fn report(&mut self) -> usize {
        self.rows.clear();
        self.rows.extend(self.buffer.events().iter().map(row));
        self.rows.len()
    }
}

exports! { Player:
    /// Steps. Returns how many events there are.
    fn player_step(me, now: f64) -> usize {
        me.playing.step(time(now), me.content.as_playable(), &mut me.buffer);
        me.report()
    }
    /// Jumps: `policy` 0 is silent, 1 reports states, 2 all.
    fn player_seek(me, now: f64, elapsed: f64, policy: u32) -> usize {
        let policy = match policy {
            0 => SeekPolicy::Silent,
            1 => SeekPolicy::State,
            _ => SeekPolicy::All,
        };
        me.playing.seek(time(now), span(elapsed), policy, me.content.as_playable(), &mut me.buffer);
        me.report()
    }
    /// Jumps to the end; -1 if there is none.
    fn player_finish(me, now: f64) -> i32 {
        match me.playing.finish(time(now), me.content.as_playable(), &mut me.buffer) {
            Ok(_) => i32::try_from(me.report()).unwrap_or(i32::MAX),
            Err(_) => -1,
        }
    }
    /// The events of the last of these calls, eight numbers each.
    fn player_rows(me) -> *const f64 { me.rows.as_ptr().cast() }
    /// Says the name of the cue of an event. Returns 0 if it has none.
    fn player_cue(me, index: usize) -> u32 {
        me.said.clear();
        let Some(event) = me.buffer.events().get(index) else { return 0 };
        let EventKind::Cue(cue) = event.kind else { return 0 };
        let name = match &me.content {
            Content::Clip(clip) => clip.cues().get(cue as usize).map(|cue| cue.name()),
            Content::Timeline(timeline) => timeline.cues(core::slice::from_ref(event)).next().map(|(_, cue)| cue.name),
            Content::Flipbook(book) => book.cues().get(cue as usize).map(|cue| cue.name()),
        };
        name.map_or(0, |name| { me.said.push_str(name); 1 })
    }
    /// Where what was said is.
    fn player_said(me) -> *const u8 { me.said.as_ptr() }
    /// How many bytes it has.
    fn player_said_length(me) -> usize { me.said.len() }
    /// Pauses (0), resumes (1), starts again (2), or turns round (3), which may be refused: 0.
    fn player_do(me, what: u32, now: f64) -> u32 {
        let now = time(now);
        match what {
            0 => me.playing.pause(now),
            1 => me.playing.resume(now),
            2 => me.playing.restart(now),
            _ => return u32::from(me.playing.reverse(now).is_ok()),
        }
        1
    }
    /// Changes the speed; 0 if that is refused.
    fn player_speed(me, now: f64, num: f64, den: f64) -> u32 {
        let Ok(speed) = Speed::new(num as i64, den as u64) else { return 0 };
        u32::from(me.playing.set_speed(time(now), speed).is_ok())
    }
    /// The bytes of its state and the digest of what plays.
    fn player_save(me, length: *mut usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { memory::save(&(me.playing, me.content.digest()), length) }
    }
    /// Fades to a weight in steps of 1/65536.
    fn player_fade(me, now: f64, weight: f64, over: f64) {
        me.playing.fade_to(time(now), Weight::from_bits(weight as u32), span(over));
    }
    /// Fades out and then ends.
    fn player_leave(me, now: f64, over: f64) { me.playing.fade_out(time(now), span(over)); }
    /// The weight in steps of 1/65536.
    fn player_weight(me, now: f64) -> f64 { f64::from(me.playing.weight(time(now)).bits()) }
    /// The numbers of `players_value`.
    fn player_numbers(me) -> *const f64 { me.numbers.as_ptr() }
    /// Moves without events, and pauses there.
    fn player_scrub(me, now: f64, elapsed: f64) { me.playing.scrub(time(now), span(elapsed)); }
    /// The time of what plays.
    fn player_position(me, now: f64) -> f64 { flicks(me.playing.at(time(now)).local) }
    /// The pass.
    fn player_pass(me, now: f64) -> f64 { me.playing.at(time(now)).pass as f64 }
    /// 0 waiting, 1 playing, 2 ended; and 4 backward, 8 paused, 16 over.
    fn player_flags(me, now: f64) -> u32 {
        let at = me.playing.at(time(now));
        let phase = match at.phase {
            Phase::Waiting => 0,
            Phase::Playing => 1,
            Phase::Ended => 2,
        };
        phase
            | u32::from(at.direction == Direction::Backward) << 2
            | u32::from(me.playing.is_held()) << 3
            | u32::from(me.playing.is_over()) << 4
    }
    /// When the next event is due; NaN if none is.
    fn player_due(me) -> f64 {
        me.playing.next_due(me.content.as_playable(), &mut me.buffer).map_or(f64::NAN, since_zero)
    }
    /// The digest of its state.
    fn player_digest(me) -> u64 { digest(&me.playing) }
    /// Frees a player.
    fn player_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}

/// The value of a property that several players write, each on top of those before it by its weight: how many numbers it has, which
/// are then at `player_numbers` of the first player. 0 if none shows, -1 if no player has the property, -2 for a text and for
/// kinds that differ.
///
/// # Safety
///
/// `players` is a buffer with the addresses of players, `length` bytes; `name` is a buffer. No address was freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn players_value(
    players: *const u8,
    length: usize,
    name: *const u8,
    name_length: usize,
    now: f64,
) -> i32 {
    // SAFETY: the caller's promise.
    let name = unsafe { text(name, name_length) };
    // SAFETY: the caller's promise.
    let (addresses, _) = unsafe { memory::bytes(players, length) }.as_chunks::<4>();
    let players = || addresses.iter().map(|it| u32::from_le_bytes(*it) as usize as *mut Player);
    let now = time(now);
    let (mut top, mut is_known) = (None::<Value>, addresses.is_empty());
    for player in players() {
        // SAFETY: the caller's promise; nothing changes a player meanwhile.
        let Player { playing, content, .. } = unsafe { &*player };
        let (at, weight) = (playing.at(now), playing.weight(now));
        let Some(value) = content.value(name, at.local) else { continue };
        is_known = true;
        if at.phase == Phase::Waiting || weight == Weight::ZERO {
            continue;
        }
        top = match top {
            None => Some(value),
            Some(below) if below.kind() != value.kind() => return -2,
            Some(_) if weight >= Weight::FULL => Some(value),
            Some(below) => below.lerp(&value, weight.as_f64()),
        };
    }
    let (Some(value), Some(first)) = (top, players().next()) else {
        return i32::from(is_known) - 1;
    };
    // SAFETY: as above, and no other reference is left.
    let numbers = unsafe { &mut (*first).numbers };
    numbers.clear();
    if each_number(&value, |number| numbers.push(number)) { numbers.len() as i32 } else { -2 }
}
