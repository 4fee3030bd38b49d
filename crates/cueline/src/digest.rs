//! A digest (a hash) of a whole state, the same on every machine.
//!
//! [`std::hash::Hash`](core::hash::Hash) leaves open how a type passes its parts on: the standard library passes a slice
//! of integers as raw memory, in the width and the byte order of the machine, and floats have no `Hash` at all. So
//! digests have a trait of their own: [`Digest`] passes one number after the other to a [`Digester`]. What a number looks
//! like there is fixed:
//!
//! | part | bytes that are fed |
//! | --- | --- |
//! | an integer | its bytes, the lowest first; `usize` and `isize` have 64 bits |
//! | `f32`, `f64` | its bits; -0.0 as 0.0, because the two are equal, and every NaN as the same one |
//! | `bool`, `char` | a byte; its number with 32 bits |
//! | a list, a map | its length with 64 bits, then each item in order; a map has the key before the value |
//! | an array, a tuple, a struct | its parts in order |
//! | text | its bytes in UTF-8, then a byte `ff`, which no text contains |
//! | an enum, `Option`, `Result` | the place of the variant with 64 bits, from 0, then its fields |
//!
//! The hash function over these bytes is FNV-1a with 64 bits (Fowler, Noll, Vo; IETF draft "The FNV Non-Cryptographic
//! Hash Algorithm"). It finds an accident, not an attack: do not use a digest as a signature.

use alloc::{
    borrow::{Cow, ToOwned},
    boxed::Box,
    collections::{BTreeMap, BTreeSet, VecDeque},
    rc::Rc,
    string::String,
    sync::Arc,
    vec::Vec,
};
use core::{fmt, hash::Hasher, marker::PhantomData, num, ops, time::Duration};

#[cfg(feature = "derive")]
pub use cueline_derive::Digest;

/// The digest of a state: equal states give equal digests on every machine.
///
/// # Examples
///
/// ```
/// use cueline::{digest::digest, time::Time};
///
/// assert_eq!(digest(&Time::from_millis(5)), digest(&Time::from_millis(5)));
/// assert_ne!(digest(&Time::from_millis(5)), digest(&Time::from_millis(6)));
/// ```
#[must_use]
pub fn digest(state: &(impl Digest + ?Sized)) -> u64 {
    let mut digester = Digester::default();
    state.feed(&mut digester);
    digester.finish()
}

/// Takes in the numbers of a state, one by one.
#[derive(Default)]
pub struct Digester(fnv::FnvHasher);

impl Digester {
    /// The digest of all numbers that were fed.
    #[must_use]
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }

    /// Takes in bytes, without their length.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }
}

impl fmt::Debug for Digester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digester({:016x})", self.finish())
    }
}

/// A state, or a part of one, that has a digest: it feeds each of its numbers to a [`Digester`].
///
/// `#[derive(Digest)]` implements it for structs and enums whose fields all have it. `#[digest(skip)]` leaves out a field
/// that follows from the others, such as a cache, and `#[digest(by = |it| it.number())]` feeds what a function makes of a
/// field, for a type of another crate; `#[digest(list)]` feeds an array as a list. Numbers, text, tuples, arrays, lists, `BTreeMap`, the values of this
/// crate and those of `glam` have it, and so have queues, players and other states of this crate if their payloads do.
/// A `HashMap` has no order, so it has no digest: use a `BTreeMap`, or feed its items sorted.
///
/// # Examples
///
#[cfg_attr(feature = "derive", doc = "```")]
#[cfg_attr(not(feature = "derive"), doc = "```ignore")]
/// use cueline::digest::{Digest, digest};
///
/// #[derive(PartialEq, Digest)]
/// struct Bullet { at: [f32; 2], speed: f32 }
///
/// #[derive(Digest)]
/// enum Order { Wait, Shoot { bullets: Vec<Bullet>, by: usize } }
///
/// let (a, b) = (Bullet { at: [0.0, 1.0], speed: 2.0 }, Bullet { at: [-0.0, 1.0], speed: 2.0 });
/// assert!(a == b && digest(&a) == digest(&b));
/// assert_ne!(digest(&Order::Shoot { bullets: vec![a], by: 1 }), digest(&Order::Wait));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no digest",
    label = "it must implement `Digest`",
    note = "`use cueline::digest::Digest;` and write `#[derive(Digest)]` above a struct or an enum of your own",
    note = "of a `HashMap` make a `BTreeMap`, whose order is the same everywhere; keep what is no state, such as a `MotionPreference`, beside the state",
    note = "of a type of another crate, feed a number: `#[digest(by = |it| it.number())]` above the field"
)]
pub trait Digest {
    /// Feeds all numbers, in an order that is always the same.
    ///
    /// Equal values feed the same bytes. Where the number of parts varies, feed it first, as lists do.
    fn feed(&self, digester: &mut Digester);
}

