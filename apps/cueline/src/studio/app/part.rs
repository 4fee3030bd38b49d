//! The part of a long text that the studio shows.

/// Longer texts are shown in parts.
const MOST_LINES: usize = 1500;
/// The lines of such a part.
pub(super) const PART: usize = 300;

/// The text on show: all of it, or a part of a long one.
#[derive(Default)]
pub(super) struct TextPart {
    pub(super) version: Option<u64>,
    pub(super) buffer: String,
    /// The bytes of the text that the buffer shows.
    pub(super) range: std::ops::Range<usize>,
    /// The first line of the part, from 0.
    pub(super) first_line: usize,
    /// The byte to scroll to.
    pub(super) reveal: Option<usize>,
}

impl TextPart {
    /// Takes the text, or the part of it around a byte.
    pub(super) fn take(&mut self, text: &str, around: usize) {
        let lines = text.bytes().filter(|byte| *byte == b'\n').count();
        if lines <= MOST_LINES {
            self.range = 0..text.len();
            self.first_line = 0;
        } else {
            let before = &text.as_bytes()[..around.min(text.len())];
            let line = before.iter().filter(|byte| **byte == b'\n').count();
            self.first_line = line.saturating_sub(PART / 2);
            let mut ends =
                text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
            let start = match self.first_line.checked_sub(1) {
                Some(before) => ends.nth(before).unwrap_or(0),
                None => 0,
            };
            let end = ends.nth(PART - 1).unwrap_or(text.len());
            self.range = start..end;
        }
        self.buffer.clear();
        self.buffer.push_str(&text[self.range.clone()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_of_a_long_text_stands_in_its_place() {
        let text = crate::studio::measure::ten_thousand_keys();
        let mut part = TextPart::default();
        let around = text.find("\"t7\"").unwrap();
        part.take(&text, around);
        assert!(part.range.contains(&around) && part.buffer.lines().count() <= PART);
        assert_eq!(&text[part.range.clone()], part.buffer);
        assert_eq!(text[..part.range.start].lines().count(), part.first_line);
        part.take(&text, 0);
        assert_eq!((part.range.start, part.first_line), (0, 0));
    }
}
