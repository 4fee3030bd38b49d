//! Memory that the caller names: all reads and writes of it, and nearly all unsafe code of the crate.
//!
//! The caller promises in each call, by the rules of the header, that a pointer is null or points to as many valid elements
//! as the call says, that no other thread writes there during the call, and that a text ends with a zero byte. What can be
//! checked is checked: null, alignment, length.

use core::{ffi::CStr, ffi::c_char, mem::align_of, mem::size_of, slice};

use crate::status::{Answer, CUELINE_POINTER, CUELINE_TEXT, CUELINE_TOO_SMALL, Refusal};

fn null(name: &str) -> Refusal {
    Refusal::new(CUELINE_POINTER, format_args!("`{name}` is null but must point to memory"))
}

/// A place for one result. Invariant: null, or valid for a write of a `T`, aligned or not.
#[derive(Debug)]
pub(crate) struct Out<T>(*mut T);

impl<T: Copy> Out<T> {
    /// A place that must be there.
    ///
    /// # Safety
    ///
    /// `place` is null, or valid for writes of a `T` as long as the value lives; it need not be aligned.
    pub(crate) unsafe fn new(name: &str, place: *mut T) -> Answer<Self> {
        if place.is_null() { Err(null(name)) } else { Ok(Self(place)) }
    }

    /// A place that may be null: then nothing is written.
    ///
    /// # Safety
    ///
    /// As [`new`](Self::new).
    pub(crate) unsafe fn optional(place: *mut T) -> Self {
        Self(place)
    }

    pub(crate) fn set(&self, value: T) {
        if !self.0.is_null() {
            // SAFETY: not null, so valid for writes by the invariant; alignment is not needed.
            unsafe { self.0.write_unaligned(value) }
        }
    }
}

/// Places for several results. Invariant: valid for writes of `capacity` elements, aligned or not; null only with a
/// capacity of 0.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    places: *mut T,
    capacity: usize,
}

impl<T: Copy> Buffer<T> {
    /// # Safety
    ///
    /// `places` is null, or valid for writes of `capacity` elements as long as the value lives.
    pub(crate) unsafe fn new(name: &str, places: *mut T, capacity: usize) -> Answer<Self> {
        if places.is_null() && capacity > 0 {
            return Err(null(name));
        }
        Ok(Self { places, capacity })
    }

    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Writes the values that fit.
    pub(crate) fn fill(&self, values: impl IntoIterator<Item = T>) {
        for (place, value) in values.into_iter().take(self.capacity).enumerate() {
            self.put(place, value);
        }
    }

    /// Writes a value, if its place is within the capacity.
    pub(crate) fn put(&self, place: usize, value: T) {
        if place < self.capacity {
            // SAFETY: `place` is below `capacity`, and the invariant says that so many elements lie in one object.
            let place = unsafe { self.places.add(place) };
            // SAFETY: in bounds, so valid for writes by the invariant; alignment is not needed.
            unsafe { place.write_unaligned(value) }
        }
    }
}

/// The elements that the caller passes.
///
/// # Safety
///
/// `first` is null, or points to `count` initialised elements that are not written to during `'a`.
pub(crate) unsafe fn elements<'a, T: Copy>(
    name: &str,
    first: *const T,
    count: usize,
) -> Answer<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if first.is_null() {
        return Err(null(name));
    }
    if !first.addr().is_multiple_of(align_of::<T>()) {
        let text = format!("`{name}` must be aligned to {} bytes", align_of::<T>());
        return Err(Refusal::new(CUELINE_POINTER, text));
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        let text = format!("`{name}` has {count} elements, more than memory can hold");
        return Err(Refusal::new(CUELINE_POINTER, text));
    }
    // SAFETY: not null, aligned, of a length that fits; initialised and not written meanwhile as the caller says.
    Ok(unsafe { slice::from_raw_parts(first, count) })
}

/// One plain struct that the caller passes; `None` for null.
///
/// # Safety
///
/// As [`elements`] of one element.
pub(crate) unsafe fn optional<T: Copy>(name: &str, place: *const T) -> Answer<Option<T>> {
    if place.is_null() {
        return Ok(None);
    }
    // SAFETY: passed on.
    Ok(unsafe { elements(name, place, 1) }?.first().copied())
}

/// A text of the caller.
///
/// # Safety
///
/// `text` is null, or points to a zero-terminated text that is not written to during `'a`.
pub(crate) unsafe fn text<'a>(name: &str, text: *const c_char) -> Answer<&'a str> {
    if text.is_null() {
        return Err(null(name));
    }
    // SAFETY: not null, zero-terminated and not written meanwhile as the caller says.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str()
        .map_err(|error| Refusal::new(CUELINE_TEXT, format_args!("`{name}` is not UTF-8: {error}")))
}

/// Writes a text that fits, cut between two characters, and a zero byte. Without room for the zero byte it writes nothing.
pub(crate) fn put_text(buffer: &Buffer<c_char>, text: &str) {
    let Some(room) = buffer.capacity().checked_sub(1) else { return };
    let fits = text.floor_char_boundary(room);
    let bytes = text.as_bytes().iter().take(fits).chain([&0]);
    buffer.fill(bytes.map(|byte| c_char::from_ne_bytes([*byte])));
}

/// Writes a name with a zero byte, or nothing if it does not fit.
pub(crate) fn put_name(buffer: &Buffer<c_char>, name: &str) -> Answer<()> {
    let (needed, capacity) = (name.len() + 1, buffer.capacity());
    if capacity < needed {
        let text = format!("the name needs {needed} bytes, the buffer has {capacity}");
        return Err(Refusal::new(CUELINE_TOO_SMALL, text));
    }
    put_text(buffer, name);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_and_always_ends() {
        for (room, wanted) in [(0, ""), (1, ""), (2, "a"), (3, "a"), (4, "aä"), (9, "aäb")] {
            let mut bytes = [1 as c_char; 9];
            // SAFETY: `room` is at most the length of the array, which outlives the buffer.
            let buffer = unsafe { Buffer::new("bytes", bytes.as_mut_ptr(), room) }.unwrap();
            put_text(&buffer, "aäb");
            if room == 0 {
                assert_eq!(bytes[0], 1, "untouched");
            } else {
                // SAFETY: a zero byte was written within the array.
                let written = unsafe { text("bytes", bytes.as_ptr()) }.unwrap();
                assert_eq!(written, wanted, "room for {room}");
            }
        }
    }

    #[test]
    fn what_can_be_checked_of_a_pointer_is_refused() {
        let words = [0_u64; 2];
        let odd = words.as_ptr().wrapping_byte_add(1);
        // SAFETY: none of these is read: null, not aligned, too long.
        let read = |first, count| unsafe { elements::<u64>("words", first, count) }.is_err();
        assert!(read(core::ptr::null(), 1));
        assert!(read(odd, 1));
        assert!(read(words.as_ptr(), usize::MAX / 8));
        assert!(!read(core::ptr::null(), 0), "nothing to read");
    }
}
