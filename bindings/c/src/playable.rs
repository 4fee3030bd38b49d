//! What can play: clips, timelines and flipbooks, their durations, values and cues.

pub(crate) mod content;

use core::ffi::c_char;
use std::sync::Arc;

use cueline::{
    clip::{Clip, CueKind, Flipbook, Value, Window as CueWindow},
    time::Span,
    value::{Quat, Vec3},
};

use crate::{
    handle::{ClipHandle, PlayableHandle},
    pointer::{Buffer, Out, put_name, text},
    status::{
        Answer, CUELINE_ARGUMENT, CUELINE_KIND, CUELINE_TOO_SMALL, CUELINE_UNKNOWN, Refusal, call,
    },
    table::{Object, with, with_any, wrong},
    time::CUELINE_NEVER,
};
use content::Content;

/// A property of a clip or timeline: its place among all numbers that `cueline_playable_values` writes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Property {
    /// Its number, for `cueline_playable_property_name`.
    pub index: usize,
    /// The place of its first number.
    pub first: usize,
    /// How many numbers its values have; 0 for texts.
    pub numbers: usize,
}

/// A named moment in a clip.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Cue {
    /// Time from the start of the clip, in flicks.
    pub at: i64,
    /// Its number in the clip, for `cueline_clip_cue_name`.
    pub index: u32,
    /// Whether a jump over it reports it, 1 or 0: the cue of a state, as against the one of an effect.
    pub is_state: i32,
}

/// The most numbers of one value: a matrix.
const MOST_NUMBERS: usize = 16;

/// The numbers of a value, the first places of an array.
struct Numbers {
    of: [f64; MOST_NUMBERS],
    count: usize,
}

impl Numbers {
    fn new<N: Copy>(numbers: &[N]) -> Self
    where
        f64: From<N>,
    {
        let mut of = [0.0; MOST_NUMBERS];
        of.iter_mut().zip(numbers).for_each(|(place, number)| *place = f64::from(*number));
        Self { of, count: numbers.len().min(MOST_NUMBERS) }
    }

    /// `None` for a text.
    fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::F32(x) => Self::new(&[*x]),
            Value::F64(x) => Self::new(&[*x]),
            Value::I32(x) => Self::new(&[*x]),
            #[expect(clippy::cast_precision_loss, reason = "the header says so")]
            Value::I64(x) => Self::new(&[*x as f64]),
            Value::Bool(on) => Self::new(&[u8::from(*on)]),
            Value::Vec2(v) => Self::new(&[v.x, v.y]),
            Value::Vec3(v) => Self::new(&[v.x, v.y, v.z]),
            Value::Vec4(v) => Self::new(&[v.x, v.y, v.z, v.w]),
            Value::Rotation(q) => Self::new(&[q.x, q.y, q.z, q.w]),
            Value::Matrix(matrix) => Self::new(&matrix.0),
            Value::Transform(transform) => {
                let (Vec3 { x, y, z }, Quat { x: i, y: j, z: k, w }, moved) =
                    (transform.scale, transform.rotation, transform.translation);
                Self::new(&[x, y, z, i, j, k, w, moved.x, moved.y, moved.z])
            }
            Value::Color(c) => Self::new(&[c.r, c.g, c.b, c.a]),
            Value::Oklab(c) => Self::new(&[c.l, c.a, c.b, c.alpha]),
            _ => return None,
        })
    }
}

const WANTED: &str = "clip, timeline or flipbook";

pub(crate) fn content(handle: u64) -> Answer<Content> {
    with_any(handle, WANTED, |object| match object {
        Object::Clip(clip) => Ok(Content::Clip(Arc::clone(clip))),
        Object::Timeline(timeline) => Ok(Content::Timeline(Arc::clone(timeline))),
        Object::Flipbook(flipbook) => Ok(Content::Flipbook(Flipbook::clone(flipbook))),
        _ => Err(wrong(handle, WANTED)),
    })
}

