//! What all objects can: be freed, copied, saved, loaded, compared by a digest.

use cueline::{
    digest::digest,
    sequencer::Sequencer,
    time::{Clock, FixedStep},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    handle::{
        CUELINE_KIND_CLOCK, CUELINE_KIND_FIXED_STEP, CUELINE_KIND_MOVING, CUELINE_KIND_PLAYER,
        CUELINE_KIND_QUEUE, ObjectHandle,
    },
    moving::value::Motion,
    pointer::{Buffer, Out, elements},
    queue::state::Queue,
    status::{
        Answer, CUELINE_ARGUMENT, CUELINE_DATA, CUELINE_KIND, CUELINE_LATER_VERSION,
        CUELINE_TOO_SMALL, Refusal, call,
    },
    table::{Kind, Object, add_object, count, free, name_of, with_any},
};

/// Saves begin with this, then the version of the form, the kind, and a digest of the rest.
const MAGIC: &[u8; 6] = b"cuelin";
const VERSION: u8 = 1;
const HEAD: usize = MAGIC.len() + 2 + 8;

fn sum(bytes: &[u8]) -> [u8; 8] {
    digest(bytes).to_le_bytes()
}

fn bytes(value: &impl Serialize) -> Answer<Vec<u8>> {
    postcard::to_allocvec(value).map_err(|error| Refusal::new(CUELINE_DATA, error))
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Answer<T> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => {
            let text = format!("the save has {} bytes after its end", rest.len());
            Err(Refusal::new(CUELINE_DATA, text))
        }
        Err(error) => Err(Refusal::new(CUELINE_DATA, format_args!("the save is damaged: {error}"))),
    }
}

fn stateless(object: &Object) -> Refusal {
    let name = name_of(object.number()).unwrap_or("object");
    let text = format!("a {name} has no state to save: make it again");
    Refusal::new(CUELINE_KIND, text)
}

fn saved(object: &Object) -> Answer<Vec<u8>> {
    let body = match object {
        Object::Queue(queue) => bytes(&queue.sequencer),
        Object::Moving(motion) => bytes(motion),
        Object::Clock(clock) => bytes(clock),
        Object::FixedStep(step) => bytes(step),
        Object::Player(player) => bytes(&player.save()),
        Object::Easing(_)
        | Object::Flipbook(_)
        | Object::Library(_)
        | Object::Clip(_)
        | Object::Timeline(_) => Err(stateless(object)),
    }?;
    let head = [VERSION, object.number()];
    Ok([MAGIC.as_slice(), &head, &sum(&body), &body].concat())
}

/// The state of an object of a kind in a save that is whole.
fn body(kind: u8, save: &[u8]) -> Answer<&[u8]> {
    let damaged = |text: &str| Refusal::new(CUELINE_DATA, text);
    let Some((head, body)) = save.split_at_checked(HEAD) else {
        let text = format!("a save has {HEAD} bytes or more, these are {}", save.len());
        return Err(Refusal::new(CUELINE_DATA, text));
    };
    if !head.starts_with(MAGIC) {
        return Err(damaged("these bytes are no save of Cueline: they begin otherwise"));
    }
    let (version, found, checked) =
        (head[MAGIC.len()], head[MAGIC.len() + 1], &head[MAGIC.len() + 2..]);
    if version > VERSION {
        let text = format!("the save has version {version}; this library reads up to {VERSION}");
        return Err(Refusal::new(CUELINE_LATER_VERSION, text));
    }
    if found != kind {
        let [found, kind] =
            [found, kind].map(|kind| name_of(kind).unwrap_or("thing of no known kind"));
        let text = format!("the save is of a {found}; a {kind} is needed");
        return Err(Refusal::new(CUELINE_KIND, text));
    }
    if checked != sum(body) {
        return Err(damaged("the save is damaged: its sum is another one"));
    }
    Ok(body)
}

/// What the save of a player has.
pub(crate) fn player_of_save<T: DeserializeOwned>(save: &[u8]) -> Answer<T> {
    read(body(CUELINE_KIND_PLAYER, save)?)
}

