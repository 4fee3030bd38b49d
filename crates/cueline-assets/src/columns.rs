//! Tracks in columns: all times, then all values, then all slopes.
//!
//! Columns put similar data together: times become small differences, an interpolation of all keys is stored once, and
//! slopes that are all zero are not stored. What many tracks have in common is stored once for a file, in [`Shared`]:
//! the names of joints and properties, times, and interpolations. A column is not copied when a file is read: it is a
//! part of the file's bytes, and its items go from there into the keys, one at a time.

mod column;
mod times;

use std::hash::Hash;

use cueline::{
    clip::Interpolation,
    value::{Delta, Quat, Transform},
};
use indexmap::IndexSet;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use self::{column::Column, times::Times};
use crate::{
    compress::{Quantized, quantized, restored},
    forms::When,
    key::{Key, Keys},
    serial::Written,
    value::{InFile, all_kinds},
};

/// The interpolations of a track: each text once, and runs of keys with the same text.
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Interpolations<'a> {
    texts: Vec<String>,
    /// Index of the text, and number of keys; 0 for all keys that are left, so that tracks of any length share this.
    #[serde(borrow)]
    runs: Column<'a>,
}

impl Interpolations<'static> {
    fn of<'i>(interpolations: impl Iterator<Item = &'i Interpolation>) -> Result<Self, String> {
        let (mut texts, mut runs) = (IndexSet::new(), Vec::<(u32, u32)>::new());
        for interpolation in interpolations {
            let (place, _) = texts.insert_full(interpolation.text()?);
            let place = u32::try_from(place).map_err(|_| "too many interpolations")?;
            match runs.last_mut() {
                Some((last, count)) if *last == place && *count < u32::MAX => *count += 1,
                _ => runs.push((place, 1)),
            }
        }
        if let Some((_, count)) = runs.last_mut() {
            *count = 0;
        }
        Ok(Self { texts: texts.into_iter().collect(), runs: Column::of(runs)? })
    }
}

/// A value as columns hold it.
pub(crate) trait InColumn: InFile {
    /// All of it, without optional fields.
    type Whole: Serialize + DeserializeOwned;
    /// With its rotation in 48 bits.
    type Small: Serialize + DeserializeOwned;
    fn whole(self) -> Self::Whole;
    fn from_whole(whole: Self::Whole) -> Self;
    /// None if it has no rotation, or one that loses something.
    fn small(&self) -> Option<Self::Small>;
    fn from_small(small: Self::Small) -> Option<Self>;
}

/// Kinds are stored as a file writes them, but for those with an `impl` of their own below.
macro_rules! packed_as_form {
    (Rotation $type:ty) => {};
    (Transform $type:ty) => {};
    ($kind:ident $type:ty) => {
        impl InColumn for $type {
            type Whole = Self::Form;
            type Small = ();
            fn whole(self) -> Self::Form {
                self.form()
            }
            fn from_whole(form: Self::Form) -> Self {
                Self::from_form(form)
            }
            fn small(&self) -> Option<()> {
                None
            }
            fn from_small((): ()) -> Option<Self> {
                None
            }
        }
    };
}

macro_rules! all_packed {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => { $(packed_as_form!($kind $type);)* };
}

all_kinds!(all_packed);

impl InColumn for Quat {
    type Whole = [f32; 4];
    type Small = [u8; 6];

    fn whole(self) -> [f32; 4] {
        self.form()
    }

    fn from_whole(whole: [f32; 4]) -> Self {
        Self::from_form(whole)
    }

    fn small(&self) -> Option<[u8; 6]> {
        quantized(*self).map(Quantized::to_bytes)
    }

    fn from_small(small: [u8; 6]) -> Option<Self> {
        Some(restored(Quantized::from_bytes(small)))
    }
}

/// Scale, rotation and translation.
impl InColumn for Transform {
    type Whole = ([f32; 3], [f32; 4], [f32; 3]);
    type Small = ([f32; 3], [u8; 6], [f32; 3]);

    fn whole(self) -> Self::Whole {
        (self.scale.into(), self.rotation.whole(), self.translation.into())
    }

    fn from_whole((scale, rotation, translation): Self::Whole) -> Self {
        let rotation = Quat::from_whole(rotation);
        Self { scale: scale.into(), rotation, translation: translation.into() }
    }

    fn small(&self) -> Option<Self::Small> {
        Some((self.scale.into(), self.rotation.small()?, self.translation.into()))
    }

    fn from_small((scale, rotation, translation): Self::Small) -> Option<Self> {
        let rotation = Quat::from_small(rotation)?;
        Some(Self { scale: scale.into(), rotation, translation: translation.into() })
    }
}

/// Returns `true` if a slope is zero, bit by bit: -0 is not 0.
fn is_level<T: InFile>(slope: &T::Delta) -> bool {
    let form = |slope: T::Delta| format!("{:?}", T::slope_form(slope));
    form(slope.clone()) == form(T::Delta::zero())
}

