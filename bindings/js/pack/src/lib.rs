//! Unpacks a module in a page: LZMA, with letters for bytes.
//!
//! A browser can inflate by itself. What LZMA makes of a module is a tenth to a fifth smaller, and this unpacker takes two
//! kilobytes. It would take half of that in JavaScript, which is slow until a browser has compiled it.
//!
//! Size is the only reason against the decoder of a library. Built and optimised in the same way, that of lzma-rust2 0.25, which
//! packs, has 12.5 kilobytes and makes the page of the queue 6.4 larger after gzip, and that of lzma-rs 0.3 has 22.9 and makes it
//! 12.7 larger: more than LZMA saves there.

#![cfg_attr(target_family = "wasm", no_std)]

/// The letters of a packed text, each of which stands for six bits. They are those that minified JavaScript has most: gzip then
/// writes the text and what stands beside it in one alphabet. No quote, no escape and no bracket of HTML is among them.
pub const LETTERS: &[u8; 64] = b"etnrs,i() a.o=huldfc{}#m0;gpwby:[]?v_@1&q!-MAT/+|Sk2xNEO*45j36CB";

/// The literal context bits of the packed stream. It has no position bits.
pub const CONTEXT_BITS: u32 = 3;

// Where the odds of each kind of decision begin.
const REPEATED: usize = 12;
const FIRST: usize = 24;
const SECOND: usize = 36;
const THIRD: usize = 48;
const LONG: usize = 60;
const ALIGN: usize = 72;
const NEAR: usize = 88;
const SLOT: usize = 256;
const LENGTH: usize = 512;
const REPEATED_LENGTH: usize = 1024;
const LITERAL: usize = 2048;
const ODDS: usize = LITERAL + (0x300 << CONTEXT_BITS);

/// The bytes for which the letters stand.
struct Bytes<'a> {
    text: &'a [u8],
    /// What each letter stands for.
    values: [u8; 128],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn of(text: &'a [u8], at: usize) -> Self {
        let mut values = [0; 128];
        for (value, letter) in LETTERS.iter().enumerate() {
            values[usize::from(letter & 127)] = value as u8;
        }
        Self { text, values, at }
    }

    fn letter(&self, at: usize) -> u32 {
        self.text.get(at).map_or(0, |letter| u32::from(self.values[usize::from(letter & 127)]))
    }

    /// The next byte; 0 after the last one.
    fn next(&mut self) -> u32 {
        let (group, place) = (self.at / 3, self.at % 3);
        self.at += 1;
        let at = group * 4 + place;
        (self.letter(at) << 6 | self.letter(at + 1)) >> (4 - place * 2) & 0xff
    }
}

/// The number of bytes of what is packed: the first three.
pub fn size(text: &[u8]) -> usize {
    let mut bytes = Bytes::of(text, 0);
    (bytes.next() | bytes.next() << 8 | bytes.next() << 16) as usize
}

/// Reads the decisions of the packed stream.
struct Decoder<'a> {
    bytes: Bytes<'a>,
    range: u32,
    code: u32,
    odds: [u16; ODDS],
}

impl Decoder<'_> {
    fn refill(&mut self) {
        if self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.bytes.next();
        }
    }

    fn bit(&mut self, index: usize) -> usize {
        let Some(odds) = self.odds.get_mut(index) else { return 0 };
        let bound = (self.range >> 11) * u32::from(*odds);
        let one = self.code >= bound;
        if one {
            self.range -= bound;
            self.code -= bound;
            *odds -= *odds >> 5;
        } else {
            self.range = bound;
            *odds += (2048 - *odds) >> 5;
        }
        self.refill();
        usize::from(one)
    }

    /// A number of so many bits, the highest first.
    fn tree(&mut self, base: usize, bits: u32) -> usize {
        let mut node = 1;
        while node >> bits == 0 {
            node = node << 1 | self.bit(base + node);
        }
        node - (1 << bits)
    }

    /// A number of so many bits, the lowest first.
    fn reversed(&mut self, base: usize, bits: u32) -> usize {
        let (mut node, mut result) = (1, 0);
        for shift in 0..bits {
            let one = self.bit(base + node);
            node = node << 1 | one;
            result |= one << shift;
        }
        result
    }

    /// How many bytes a match has.
    fn length(&mut self, base: usize) -> usize {
        if self.bit(base) == 0 {
            2 + self.tree(base + 8, 3)
        } else if self.bit(base + 1) == 0 {
            10 + self.tree(base + 16, 3)
        } else {
            18 + self.tree(base + 256, 8)
        }
    }

    /// How far back a new match of that length begins, less one.
    fn distance(&mut self, length: usize) -> usize {
        let slot = self.tree(SLOT + (length - 2).min(3) * 64, 6);
        if slot < 4 {
            return slot;
        }
        let bits = (slot as u32 >> 1) - 1;
        let high = (2 | slot & 1) << bits;
        if slot < 14 {
            return high + self.reversed(NEAR + high - slot, bits);
        }
        // Bits of even odds, but for the last four.
        let mut middle = 0;
        for _ in 4..bits {
            self.range >>= 1;
            let one = self.code >= self.range;
            if one {
                self.code -= self.range;
            }
            middle = middle << 1 | usize::from(one);
            self.refill();
        }
        high + (middle << 4) + self.reversed(ALIGN, 4)
    }
}