fn loaded(kind: u8, save: &[u8]) -> Answer<Object> {
    let body = body(kind, save)?;
    match kind {
        CUELINE_KIND_PLAYER => {
            let text = "a player needs what it plays: load it with cueline_player_load";
            Err(Refusal::new(CUELINE_ARGUMENT, text))
        }
        CUELINE_KIND_QUEUE => read(body).map(|queue: Sequencer<u64>| Queue::from(queue).wrap()),
        CUELINE_KIND_MOVING => read::<Motion>(body).map(Kind::wrap),
        CUELINE_KIND_CLOCK => read::<Clock>(body).map(Kind::wrap),
        CUELINE_KIND_FIXED_STEP => read::<FixedStep>(body).map(Kind::wrap),
        _ => {
            let text = format!(
                "kind {kind} is none that is saved: queues (1), moving values (2), clocks (4), fixed steps (5)"
            );
            Err(Refusal::new(CUELINE_ARGUMENT, text))
        }
    }
}

/// Frees an object of any kind. Its handle is refused from then on, and never used again. A call that another thread makes at
/// this moment ends as if the object were still there.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_free(object: ObjectHandle) -> i32 {
    call(|| free(object))
}

/// How many objects there are: for a test that a program frees what it makes.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_objects() -> usize {
    count()
}

/// Writes a second object in the same state to `copy`: a snapshot, to go back to. The caller frees both with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_copy(object: ObjectHandle, copy: *mut ObjectHandle) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `copy`.
        let copy = unsafe { Out::new("copy", copy) }?;
        let second = with_any(object, "object", |object| Ok(object.clone()))?;
        copy.set(add_object(second)?);
        Ok(())
    })
}

/// Writes a number that is equal for equal states, on every machine and in every language, to `digest`: to compare two peers.
/// Of queues, moving values, clocks, fixed steps, players (of their state, not of what they play) and clips.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_digest(object: ObjectHandle, digest: *mut u64) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `digest`.
        let place = unsafe { Out::new("digest", digest) }?;
        let found = with_any(object, "object", |object| match object {
            Object::Queue(queue) => Ok(self::digest(&queue.sequencer)),
            Object::Moving(motion) => Ok(motion.digest()),
            Object::Clock(clock) => Ok(self::digest(clock)),
            Object::FixedStep(step) => Ok(self::digest(step)),
            Object::Player(player) => Ok(self::digest(player.state())),
            Object::Clip(clip) => Ok(clip.digest()),
            Object::Easing(_) | Object::Flipbook(_) | Object::Library(_) | Object::Timeline(_) => {
                Err(stateless(object))
            }
        })?;
        place.set(found);
        Ok(())
    })
}

/// Saves the state of a queue, a moving value, a clock, a fixed step or a player: writes its bytes to `buffer` and their number to `length`.
/// `CUELINE_TOO_SMALL`, with `length` and nothing else written, if they do not fit; so a first call with a capacity of 0 asks
/// for the length. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_save(
    object: ObjectHandle,
    buffer: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `buffer`.
        let buffer = unsafe { Buffer::new("buffer", buffer, capacity) }?;
        // SAFETY: the caller's promise for `length`.
        let length = unsafe { Out::new("length", length) }?;
        let save = with_any(object, "object", |object| saved(object))?;
        length.set(save.len());
        if save.len() > capacity {
            let text = format!("the save has {} bytes, the buffer {capacity}", save.len());
            return Err(Refusal::new(CUELINE_TOO_SMALL, text));
        }
        buffer.fill(save);
        Ok(())
    })
}

/// Makes an object of the kind `kind` (`CUELINE_KIND_QUEUE`, ...) from the bytes of a save, which are read during the call only.
/// Damaged bytes, those of another kind and those of a later version are refused. The caller frees the object with
/// `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_load(
    kind: u8,
    save: *const u8,
    length: usize,
    object: *mut ObjectHandle,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `save`.
        let save = unsafe { elements("save", save, length) }?;
        // SAFETY: the caller's promise for `object`.
        let object = unsafe { Out::new("object", object) }?;
        object.set(add_object(loaded(kind, save)?)?);
        Ok(())
    })
}