/// Writes the numbers of the value of one property; none, if nothing shows.
///
/// # Safety
///
/// `name` is null or a text, `places` is null or valid for writes of `capacity` numbers, `count` is null or valid for a write.
pub(crate) unsafe fn put_value(
    name: *const c_char,
    (places, capacity, count): (*mut f64, usize, *mut usize),
    find: impl FnOnce(&str) -> Answer<Option<Value>>,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { text("name", name) }?;
        // SAFETY: the caller's promise for `numbers`.
        let places = unsafe { Buffer::new("numbers", places, capacity) }?;
        // SAFETY: the caller's promise for `count`.
        let count = unsafe { Out::optional(count) };
        let Some(value) = find(name)? else {
            count.set(0);
            return Ok(());
        };
        let Some(Numbers { of, count: found }) = Numbers::of(&value) else {
            let text = format!("`{name}` is a text, which has no numbers");
            return Err(Refusal::new(CUELINE_KIND, text));
        };
        if found > capacity {
            let text = format!("the value has {found} numbers, the buffer {capacity}");
            return Err(Refusal::new(CUELINE_TOO_SMALL, text));
        }
        places.fill(of.into_iter().take(found));
        count.set(found);
        Ok(())
    })
}

/// Writes the numbers of all properties, one property after the other.
///
/// # Safety
///
/// `places` is null or valid for writes of `capacity` numbers, `count` is null or valid for a write.
pub(crate) unsafe fn put_values(
    (places, capacity, count): (*mut f64, usize, *mut usize),
    find: impl FnOnce() -> Answer<(Content, Span)>,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `numbers`.
        let places = unsafe { Buffer::new("numbers", places, capacity) }?;
        // SAFETY: the caller's promise for `count`.
        let count = unsafe { Out::optional(count) };
        let (what, at) = find()?;
        let mut all = 0;
        what.each_value(at, |_, value| {
            let Some(numbers) = Numbers::of(&value) else { return };
            for number in numbers.of.into_iter().take(numbers.count) {
                places.put(all, number);
                all += 1;
            }
        });
        count.set(all);
        Ok(())
    })
}

/// Writes how long a clip, timeline or flipbook is, in flicks; `CUELINE_NEVER` if it has no end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_playable_duration(
    playable: PlayableHandle,
    duration: *mut i64,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `duration`.
        let duration = unsafe { Out::new("duration", duration) }?;
        duration.set(content(playable)?.duration().map_or(CUELINE_NEVER, Span::flicks));
        Ok(())
    })
}

/// Writes the value of the property `name` of a clip or timeline at `at` (flicks since its start) as numbers: x, y, z, w of
/// vectors and rotations; r, g, b, a or L, a, b, alpha of colours; 16 of a matrix, column by column; scale, rotation and
/// translation (10) of a transform; 1 or 0 of a switch; whole numbers beyond 2^53 are rounded. How many goes to `count` (or
/// nowhere, if that is null). `CUELINE_TOO_SMALL` if they do not fit; `CUELINE_KIND` for a text. A pure function. The caller owns
/// the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_playable_value(
    playable: PlayableHandle,
    name: *const c_char,
    at: i64,
    numbers: *mut f64,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let find = |name: &str| content(playable)?.value(name, Span::from_flicks(at)).map(Some);
    // SAFETY: the caller's promises.
    unsafe { put_value(name, (numbers, capacity, count), find) }
}

/// Writes the numbers of all properties of a clip or timeline at `at` (flicks since its start), one property after the other: one
/// call for all that a frame draws. As many as fit in `capacity`, and to `count` how many there are. Where the numbers of a
/// property are, `cueline_playable_property` says; it is the same at each time. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_playable_values(
    playable: PlayableHandle,
    at: i64,
    numbers: *mut f64,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let find = || Ok((content(playable)?, Span::from_flicks(at)));
    // SAFETY: the caller's promises.
    unsafe { put_values((numbers, capacity, count), find) }
}