// What a damaged text would ask for beyond the end is 0: the code of a panic would make half of the module.
fn byte(out: &[u8], at: usize) -> usize {
    out.get(at).map_or(0, |byte| usize::from(*byte))
}

fn put(out: &mut [u8], at: usize, byte: usize) {
    if let Some(place) = out.get_mut(at) {
        *place = byte as u8;
    }
}

/// Unpacks into `out`, which is of the [`size`].
pub fn unpack(text: &[u8], out: &mut [u8]) {
    // The three of the size, and one that is 0.
    let mut bytes = Bytes::of(text, 4);
    let code = (0..4).fold(0, |code, _| code << 8 | bytes.next());
    let mut decoder = Decoder { bytes, range: u32::MAX, code, odds: [1024; ODDS] };
    let (mut at, mut state, mut back) = (0, 0, [1; 4]);
    while at < out.len() {
        let literal = state < 7;
        let mut count = 1;
        if decoder.bit(state) == 0 {
            let before = if at == 0 { 0 } else { byte(out, at - 1) };
            let base = LITERAL + (before >> (8 - CONTEXT_BITS)) * 0x300;
            let mut node = 1;
            // After a match the byte is not the one that would have continued it.
            if !literal {
                let mut other = byte(out, at.wrapping_sub(back[0]));
                while node < 0x100 {
                    other <<= 1;
                    let expected = other & 0x100;
                    let one = decoder.bit(base + 0x100 + expected + node);
                    node = node << 1 | one;
                    if one != expected >> 8 {
                        break;
                    }
                }
            }
            while node < 0x100 {
                node = node << 1 | decoder.bit(base + node);
            }
            put(out, at, node);
            at += 1;
            state = match state {
                0..4 => 0,
                4..10 => state - 3,
                _ => state - 6,
            };
            continue;
        }
        if decoder.bit(REPEATED + state) == 0 {
            count = decoder.length(LENGTH);
            back = [decoder.distance(count) + 1, back[0], back[1], back[2]];
            state = if literal { 7 } else { 10 };
        } else {
            let which = if decoder.bit(FIRST + state) == 0 {
                0
            } else if decoder.bit(SECOND + state) == 0 {
                1
            } else {
                2 + decoder.bit(THIRD + state)
            };
            if which == 0 && decoder.bit(LONG + state) == 0 {
                state = if literal { 9 } else { 11 };
            } else {
                let chosen = back[which & 3];
                for place in (0..which).rev() {
                    back[(place + 1) & 3] = back[place & 3];
                }
                back[0] = chosen;
                count = decoder.length(REPEATED_LENGTH);
                state = if literal { 8 } else { 11 };
            }
        }
        for _ in 0..count {
            put(out, at, byte(out, at.wrapping_sub(back[0])));
            at += 1;
        }
    }
}

#[cfg(target_family = "wasm")]
mod page {
    use core::{arch::wasm32, panic::PanicInfo, slice};

    #[panic_handler]
    fn panic(_: &PanicInfo<'_>) -> ! {
        wasm32::unreachable()
    }

    /// Unpacks a text at an address behind all that this module uses. Returns the number of bytes, which then stand behind the
    /// text.
    ///
    /// # Safety
    ///
    /// The text lies there.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn unpack(start: *mut u8, length: usize) -> usize {
        // SAFETY: the caller's promise.
        let text = unsafe { slice::from_raw_parts(start, length) };
        let size = super::size(text);
        wasm32::memory_grow::<0>((size >> 16) + 1);
        // SAFETY: the memory ends with the page of the text, or behind it, and has grown by more than this.
        super::unpack(text, unsafe { slice::from_raw_parts_mut(start.add(length), size) });
        size
    }
}