/// Feeds what a function makes of a part; `#[digest(by = ..)]` calls it.
#[doc(hidden)]
pub fn feed_by<T, D: Digest>(part: &T, by: impl FnOnce(&T) -> D, digester: &mut Digester) {
    by(part).feed(digester);
}

macro_rules! integers {
    ($($number:ty as $wide:ty),*) => { $(
        impl Digest for $number {
            #[inline]
            fn feed(&self, digester: &mut Digester) {
                digester.write(&(*self as $wide).to_le_bytes());
            }
        }
    )* };
}

integers!(
    u8 as u8,
    u16 as u16,
    u32 as u32,
    u64 as u64,
    u128 as u128,
    usize as u64,
    i8 as i8,
    i16 as i16,
    i32 as i32,
    i64 as i64,
    i128 as i128,
    isize as i64
);

/// Minus zero plus zero is plus zero. The sign and the payload of a NaN differ between processors.
macro_rules! floats {
    ($($float:ident),*) => { $(
        impl Digest for $float {
            fn feed(&self, digester: &mut Digester) {
                let one = if self.is_nan() { $float::NAN } else { *self + 0.0 };
                one.to_bits().feed(digester);
            }
        }
    )* };
}

floats!(f32, f64);

/// What counts as another type.
macro_rules! fed_as {
    ($($type:ty $(where $part:ident $(?$sized:ident)?)?: $value:ident => $fed:expr;)*) => { $(
        impl$(<$part: Digest $(+ ?$sized)?>)? Digest for $type {
            #[inline]
            fn feed(&self, digester: &mut Digester) {
                let $value = self;
                $fed.feed(digester);
            }
        }
    )* };
}

fed_as! {
    bool: value => u8::from(*value);
    char: value => u32::from(*value);
    String: text => **text;
    Duration: time => (time.as_secs(), time.subsec_nanos());
    &T where T ?Sized: one => **one;
    &mut T where T ?Sized: one => **one;
    Box<T> where T ?Sized: one => **one;
    Rc<T> where T ?Sized: one => **one;
    Arc<T> where T ?Sized: one => **one;
    Vec<T> where T: list => **list;
    ops::Range<T> where T: range => (&range.start, &range.end);
    ops::RangeInclusive<T> where T: range => (range.start(), range.end());
    num::NonZeroU8: value => value.get();
    num::NonZeroU16: value => value.get();
    num::NonZeroU32: value => value.get();
    num::NonZeroU64: value => value.get();
    num::NonZeroUsize: value => value.get();
    num::NonZeroI8: value => value.get();
    num::NonZeroI16: value => value.get();
    num::NonZeroI32: value => value.get();
    num::NonZeroI64: value => value.get();
}

impl Digest for str {
    fn feed(&self, digester: &mut Digester) {
        digester.write(self.as_bytes());
        0xff_u8.feed(digester);
    }
}

impl<T: ToOwned<Owned: Digest> + Digest + ?Sized> Digest for Cow<'_, T> {
    fn feed(&self, digester: &mut Digester) {
        (**self).feed(digester);
    }
}