/// Writes where the numbers of the property `name` are among those of `cueline_playable_values`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_playable_property(
    playable: PlayableHandle,
    name: *const c_char,
    property: *mut Property,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { text("name", name) }?;
        // SAFETY: the caller's promise for `property`.
        let property = unsafe { Out::new("property", property) }?;
        let what = content(playable)?;
        what.value(name, Span::ZERO)?; // it is there
        let (mut index, mut first) = (0, 0);
        what.each_value(Span::ZERO, |other, value| {
            let numbers = Numbers::of(&value).map_or(0, |numbers| numbers.count);
            if other == name {
                property.set(Property { index, first, numbers });
            }
            index += 1;
            first += numbers;
        });
        Ok(())
    })
}

/// Writes the name of property number `index` of a clip or timeline, with a zero byte. They are sorted by name. `CUELINE_UNKNOWN`
/// if there are not so many; `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_playable_property_name(
    playable: PlayableHandle,
    index: usize,
    name: *mut c_char,
    capacity: usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { Buffer::new("name", name, capacity) }?;
        let what = content(playable)?;
        let (mut count, mut found) = (0, None);
        what.each_value(Span::ZERO, |name, _| {
            if count == index {
                found = Some(name.to_owned());
            }
            count += 1;
        });
        match found {
            Some(found) => put_name(&name, &found),
            None => {
                let text = format!("there are {count} properties, not {index}");
                Err(Refusal::new(CUELINE_UNKNOWN, text))
            }
        }
    })
}

/// Writes the text of the property `name` of a clip or timeline at `at` (flicks since its start), with a zero byte. `CUELINE_KIND`
/// if it holds numbers; `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_playable_text(
    playable: PlayableHandle,
    name: *const c_char,
    at: i64,
    text: *mut c_char,
    capacity: usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { self::text("name", name) }?;
        // SAFETY: the caller's promise for `text`.
        let place = unsafe { Buffer::new("text", text, capacity) }?;
        match content(playable)?.value(name, Span::from_flicks(at))? {
            Value::Text(text) => put_name(&place, &text),
            _ => Err(Refusal::new(CUELINE_KIND, format_args!("`{name}` holds numbers, no text"))),
        }
    })
}

/// Writes the cues of a clip that lie in a window of its time, after `from` and up to `to` (flicks), or from `from` on if
/// `with_start` is 1. That is for a clip that an entry of a queue plays: the window of an update is `before`, `elapsed` and
/// `started`. As many as fit in `capacity`, and to `count` how many there are. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_clip_cues(
    clip: ClipHandle,
    from: i64,
    to: i64,
    with_start: i32,
    cues: *mut Cue,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `cues`.
        let cues = unsafe { Buffer::new("cues", cues, capacity) }?;
        // SAFETY: the caller's promise for `count`.
        let count = unsafe { Out::optional(count) };
        if to < from {
            let text = format!("the window ends at {to}, before its start {from}");
            return Err(Refusal::new(CUELINE_ARGUMENT, text));
        }
        let window = CueWindow::forward(Span::from_flicks(from), Span::from_flicks(to));
        let window = if with_start == 0 { window } else { window.with_start() };
        with(clip, |clip: &mut Arc<Clip>| {
            let mut found = 0;
            for (index, cue) in clip.cues_in(window) {
                let is_state = (cue.kind == CueKind::State).into();
                cues.put(found, Cue { at: cue.at.flicks(), index, is_state });
                found += 1;
            }
            count.set(found);
            Ok(())
        })
    })
}

/// Writes the name of a cue with a zero byte. `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the
/// memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_clip_cue_name(
    clip: ClipHandle,
    index: u32,
    name: *mut c_char,
    capacity: usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { Buffer::new("name", name, capacity) }?;
        with(clip, |clip: &mut Arc<Clip>| match clip.cues().get(index as usize) {
            Some(cue) => put_name(&name, cue.name()),
            None => {
                let text = format!("the clip has {} cues, not {index}", clip.cues().len());
                Err(Refusal::new(CUELINE_UNKNOWN, text))
            }
        })
    })
}
