//! Tracks in columns: all times, then all values, then all slopes.
//!
//! Columns put similar data together: times become small differences, an interpolation of all keys is stored once, and
//! slopes that are all zero are not stored.

use cueline::{
    clip::Interpolation,
    time::Span,
    value::{Delta, Quat, Transform},
};
use indexmap::IndexSet;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Key, Keys, When,
    compress::{Quantized, quantized, restored},
    serial::Written,
    value::{InFile, all_kinds},
};

/// The times of a track.
#[derive(Serialize, Deserialize)]
enum Times {
    /// Differences to the previous time, in frames; they wrap.
    Frames(Vec<i64>),
    /// The same in flicks.
    Spans(Vec<i64>),
    /// Some in frames (`true`), some in flicks.
    Mixed(Vec<(bool, i64)>),
    /// Differences in flicks, divided by the first number, which divides all of them.
    Steps(i64, Vec<i64>),
}

impl Times {
    fn of(times: &[When]) -> Self {
        let parts = times.iter().map(|time| match time {
            When::Frames(frames) => (true, *frames),
            When::Span(span) => (false, span.flicks()),
        });
        let parts: Vec<(bool, i64)> = parts.collect();
        let differences = || {
            let before = std::iter::once(0).chain(parts.iter().map(|(_, time)| *time));
            parts.iter().zip(before).map(|((_, time), before)| time.wrapping_sub(before)).collect()
        };
        if parts.iter().all(|(frames, _)| *frames) {
            Self::Frames(differences())
        } else if !parts.iter().any(|(frames, _)| *frames) {
            let differences: Vec<i64> = differences();
            let common = differences.iter().fold(0, |common, next| gcd(common, *next));
            match i64::try_from(common) {
                Ok(common @ 2..) => {
                    Self::Steps(common, differences.iter().map(|next| next / common).collect())
                }
                _ => Self::Spans(differences),
            }
        } else {
            Self::Mixed(parts)
        }
    }

    fn times(self) -> Vec<When> {
        fn sums(differences: Vec<i64>) -> impl Iterator<Item = i64> {
            differences.into_iter().scan(0_i64, |time, difference| {
                *time = time.wrapping_add(difference);
                Some(*time)
            })
        }
        let flicks = |flicks| When::Span(Span::from_flicks(flicks));
        match self {
            Self::Frames(differences) => sums(differences).map(When::Frames).collect(),
            Self::Spans(differences) => sums(differences).map(flicks).collect(),
            Self::Steps(common, steps) => {
                let differences = steps.into_iter().map(|step| step.wrapping_mul(common));
                sums(differences.collect()).map(flicks).collect()
            }
            Self::Mixed(parts) => {
                let time = |(frames, time)| if frames { When::Frames(time) } else { flicks(time) };
                parts.into_iter().map(time).collect()
            }
        }
    }
}

fn gcd(a: u64, b: i64) -> u64 {
    let (mut a, mut b) = (a, b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The interpolations of a track: each text once, and runs of keys with the same text.
#[derive(Serialize, Deserialize)]
struct Interpolations {
    texts: Vec<String>,
    /// Index of the text, and number of keys.
    runs: Vec<(u32, u32)>,
}

impl Interpolations {
    fn of<'a>(interpolations: impl Iterator<Item = &'a Interpolation>) -> Result<Self, String> {
        let (mut texts, mut runs) = (IndexSet::new(), Vec::<(u32, u32)>::new());
        for interpolation in interpolations {
            let (place, _) = texts.insert_full(interpolation.text()?);
            let place = u32::try_from(place).map_err(|_| "too many interpolations")?;
            match runs.last_mut() {
                Some((last, count)) if *last == place && *count < u32::MAX => *count += 1,
                _ => runs.push((place, 1)),
            }
        }
        Ok(Self { texts: texts.into_iter().collect(), runs })
    }

    /// The interpolations of `count` keys; excess keys of a run are ignored.
    fn get(self, count: usize) -> Result<Vec<Interpolation>, String> {
        let texts = self.texts.iter().map(|text| Interpolation::parse(text));
        let texts: Vec<Interpolation> = texts.collect::<Result<_, _>>()?;
        let mut interpolations = Vec::new();
        for (place, run) in self.runs {
            let interpolation =
                texts.get(place as usize).ok_or("an interpolation that is not there")?;
            let run = (run as usize).min(count + 1 - interpolations.len());
            interpolations.extend(std::iter::repeat_n(interpolation, run).cloned());
            if interpolations.len() > count {
                break;
            }
        }
        if interpolations.len() == count {
            Ok(interpolations)
        } else {
            Err("another number of interpolations than times".into())
        }
    }
}

/// Values and slopes of one kind.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct Column<T: InColumn> {
    values: T::Column,
    /// Empty if all slopes are zero.
    slopes: Vec<(T::SlopeForm, T::SlopeForm)>,
}

/// The stored form of a kind of value: that of the file, but without optional fields.
pub(crate) trait InColumn: InFile {
    type Column: Serialize + DeserializeOwned;
    fn pack(values: impl Iterator<Item = Self> + Clone) -> Self::Column;
    fn unpack(column: Self::Column) -> Vec<Self>;
}

