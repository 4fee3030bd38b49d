//! A hash of a whole state, the same on every machine.
//!
//! [`Hash`] writes integers in the byte order and the width of the machine. The hasher [`Digest`] fixes both, so equal
//! states have equal digests in a 32-bit browser and on a 64-bit server. The hash function is FNV-1a with 64 bits
//! (Fowler, Noll, Vo; IETF draft "The FNV Non-Cryptographic Hash Algorithm").

use core::{
    fmt,
    hash::{Hash, Hasher},
};

/// The digest (a hash) of a state: equal states give equal digests on every machine.
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
pub fn digest(state: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = Digest::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// A [`Hasher`] whose result does not depend on the machine.
#[derive(Default)]
pub struct Digest(fnv::FnvHasher);

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({:016x})", self.finish())
    }
}

/// Writes integers in one fixed width and byte order.
macro_rules! little_endian {
    ($($write:ident($value:ty as $wide:ty)),*) => {
        $(fn $write(&mut self, value: $value) {
            self.0.write(&(value as $wide).to_le_bytes());
        })*
    };
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    little_endian!(
        write_u8(u8 as u8),
        write_u16(u16 as u16),
        write_u32(u32 as u32),
        write_u64(u64 as u64),
        write_u128(u128 as u128),
        write_usize(usize as u64),
        write_i8(i8 as i8),
        write_i16(i16 as i16),
        write_i32(i32 as i32),
        write_i64(i64 as i64),
        write_i128(i128 as i128),
        write_isize(isize as i64)
    );
}

/// A value made of numbers, whose bits go to a hasher. Floats do not implement [`Hash`].
///
/// -0.0 has the bits of 0.0, because the two are equal; NaN has its own bits. `#[derive(Lerp)]` implements `Bits` for a
/// struct and its difference if all fields implement it. With `Bits`, a struct that contains an `f32` or a vector of
/// `glam` can implement [`Hash`], and then it has a digest:
///
/// ```
/// use core::hash::{Hash, Hasher};
/// use cueline::digest::{Bits, digest};
///
/// #[derive(PartialEq)]
/// struct Bullet { at: [f32; 2], speed: f32 }
///
/// impl Hash for Bullet {
///     fn hash<H: Hasher>(&self, hasher: &mut H) {
///         self.at.feed(hasher);
///         self.speed.feed(hasher);
///     }
/// }
///
/// let (a, b) = (Bullet { at: [0.0, 1.0], speed: 2.0 }, Bullet { at: [-0.0, 1.0], speed: 2.0 });
/// assert!(a == b && digest(&a) == digest(&b));
/// ```
pub trait Bits {
    /// Passes all numbers to `hasher`, the same on every machine.
    fn feed(&self, hasher: &mut impl Hasher);
}

macro_rules! bits {
    ($($number:ty: $write:ident($value:ident => $bits:expr);)*) => { $(
        impl Bits for $number {
            fn feed(&self, hasher: &mut impl Hasher) {
                let $value = *self;
                hasher.$write($bits);
            }
        }
    )* };
}

// Minus zero plus zero is plus zero.
bits! {
    f32: write_u32(value => (value + 0.0).to_bits());
    f64: write_u64(value => (value + 0.0).to_bits());
    i8: write_i8(value => value);
    i16: write_i16(value => value);
    i32: write_i32(value => value);
    i64: write_i64(value => value);
    i128: write_i128(value => value);
    isize: write_isize(value => value);
    u8: write_u8(value => value);
    u16: write_u16(value => value);
    u32: write_u32(value => value);
    u64: write_u64(value => value);
    u128: write_u128(value => value);
    usize: write_usize(value => value);
    bool: write_u8(value => value.into());
}

impl<T: Bits, const N: usize> Bits for [T; N] {
    fn feed(&self, hasher: &mut impl Hasher) {
        self.iter().for_each(|part| part.feed(hasher));
    }
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
        impl<$($part: Bits),+> Bits for ($($part,)+) {
            fn feed(&self, hasher: &mut impl Hasher) {
                $(self.$index.feed(hasher);)+
            }
        }
    )* };
}

all_tuples!(tuples);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_is_fnv_1a_over_little_endian_bytes() {
        // FNV-1a of the eight bytes 01 00 .. 00, worked out by hand with the published constants.
        let mut expected: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in 1_u64.to_le_bytes() {
            expected = (expected ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        assert_eq!(digest(&1_u64), expected);
        assert_eq!(digest(&1_usize), expected, "a size counts as 64 bits everywhere");
        assert_eq!(digest(&1_isize), expected);
    }

    #[test]
    fn equal_numbers_feed_equal_bits() {
        struct Fed<T>(T);
        impl<T: Bits> Hash for Fed<T> {
            fn hash<H: Hasher>(&self, hasher: &mut H) {
                self.0.feed(hasher);
            }
        }
        assert_eq!(digest(&Fed((-0.0_f32, [-0.0_f64]))), digest(&Fed((0.0_f32, [0.0_f64]))));
        assert_eq!(digest(&Fed(f32::NAN)), digest(&f32::NAN.to_bits()));
        assert_ne!(digest(&Fed(1.0_f32)), digest(&Fed(-1.0_f32)));
    }
}
