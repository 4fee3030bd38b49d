//! The objects of the program, by handle.
//!
//! A handle is a number: the kind of the object, a place in one table, and how often that place was used before. So a
//! handle of a freed object, of another kind, or a number that never was a handle is refused, whatever the caller does with
//! it. It is below 2^53, exact in a `double`, as Lua and JavaScript keep numbers.
//!
//! Each object has a lock of its own, so any thread may make any call at any time. A call holds the object while it runs: an
//! object that another thread frees meanwhile lives until the end of that call.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::status::{Answer, CUELINE_FAULT, CUELINE_FULL, CUELINE_HANDLE, CUELINE_KIND, Refusal};

const PLACE_BITS: u32 = 24;
const USE_BITS: u32 = 25;
/// A place is given up when it was used so often.
const MOST_USES: u32 = (1 << USE_BITS) - 1;
const MOST_PLACES: usize = 1 << PLACE_BITS;
const PLACE_MASK: u64 = (1 << PLACE_BITS) - 1;

/// Defines the kinds of objects, in the order of the numbers in handles and saves.
macro_rules! kinds {
    ($($kind:ident = $number:literal $name:literal $constant:ident: $of:ty;)*) => {
        /// An object of the program.
        #[derive(Clone, Debug)]
        pub(crate) enum Object { $($kind(Box<$of>),)* }

        $(impl Kind for $of {
            const NAME: &'static str = $name;

            fn of(object: &mut Object) -> Option<&mut Self> {
                match object {
                    Object::$kind(object) => Some(object),
                    _ => None,
                }
            }

            fn wrap(self) -> Object {
                Object::$kind(Box::new(self))
            }
        })*

        impl Object {
            pub(crate) fn number(&self) -> u8 {
                match self { $(Self::$kind(_) => $number,)* }
            }
        }

        /// The name of a kind by its number.
        pub(crate) fn name_of(number: u8) -> Option<&'static str> {
            match number { $($number => Some($name),)* _ => None }
        }

        const _: () = { $(assert!(crate::handle::$constant == $number);)* };
    };
}

kinds! {
    Queue = 1 "queue" CUELINE_KIND_QUEUE: crate::queue::state::Queue;
    Moving = 2 "moving value" CUELINE_KIND_MOVING: crate::moving::value::Motion;
    Easing = 3 "easing" CUELINE_KIND_EASING: cueline::value::AnyEasing;
    Clock = 4 "clock" CUELINE_KIND_CLOCK: cueline::time::Clock;
    FixedStep = 5 "fixed step" CUELINE_KIND_FIXED_STEP: cueline::time::FixedStep;
    Flipbook = 6 "flipbook" CUELINE_KIND_FLIPBOOK: cueline::clip::Flipbook;
    Library = 7 "library" CUELINE_KIND_LIBRARY: cueline_assets::ClipLibrary;
    Clip = 8 "clip" CUELINE_KIND_CLIP: Arc<cueline::clip::Clip>;
    Timeline = 9 "timeline" CUELINE_KIND_TIMELINE: Arc<cueline::timeline::Timeline<String>>;
    Player = 10 "player" CUELINE_KIND_PLAYER: crate::player::state::Player;
}

/// A type of objects that have handles.
pub(crate) trait Kind: Sized {
    const NAME: &'static str;
    fn of(object: &mut Object) -> Option<&mut Self>;
    fn wrap(self) -> Object;
}

#[derive(Debug)]
struct Place {
    /// How often the place was used, with the present use.
    uses: u32,
    kind: u8,
    object: Option<Arc<Mutex<Object>>>,
}

#[derive(Debug)]
struct Table {
    places: Vec<Place>,
    /// Empty places that can be used again.
    free: Vec<u32>,
}

static TABLE: RwLock<Table> = RwLock::new(Table { places: Vec::new(), free: Vec::new() });

fn handle(kind: u8, place: u32, uses: u32) -> u64 {
    u64::from(kind) << (PLACE_BITS + USE_BITS) | u64::from(uses) << PLACE_BITS | u64::from(place)
}