/// Feeds the items of a list, as a list does, wherever they are stored.
pub(crate) fn feed_all<T: Digest>(
    items: impl ExactSizeIterator<Item = T>,
    digester: &mut Digester,
) {
    items.len().feed(digester);
    items.for_each(|item| item.feed(digester));
}

impl<T: Digest> Digest for [T] {
    fn feed(&self, digester: &mut Digester) {
        feed_all(self.iter(), digester);
    }
}

/// Without the length, which the type says: the numbers of a colour or of a matrix are an array.
impl<T: Digest, const N: usize> Digest for [T; N] {
    fn feed(&self, digester: &mut Digester) {
        self.iter().for_each(|part| part.feed(digester));
    }
}

impl<T: Digest> Digest for VecDeque<T> {
    fn feed(&self, digester: &mut Digester) {
        feed_all(self.iter(), digester);
    }
}

impl<T: Digest> Digest for BTreeSet<T> {
    fn feed(&self, digester: &mut Digester) {
        feed_all(self.iter(), digester);
    }
}

impl<K: Digest, V: Digest> Digest for BTreeMap<K, V> {
    fn feed(&self, digester: &mut Digester) {
        feed_all(self.iter(), digester);
    }
}

impl<T: ?Sized> Digest for PhantomData<T> {
    fn feed(&self, _: &mut Digester) {}
}

impl Digest for () {
    fn feed(&self, _: &mut Digester) {}
}

/// Implements [`Digest`] for structs and enums of this crate, as the derive does for those of others. Each field is named,
/// so that one that is forgotten does not compile.
macro_rules! digested {
    () => {};
    (struct $name:ident $(<$($part:tt),*>)? { $($field:ident),* $(,)? } $($rest:tt)*) => {
        $crate::digest::digested! { @impl $name $(<$($part),*>)?, self, digester {
            let Self { $($field),* } = self;
            $($crate::digest::Digest::feed($field, digester);)*
        } }
        $crate::digest::digested! { $($rest)* }
    };
    (struct $name:ident $(<$($part:tt),*>)? ($($field:ident),*) $($rest:tt)*) => {
        $crate::digest::digested! { @impl $name $(<$($part),*>)?, self, digester {
            let Self($($field),*) = self;
            $($crate::digest::Digest::feed($field, digester);)*
        } }
        $crate::digest::digested! { $($rest)* }
    };
    (enum $name:ident $(<$($part:tt),*>)? {
        $($variant:ident $({ $($field:ident),* })? $(($($bound:ident),*))?),* $(,)?
    } $($rest:tt)*) => {
        $crate::digest::digested! { @impl $name $(<$($part),*>)?, self, digester {
            enum Place { $($variant),* }
            match self { $(
                Self::$variant $({ $($field),* })? $(($($bound),*))? => {
                    $crate::digest::Digest::feed(&(Place::$variant as u64), digester);
                    $($($crate::digest::Digest::feed($field, digester);)*)?
                    $($($crate::digest::Digest::feed($bound, digester);)*)?
                }
            )* }
        } }
        $crate::digest::digested! { $($rest)* }
    };
    (@impl $name:ident, $self:ident, $digester:ident $body:block) => {
        impl $crate::digest::Digest for $name {
            fn feed(&$self, $digester: &mut $crate::digest::Digester) $body
        }
    };
    (@impl $name:ident<$life:lifetime>, $self:ident, $digester:ident $body:block) => {
        impl $crate::digest::Digest for $name<$life> {
            fn feed(&$self, $digester: &mut $crate::digest::Digester) $body
        }
    };
    (@impl $name:ident<$($part:ident),*>, $self:ident, $digester:ident $body:block) => {
        impl<$($part: $crate::digest::Digest),*> $crate::digest::Digest for $name<$($part),*> {
            fn feed(&$self, $digester: &mut $crate::digest::Digester) $body
        }
    };
}
pub(crate) use digested;