/// Kinds are stored as a file writes them, but for those with an `impl` of their own below.
macro_rules! packed_as_form {
    (Rotation $type:ty) => {};
    (Transform $type:ty) => {};
    ($kind:ident $type:ty) => {
        impl InColumn for $type {
            type Column = Vec<Self::Form>;
            fn pack(values: impl Iterator<Item = Self> + Clone) -> Self::Column {
                values.map(InFile::form).collect()
            }
            fn unpack(column: Self::Column) -> Vec<Self> {
                column.into_iter().map(Self::from_form).collect()
            }
        }
    };
}

macro_rules! all_packed {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => { $(packed_as_form!($kind $type);)* };
}

all_kinds!(all_packed);

/// Rotations, in 48 bits each if that loses nothing for any of them.
#[derive(Serialize, Deserialize)]
pub(crate) enum Rotations {
    Whole(Vec<[f32; 4]>),
    Quantized(Vec<[u8; 6]>),
}

impl InColumn for Quat {
    type Column = Rotations;

    fn pack(values: impl Iterator<Item = Self> + Clone) -> Rotations {
        let bytes = values.clone().map(|value| quantized(value).map(Quantized::to_bytes));
        match bytes.collect::<Option<Vec<_>>>() {
            Some(bytes) => Rotations::Quantized(bytes),
            None => Rotations::Whole(values.map(InFile::form).collect()),
        }
    }

    fn unpack(column: Rotations) -> Vec<Self> {
        match column {
            Rotations::Whole(values) => values.into_iter().map(Self::from_form).collect(),
            Rotations::Quantized(values) => {
                values.into_iter().map(|bytes| restored(Quantized::from_bytes(bytes))).collect()
            }
        }
    }
}

impl InColumn for Transform {
    type Column = (Vec<[f32; 3]>, Rotations, Vec<[f32; 3]>);

    fn pack(values: impl Iterator<Item = Self> + Clone) -> Self::Column {
        (
            values.clone().map(|value| value.scale.into()).collect(),
            Quat::pack(values.clone().map(|value| value.rotation)),
            values.map(|value| value.translation.into()).collect(),
        )
    }

    /// The length of the shortest of the three.
    fn unpack((scales, rotations, translations): Self::Column) -> Vec<Self> {
        let parts = scales.into_iter().zip(Quat::unpack(rotations)).zip(translations);
        let value = |((scale, rotation), translation): (([f32; 3], Quat), [f32; 3])| Self {
            scale: scale.into(),
            rotation,
            translation: translation.into(),
        };
        parts.map(value).collect()
    }
}

/// Returns `true` if a slope is zero, bit by bit: -0 is not 0.
fn is_level<T: InFile>(slope: &T::Delta) -> bool {
    let form = |slope: T::Delta| format!("{:?}", T::slope_form(slope));
    form(slope.clone()) == form(T::Delta::zero())
}

impl<T: InColumn> Column<T> {
    fn of(keys: &[Key<T>]) -> Self {
        let level =
            |key: &Key<T>| is_level::<T>(&key.tangent_in) && is_level::<T>(&key.tangent_out);
        let slopes = |key: &Key<T>| {
            (T::slope_form(key.tangent_in.clone()), T::slope_form(key.tangent_out.clone()))
        };
        let all_level = keys.iter().all(level);
        Self {
            values: T::pack(keys.iter().map(|key| key.value.clone())),
            slopes: if all_level { Vec::new() } else { keys.iter().map(slopes).collect() },
        }
    }

    fn keys(self, times: Vec<When>, interpolations: Interpolations) -> Result<Vec<Key<T>>, String> {
        let (values, slopes) = (T::unpack(self.values), self.slopes);
        if values.len() != times.len() {
            return Err("another number of values than times".into());
        }
        if !slopes.is_empty() && slopes.len() != times.len() {
            return Err("another number of slopes than times".into());
        }
        let interpolations = interpolations.get(times.len())?;
        let mut slopes = slopes.into_iter();
        let key = |((at, value), interpolation)| {
            let key = Key::new(at, value, interpolation);
            match slopes.next() {
                None => key,
                Some((tangent_in, tangent_out)) => Key {
                    tangent_in: T::slope_from_form(tangent_in),
                    tangent_out: T::slope_from_form(tangent_out),
                    ..key
                },
            }
        };
        Ok(times.into_iter().zip(values).zip(interpolations).map(key).collect())
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        /// A track of any kind.
        #[derive(Serialize, Deserialize)]
        pub(crate) struct Columns {
            times: Times,
            interpolations: Interpolations,
            of: ColumnOf,
        }

        #[derive(Serialize, Deserialize)]
        enum ColumnOf {
            $($kind(Column<$type>),)*
        }

        impl Columns {
            /// The columns of a track.
            pub(crate) fn of(keys: &Keys) -> Result<Self, String> {
                let times = Times::of(&keys.times());
                Ok(match keys {
                    $(Keys::$kind(keys) => Self {
                        times,
                        interpolations: Interpolations::of(keys.iter().map(|key| &key.interpolation))?,
                        of: ColumnOf::$kind(Column::of(keys)),
                    },)*
                })
            }

            /// The track of the columns.
            pub(crate) fn keys(self) -> Result<Keys, String> {
                let times = self.times.times();
                Ok(match self.of {
                    $(ColumnOf::$kind(column) => Keys::$kind(column.keys(times, self.interpolations)?),)*
                })
            }
        }
    };
}

all_kinds!(columns);