/// Puts an object in the table.
pub(crate) fn add(object: impl Kind) -> Answer<u64> {
    add_object(object.wrap())
}

pub(crate) fn add_object(object: Object) -> Answer<u64> {
    let kind = object.number();
    let object = Some(Arc::new(Mutex::new(object)));
    // Nothing between the lock and its end panics half-way: a table that a panic has left is whole.
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = table.free.pop() {
        let slot = &mut table.places[place as usize]; // `free` holds indices of `places` only
        slot.uses += 1; // below MOST_USES, or the place were not free
        (slot.kind, slot.object) = (kind, object);
        return Ok(handle(kind, place, slot.uses));
    }
    let place = table.places.len();
    if place == MOST_PLACES {
        let text = format!("there are {MOST_PLACES} objects, the most that can be; free some");
        return Err(Refusal::new(CUELINE_FULL, text));
    }
    table.places.push(Place { uses: 1, kind, object });
    #[expect(clippy::cast_possible_truncation, reason = "below 2^24")]
    Ok(handle(kind, place as u32, 1))
}

/// The place that a handle names, if the object is still there.
fn place_of(table: &Table, handle: u64) -> Option<(usize, &Arc<Mutex<Object>>)> {
    let place = usize::try_from(handle & PLACE_MASK).ok()?;
    let slot = table.places.get(place)?;
    let same = self::handle(slot.kind, (handle & PLACE_MASK) as u32, slot.uses) == handle;
    slot.object.as_ref().filter(|_| same).map(|object| (place, object))
}

/// 0, which is no kind, if the bits are none.
fn kind_of(handle: u64) -> u8 {
    u8::try_from(handle >> (PLACE_BITS + USE_BITS)).unwrap_or(0)
}

fn stale(handle: u64, wanted: &str) -> Refusal {
    let found = match name_of(kind_of(handle)) {
        _ if handle == 0 => "0 is no handle".to_string(),
        Some(kind) => {
            format!("{handle} is the handle of a {kind} that was freed, or never was one")
        }
        None => format!("{handle} never was a handle"),
    };
    Refusal::new(CUELINE_HANDLE, format_args!("{found}; a {wanted} is needed"))
}

pub(crate) fn wrong(handle: u64, wanted: &str) -> Refusal {
    let found = name_of(kind_of(handle)).unwrap_or("thing of no known kind");
    Refusal::new(CUELINE_KIND, format_args!("{handle} is a {found}; a {wanted} is needed"))
}

/// Passes an object of any kind. The body takes no lock: no call holds two objects, or an object and the table.
pub(crate) fn with_any<R>(
    handle: u64,
    wanted: &str,
    body: impl FnOnce(&mut Object) -> Answer<R>,
) -> Answer<R> {
    let object = {
        let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
        let (_, object) = place_of(&table, handle).ok_or_else(|| stale(handle, wanted))?;
        Arc::clone(object)
    };
    let mut object = object.lock().map_err(|_| {
        let text = "an earlier call of this object met a fault of Cueline; it can only be freed";
        Refusal::new(CUELINE_FAULT, text)
    })?;
    body(&mut object)
}

/// Passes the object with this handle.
pub(crate) fn with<K: Kind, R>(handle: u64, body: impl FnOnce(&mut K) -> Answer<R>) -> Answer<R> {
    with_any(handle, K::NAME, |object| body(K::of(object).ok_or_else(|| wrong(handle, K::NAME))?))
}

/// Takes an object out of the table.
pub(crate) fn free(handle: u64) -> Answer<()> {
    let object = {
        let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
        let (place, _) = place_of(&table, handle).ok_or_else(|| stale(handle, "object"))?;
        let slot = &mut table.places[place]; // `place_of` found it there
        let object = slot.object.take();
        if slot.uses < MOST_USES {
            #[expect(clippy::cast_possible_truncation, reason = "an index below 2^24")]
            table.free.push(place as u32);
        }
        object
    };
    drop(object); // outside of the lock: an object may be large
    Ok(())
}

/// How many objects there are.
pub(crate) fn count() -> usize {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    table.places.iter().filter(|place| place.object.is_some()).count()
}
