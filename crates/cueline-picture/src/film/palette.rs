//! 255 colours for a whole animation, chosen from samples of it.
//!
//! The colours that cover most of the picture are flat surfaces, on which the eye sees every change:
//! they are taken exactly. A neural network finds the rest (Dekker, "Kohonen neural networks for
//! optimal colour quantization", 1994), and as it forgets what is small, the colours that are furthest
//! from all others come last. Each colour's nearest one is looked for once and remembered.

use color_quant::NeuQuant;

/// The index that means "no colour".
pub(super) const TRANSPARENT: u8 = 255;
/// Colours of a palette.
const COLORS: usize = 255;
/// How many of them are taken as they are.
const EXACT: usize = 80;
/// How many are left for the furthest ones.
const FAR: usize = 40;
/// Pixels that are looked at, more or less.
const PIXELS: usize = 600_000;
/// Every n-th of them teaches the network.
const THIN: i32 = 6;

/// A palette and the way into it.
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    /// Index for every colour, or [`TRANSPARENT`] where no pixel has used it yet.
    nearest: Vec<u8>,
}

impl Palette {
    /// A palette for frames (four bytes a pixel) like these.
    pub(super) fn of(samples: impl Iterator<Item = Vec<u8>>) -> Self {
        let frames: Vec<_> = samples.collect();
        let total: usize = frames.iter().map(|frame| frame.len() / 4).sum();
        let step = (total / PIXELS).max(1);
        let mut pixels: Vec<[u8; 3]> = frames
            .iter()
            .flat_map(|frame| frame.chunks_exact(4).step_by(step))
            .map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        pixels.sort_unstable();
        let mut counts: Vec<(usize, [u8; 3])> =
            pixels.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0])).collect();
        counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let exact = if counts.len() <= COLORS { counts.len() } else { EXACT };
        let (taken, rest) = counts.split_at(exact);
        let mut colors: Vec<[u8; 3]> = taken.iter().map(|(_, color)| *color).collect();
        if !rest.is_empty() {
            // A colour counts by the root of its pixels: small bright things matter too.
            let weighted = rest.iter().flat_map(|&(count, [r, g, b])| {
                core::iter::repeat_n([r, g, b, 255], count.isqrt())
            });
            let teach: Vec<u8> = weighted.flatten().collect();
            let network = NeuQuant::new(THIN, COLORS - exact - FAR, &teach);
            let found = network.color_map_rgb();
            colors.extend(found.chunks_exact(3).map(|color| [color[0], color[1], color[2]]));
            add_furthest(&mut colors, rest);
        }
        Self { colors, nearest: vec![TRANSPARENT; 1 << 24] }
    }

    /// The colours, three bytes each.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// Index of the colour nearest to that of a pixel.
    #[expect(clippy::cast_possible_truncation, reason = "a palette has at most 255 colours")]
    pub(super) fn index(&mut self, pixel: &[u8]) -> u8 {
        let color = [pixel[0], pixel[1], pixel[2]];
        let place = color.iter().fold(0, |place, &part| place << 8 | usize::from(part));
        if self.nearest[place] == TRANSPARENT {
            let best = (0..self.colors.len()).min_by_key(|&at| distance(color, self.colors[at]));
            self.nearest[place] = best.unwrap_or(0) as u8;
        }
        self.nearest[place]
    }
}

/// Adds to `colors` those of `rest` (with their counts) that miss a near one most.
fn add_furthest(colors: &mut Vec<[u8; 3]>, rest: &[(usize, [u8; 3])]) {
    let nearest = |&(_, color): &(usize, [u8; 3])| {
        colors.iter().map(|&other| distance(color, other)).min().unwrap_or(u32::MAX)
    };
    let mut gaps: Vec<u32> = rest.iter().map(nearest).collect();
    while colors.len() < COLORS {
        let missed = |&at: &usize| u64::from(gaps[at]) * rest[at].0.min(100).isqrt() as u64;
        let Some(worst) = (0..rest.len()).max_by_key(missed) else { return };
        let color = rest[worst].1;
        colors.push(color);
        for (gap, &(_, other)) in gaps.iter_mut().zip(rest) {
            *gap = (*gap).min(distance(color, other));
        }
    }
}

/// How different two colours look, roughly: green counts most to the eye, blue least.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let parts = one.into_iter().zip(other).zip([3, 5, 2]);
    parts.map(|((a, b), weight)| u32::from(a.abs_diff(b)).pow(2) * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let frame = vec![1, 2, 3, 255, 250, 0, 9, 255, 1, 2, 3, 255];
        let mut palette = Palette::of([frame].into_iter());
        assert_eq!(palette.bytes(), [1, 2, 3, 250, 0, 9], "the most frequent one first");
        assert_eq!(palette.index(&[250, 0, 9, 255]), 1);
        assert_eq!(palette.index(&[4, 4, 4, 255]), 0);
    }

    #[test]
    fn many_colours_come_close() {
        let frame: Vec<u8> =
            (0..=255_u8).flat_map(|r| (0..=255_u8).flat_map(move |g| [r, g, 128, 255])).collect();
        let mut palette = Palette::of([frame.clone()].into_iter());
        assert_eq!(palette.bytes().len(), COLORS * 3);
        let colors = palette.bytes();
        let mut error = 0.0;
        for pixel in frame.chunks_exact(4) {
            let at = usize::from(palette.index(pixel)) * 3;
            error +=
                f64::from(pixel[0].abs_diff(colors[at]).max(pixel[1].abs_diff(colors[at + 1])));
        }
        let mean = error / (256.0 * 256.0);
        assert!(mean < 14.0, "{mean}"); // An even grid of 15 x 17 would have about 5.
    }
}
