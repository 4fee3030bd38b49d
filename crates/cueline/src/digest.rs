//! One number for a whole state, the same on every machine.
//!
//! [`Hash`] feeds integers in the machine's own byte order and width; this hasher fixes both, so
//! that equal states have equal digests on a 32-bit browser and a 64-bit server. The mixing is
//! FNV-1a with 64 bits (Fowler, Noll, Vo; IETF draft "The FNV Non-Cryptographic Hash Algorithm").

use core::{
    fmt,
    hash::{Hash, Hasher},
};

/// The digest of anything that can be hashed: equal states give equal digests on every machine.
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

/// Feeds integers in one fixed width and byte order.
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
}