/// Values, and slopes before and behind each.
#[derive(Serialize, Deserialize)]
struct Values<'a> {
    /// Whether all tracks store their rotations in 48 bits, because that loses nothing.
    small: bool,
    #[serde(borrow)]
    values: Column<'a>,
    /// Empty if all slopes are zero.
    #[serde(borrow)]
    slopes: Column<'a>,
}

impl Values<'static> {
    fn of<T: InColumn>(keys: &[Key<T>]) -> Result<Self, String> {
        let level =
            |key: &Key<T>| is_level::<T>(&key.tangent_in) && is_level::<T>(&key.tangent_out);
        let slopes = |key: &Key<T>| {
            (T::slope_form(key.tangent_in.clone()), T::slope_form(key.tangent_out.clone()))
        };
        let small: Option<Vec<T::Small>> = keys.iter().map(|key| key.value.small()).collect();
        let is_level = keys.iter().all(level);
        Ok(Self {
            small: small.is_some(),
            values: match small {
                Some(small) => Column::of(small)?,
                None => Column::of(keys.iter().map(|key| key.value.clone().whole()))?,
            },
            slopes: Column::of(keys.iter().filter(|_| !is_level).map(slopes))?,
        })
    }
}

/// What tracks of a file have in common, each stored once.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Shared<'a> {
    /// Parts of paths: what comes before the last slash, and what comes after it.
    #[serde(borrow)]
    names: Vec<Name<'a>>,
    #[serde(borrow)]
    times: Vec<(u32, Times<'a>)>,
    #[serde(borrow)]
    interpolations: Vec<Interpolations<'a>>,
}

/// How many bytes are those of the name before, and the bytes after them.
#[derive(Serialize, Deserialize)]
struct Name<'a>(u32, &'a str);

/// A track of any kind, by its places in [`Shared`].
#[derive(Serialize, Deserialize)]
pub(crate) struct PackedTrack<'a> {
    /// Before the last slash; 0 for a path without a slash, else 1 more than the index of the name.
    stem: u32,
    leaf: u32,
    kind: Kind,
    times: u32,
    interpolations: u32,
    #[serde(borrow)]
    values: Values<'a>,
}

/// Collects what tracks have in common while they are packed.
#[derive(Default)]
pub(crate) struct Packer<'a> {
    names: IndexSet<&'a str>,
    times: IndexSet<(u32, Times<'static>)>,
    interpolations: IndexSet<Interpolations<'static>>,
}

impl<'a> Packer<'a> {
    pub(crate) fn track(
        &mut self,
        path: &'a str,
        keys: &Keys,
    ) -> Result<PackedTrack<'static>, String> {
        let Columns { kind, keys, times, interpolations, values } = Columns::of(keys)?;
        let (stem, leaf) = match path.rsplit_once('/') {
            Some((stem, leaf)) => (place(&mut self.names, stem)? + 1, leaf),
            None => (0, path),
        };
        Ok(PackedTrack {
            stem,
            leaf: place(&mut self.names, leaf)?,
            kind,
            times: place(&mut self.times, (keys, times))?,
            interpolations: place(&mut self.interpolations, interpolations)?,
            values,
        })
    }

    pub(crate) fn shared(self) -> Shared<'a> {
        let mut before = "";
        let names = self.names.into_iter().map(|name| {
            let pairs = name.char_indices().zip(before.chars());
            let same = pairs.take_while(|((_, one), other)| one == other);
            let same = same.last().map_or(0, |((at, one), _)| at + one.len_utf8());
            before = name;
            // A longer beginning is written in full.
            let (same, length) = u32::try_from(same).map_or((0, 0), |length| (same, length));
            Name(length, &name[same..])
        });
        Shared {
            names: names.collect(),
            times: self.times.into_iter().collect(),
            interpolations: self.interpolations.into_iter().collect(),
        }
    }
}

/// The place of an item in a set, which gets it if it has none.
fn place<T: Hash + Eq>(set: &mut IndexSet<T>, item: T) -> Result<u32, String> {
    let (place, _) = set.insert_full(item);
    u32::try_from(place).ok().filter(|place| *place < u32::MAX).ok_or("too many tracks".into())
}

/// Reads tracks, and the names, times and interpolations that they share.
pub(crate) struct Unpacker<'s> {
    shared: &'s Shared<'s>,
    /// In full.
    names: Vec<String>,
    /// The texts of each table of interpolations, parsed.
    interpolations: Vec<Vec<Interpolation>>,
    /// The bytes that further names and paths may take.
    room: usize,
}

impl<'s> Unpacker<'s> {
    /// Bytes of names and paths for each byte of a file, at most: a few bytes can stand for a long beginning.
    const GROWTH: usize = 24;
    /// Bytes that they may take in a file of any size.
    const LEAST: usize = 1 << 20;

