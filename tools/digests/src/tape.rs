//! What comes out of the scenarios, as one number.

use cueline::{
    clip::Value,
    digest::{Digest, Digester},
    time::{Span, Time},
    value::{AxisAngle, Color, Discrete, Mat4, Oklab, Quat, Transform, Vec2, Vec3, Vec4},
};

/// Takes in raw bits, in order, and forgets all but a digest of them.
#[derive(Debug, Default)]
pub struct Tape {
    digest: Digester,
    scenarios: u32,
    numbers: u64,
}

impl Tape {
    /// Begins another scenario. Its number is taken in, so that what ends one cannot begin the next.
    pub fn scenario(&mut self) {
        self.scenarios += 1;
        self.scenarios.feed(&mut self.digest);
    }

    /// Takes in a value bit by bit.
    pub fn put(&mut self, what: impl Record) {
        what.record(self);
    }

    /// Takes in what has a digest.
    pub fn hash(&mut self, what: &(impl Digest + ?Sized)) {
        self.numbers += 1;
        what.feed(&mut self.digest);
    }

    /// Whether a call was accepted; what it said is not taken in, as words may change.
    pub fn accepted<T, E>(&mut self, answer: &Result<T, E>) {
        self.hash(&answer.is_ok());
    }

    /// Takes in all that another one has.
    pub fn join(&mut self, other: &Self) {
        other.digest().feed(&mut self.digest);
        self.scenarios += other.scenarios;
        self.numbers += other.numbers;
    }

    /// The digest of everything up to now.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest.finish()
    }

    /// How many scenarios were played.
    #[must_use]
    pub const fn scenarios(&self) -> u32 {
        self.scenarios
    }

    /// How many numbers were taken in; what came by its digest counts as one.
    #[must_use]
    pub const fn numbers(&self) -> u64 {
        self.numbers
    }
}

/// What a tape takes in bit by bit.
pub trait Record {
    /// Puts every number of it on the tape.
    fn record(&self, tape: &mut Tape);
}

/// All NaNs count as one: their sign and payload are no promise of any processor.
macro_rules! floats {
    ($($float:ident),*) => { $(
        impl Record for $float {
            fn record(&self, tape: &mut Tape) {
                let bits = if self.is_nan() { $float::NAN.to_bits() } else { self.to_bits() };
                tape.hash(&bits);
            }
        }
    )* };
}
floats!(f32, f64);

macro_rules! hashed {
    ($($type:ty),*) => { $(
        impl Record for $type {
            fn record(&self, tape: &mut Tape) {
                tape.hash(self);
            }
        }
    )* };
}
hashed!(bool, u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize, Span, Time, str);

macro_rules! parts {
    ($($type:ident { $($part:ident),* })*) => { $(
        impl<S: Record> Record for $type<S> {
            fn record(&self, tape: &mut Tape) {
                $(self.$part.record(tape);)*
            }
        }
    )* };
}
parts! {
    Vec2 { x, y }
    Vec3 { x, y, z }
    Vec4 { x, y, z, w }
    Quat { x, y, z, w }
    AxisAngle { vector }
    Transform { scale, rotation, translation }
}

impl<S: Record> Record for Mat4<S> {
    fn record(&self, tape: &mut Tape) {
        self.0.record(tape);
    }
}

impl Record for Color {
    fn record(&self, tape: &mut Tape) {
        <[f32; 4]>::from(*self).record(tape);
    }
}

impl Record for Oklab {
    fn record(&self, tape: &mut Tape) {
        <[f32; 4]>::from(*self).record(tape);
    }
}

impl Record for Discrete {
    fn record(&self, tape: &mut Tape) {
        self.count().record(tape);
    }
}

/// A kind that is new to the library and unknown here fails to be compared, and so ends the run.
impl Record for Value {
    fn record(&self, tape: &mut Tape) {
        match self {
            Self::F32(value) => value.record(tape),
            Self::F64(value) => value.record(tape),
            Self::I32(value) => value.record(tape),
            Self::I64(value) => value.record(tape),
            Self::Bool(value) => value.record(tape),
            Self::Vec2(value) => value.record(tape),
            Self::Vec3(value) => value.record(tape),
            Self::Vec4(value) => value.record(tape),
            Self::Rotation(value) => value.record(tape),
            Self::Matrix(value) => value.record(tape),
            Self::Transform(value) => value.record(tape),
            Self::Color(value) => value.record(tape),
            Self::Oklab(value) => value.record(tape),
            other => unreachable!("{other:?} has no bits here"),
        }
    }
}

impl<R: Record + ?Sized> Record for &R {
    fn record(&self, tape: &mut Tape) {
        (**self).record(tape);
    }
}

impl<R: Record> Record for Option<R> {
    fn record(&self, tape: &mut Tape) {
        self.is_some().record(tape);
        if let Some(what) = self {
            what.record(tape);
        }
    }
}

impl<R: Record> Record for [R] {
    fn record(&self, tape: &mut Tape) {
        self.iter().for_each(|part| part.record(tape));
    }
}

impl<R: Record, const N: usize> Record for [R; N] {
    fn record(&self, tape: &mut Tape) {
        self[..].record(tape);
    }
}

macro_rules! tuples {
    ($(($($part:ident $index:tt),+))*) => { $(
        impl<$($part: Record),+> Record for ($($part,)+) {
            fn record(&self, tape: &mut Tape) {
                $(self.$index.record(tape);)+
            }
        }
    )* };
}
tuples! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) }