digested! {
    enum Option<T> { None, Some(one) }
    enum Result<T, E> { Ok(one), Err(one) }
}

/// Passes the tuples that are values to a macro: the type and the index of each part.
macro_rules! all_tuples {
    ($with:ident) => {
        $with! {
            (A 0)
            (A 0 B 1)
            (A 0 B 1 C 2)
            (A 0 B 1 C 2 D 3)
            (A 0 B 1 C 2 D 3 E 4)
            (A 0 B 1 C 2 D 3 E 4 F 5)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
            (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
        }
    };
}
pub(crate) use all_tuples;

macro_rules! tuples {
    ($(($($part:ident $index:tt)+))*) => { $(
        impl<$($part: Digest),+> Digest for ($($part,)+) {
            fn feed(&self, digester: &mut Digester) {
                $(self.$index.feed(digester);)+
            }
        }
    )* };
}

all_tuples!(tuples);

#[cfg(test)]
mod tests {
    use alloc::{string::ToString, vec};

    use super::*;

    /// FNV-1a, worked out by hand with the published constants.
    fn fnv(bytes: &[u8]) -> u64 {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[test]
    fn each_kind_of_part_feeds_the_bytes_of_the_table() {
        let length = |count: u64| count.to_le_bytes();
        let table: [(u64, &[&[u8]]); 24] = [
            (digest(&1_u8), &[&[1]]),
            (digest(&-2_i16), &[&[0xfe, 0xff]]),
            (digest(&1_u32), &[&[1, 0, 0, 0]]),
            (digest(&1_u64), &[&length(1)]),
            (digest(&1_usize), &[&length(1)]),
            (digest(&-1_isize), &[&[0xff; 8]]),
            (digest(&1_u128), &[&length(1), &length(0)]),
            (digest(&1.0_f32), &[&[0, 0, 0x80, 0x3f]]),
            (digest(&-0.0_f32), &[&[0; 4]]),
            (digest(&1.0_f64), &[&[0, 0, 0, 0, 0, 0, 0xf0, 0x3f]]),
            (digest(&-f32::NAN), &[&[0, 0, 0xc0, 0x7f]]),
            (digest(&f64::from_bits(u64::MAX)), &[&[0, 0, 0, 0, 0, 0, 0xf8, 0x7f]]),
            (digest(&true), &[&[1]]),
            (digest(&'A'), &[&[0x41, 0, 0, 0]]),
            (digest("ab"), &[b"ab", &[0xff]]),
            (digest(&"ab".to_string()), &[b"ab", &[0xff]]),
            (digest(&[3_u8, 4]), &[&[3, 4]]),
            (digest(&(3_u8, 4_u16)), &[&[3, 4, 0]]),
            (digest(&vec![3_usize]), &[&length(1), &length(3)]),
            (digest(&VecDeque::from([3_u16, 4])), &[&length(2), &[3, 0, 4, 0]]),
            (digest(&BTreeSet::from([9_u8, 7])), &[&length(2), &[7, 9]]),
            (digest(&BTreeMap::from([(7_u8, 'B')])), &[&length(1), &[7, 0x42, 0, 0, 0]]),
            (digest(&Some(5_u8)), &[&length(1), &[5]]),
            (digest(&Result::<u8, i8>::Err(-1)), &[&length(1), &[0xff]]),
        ];
        for (line, (found, parts)) in table.into_iter().enumerate() {
            assert_eq!(found, fnv(&parts.concat()), "line {line} of the table");
        }
    }

    #[test]
    fn lists_that_are_cut_elsewhere_differ() {
        let (one, other) = (vec![vec![1_u8], vec![2, 3]], vec![vec![1_u8, 2], vec![3]]);
        assert_ne!(digest(&one), digest(&other));
        assert_ne!(digest(&("ab", "c")), digest(&("a", "bc")));
        assert_ne!(digest(&None::<u8>), digest(&Some(0_u8)));
    }
}