    /// For a file of so many bytes.
    pub(crate) fn new(shared: &'s Shared<'s>, file: usize) -> Result<Self, String> {
        let room = file.saturating_mul(Self::GROWTH).saturating_add(Self::LEAST);
        let parsed = |table: &Interpolations<'_>| {
            table.texts.iter().map(|text| Interpolation::parse(text)).collect()
        };
        let interpolations = shared.interpolations.iter().map(parsed).collect::<Result<_, _>>()?;
        let mut unpacker = Self { shared, names: Vec::new(), interpolations, room };
        for Name(same, rest) in &shared.names {
            let before = unpacker.names.last().map_or("", String::as_str);
            let same = before.get(..*same as usize).ok_or("a name that begins as no other does")?;
            let name = [same, rest].concat();
            unpacker.take(name.len())?;
            unpacker.names.push(name);
        }
        Ok(unpacker)
    }

    fn take(&mut self, bytes: usize) -> Result<(), String> {
        self.room = self.room.checked_sub(bytes).ok_or("paths far longer than the file")?;
        Ok(())
    }

    /// The path and the keys of a track.
    pub(crate) fn track(&mut self, track: PackedTrack<'_>) -> Result<(String, Keys), String> {
        let PackedTrack { stem, leaf, kind, times, interpolations, values } = track;
        let name = |index: u32| self.names.get(index as usize).ok_or("a name that does not exist");
        let leaf = name(leaf)?;
        let path = match stem.checked_sub(1) {
            Some(stem) => [name(stem)?, "/", leaf].concat(),
            None => leaf.clone(),
        };
        self.take(path.len())?;
        let table = interpolations as usize;
        let (keys, times) =
            self.shared.times.get(times as usize).ok_or("times that do not exist")?;
        let (texts, runs) = self
            .interpolations
            .get(table)
            .zip(self.shared.interpolations.get(table))
            .ok_or("interpolations that do not exist")?;
        kind.keys(*keys, times, (texts, &runs.runs), &values).map(|keys| (path, keys))
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        #[derive(Clone, Copy, Serialize, Deserialize)]
        enum Kind {
            $($kind,)*
        }

        impl Kind {
            fn keys(
                self,
                count: u32,
                times: &Times<'_>,
                interpolations: (&[Interpolation], &Column<'_>),
                values: &Values<'_>,
            ) -> Result<Keys, String> {
                Ok(match self {
                    $(Self::$kind => {
                        Keys::$kind(keys_of::<$type>(count, times, interpolations, values)?)
                    })*
                })
            }
        }

        impl Columns {
            /// The columns of a track.
            fn of(keys: &Keys) -> Result<Self, String> {
                match keys {
                    $(Keys::$kind(keys) => Self::of_keys(Kind::$kind, keys),)*
                }
            }
        }
    };
}

all_kinds!(columns);

/// A track of any kind.
struct Columns {
    kind: Kind,
    keys: u32,
    times: Times<'static>,
    interpolations: Interpolations<'static>,
    values: Values<'static>,
}

impl Columns {
    fn of_keys<T: InColumn>(kind: Kind, keys: &[Key<T>]) -> Result<Self, String> {
        let times: Vec<When> = keys.iter().map(|key| key.at).collect();
        Ok(Self {
            kind,
            keys: u32::try_from(keys.len()).map_err(|_| "too many keys")?,
            times: Times::of(&times)?,
            interpolations: Interpolations::of(keys.iter().map(|key| &key.interpolation))?,
            values: Values::of(keys)?,
        })
    }
}

fn keys_of<T: InColumn>(
    count: u32,
    times: &Times<'_>,
    (texts, runs): (&[Interpolation], &Column<'_>),
    values: &Values<'_>,
) -> Result<Vec<Key<T>>, String> {
    let mut times = times.times();
    let mut runs = runs.items::<(u32, u32)>();
    let (mut whole, mut small) = (values.values.items(), values.values.items());
    let mut slopes = values.slopes.items();
    let is_level = values.slopes.0.is_empty();
    // A key has a time and a value of at least one byte each, so no small file asks for much memory.
    let most = times.bytes().min(values.values.0.len());
    let mut keys = Vec::with_capacity((count as usize).min(most));
    let (mut interpolation, mut left) = (None, Some(0));
    for _ in 0..count {
        if left == Some(0) {
            let (place, run) = runs.next()?;
            left = (run > 0).then_some(run);
            interpolation = texts.get(place as usize);
        }
        left = left.map(|left| left - 1);
        let interpolation = interpolation.ok_or("an interpolation that does not exist")?;
        let value = if values.small {
            T::from_small(small.next()?).ok_or("a value without a rotation as one of 48 bits")?
        } else {
            T::from_whole(whole.next()?)
        };
        let mut key = Key::new(times.next()?, value, interpolation.clone());
        if !is_level {
            let (tangent_in, tangent_out) = slopes.next()?;
            key.tangent_in = T::slope_from_form(tangent_in);
            key.tangent_out = T::slope_from_form(tangent_out);
        }
        keys.push(key);
    }
    if left.is_some_and(|left| left > 0) {
        return Err("more interpolations than keys".into());
    }
    times.end()?;
    runs.end("interpolations")?;
    if values.small { small.end("values") } else { whole.end("values") }?;
    slopes.end("slopes")?;
    Ok(keys)
}

#[cfg(test)]
mod tests;
