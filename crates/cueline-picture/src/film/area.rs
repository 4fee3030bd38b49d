//! What has changed from one frame to the next.

/// A rectangle of pixels, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Area {
    /// All of a frame.
    pub(super) fn whole((width, height): (u16, u16)) -> Self {
        Self { left: 0, top: 0, width, height }
    }

    /// The smallest area outside of which both frames (four bytes a pixel) are equal; one pixel where
    /// they are equal everywhere.
    pub(super) fn changed(before: &[u8], after: &[u8], size: (u16, u16)) -> Self {
        let row_bytes = usize::from(size.0) * 4;
        let (mut left, mut right, mut top, mut bottom) = (size.0, 0, size.1, 0);
        let rows = before.chunks_exact(row_bytes).zip(after.chunks_exact(row_bytes));
        for (y, (old, new)) in (0u16..).zip(rows) {
            if old == new {
                continue;
            }
            top = top.min(y);
            bottom = y + 1;
            let differ = |x: &u16| {
                let at = usize::from(*x) * 4;
                old[at..at + 4] != new[at..at + 4]
            };
            left = (0..left).find(differ).unwrap_or(left);
            right = (right..size.0).rev().find(differ).map_or(right, |x| x + 1);
        }
        if bottom == 0 {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        Self { left, top, width: right - left, height: bottom - top }
    }

    /// Where each pixel of the area begins in a frame `width` pixels wide, row by row.
    pub(super) fn pixels(self, width: u16) -> impl Iterator<Item = usize> {
        let rows = usize::from(self.top)..usize::from(self.top) + usize::from(self.height);
        let columns = usize::from(self.left)..usize::from(self.left) + usize::from(self.width);
        rows.flat_map(move |y| columns.clone().map(move |x| (y * usize::from(width) + x) * 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_area_is_as_small_as_can_be() {
        let size = (4, 3);
        let before = vec![0_u8; 48];
        // (pixels that change, left, top, width, height)
        let cases = [
            (vec![], [0, 0, 1, 1]),
            (vec![(0, 0)], [0, 0, 1, 1]),
            (vec![(3, 2)], [3, 2, 1, 1]),
            (vec![(1, 0), (2, 2)], [1, 0, 2, 3]),
            (vec![(2, 0), (0, 1)], [0, 0, 3, 2]),
        ];
        for (changes, [left, top, width, height]) in cases {
            let mut after = before.clone();
            for (x, y) in &changes {
                after[(y * 4 + x) * 4 + 2] = 9;
            }
            let expected = Area { left, top, width, height };
            assert_eq!(Area::changed(&before, &after, size), expected, "{changes:?}");
        }
    }

    #[test]
    fn pixels_are_listed_row_by_row() {
        let area = Area { left: 1, top: 1, width: 2, height: 2 };
        assert_eq!(area.pixels(4).collect::<Vec<_>>(), [20, 24, 36, 40]);
    }
}
