//! The speeds that the slider and the keys choose from.

/// The speeds as fractions, from 0.1 to 8.
pub const SPEEDS: [(i64, u64); 12] = [
    (1, 10),
    (1, 5),
    (1, 3),
    (1, 2),
    (3, 4),
    (1, 1),
    (3, 2),
    (2, 1),
    (3, 1),
    (4, 1),
    (6, 1),
    (8, 1),
];

/// Index of normal speed.
pub const NORMAL: usize = 5;

/// The slider's position, 0..=1, for the speed with this index; past the last one, 1.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a dozen speeds")]
pub fn place(index: usize) -> f64 {
    index.min(SPEEDS.len() - 1) as f64 / (SPEEDS.len() - 1) as f64
}

/// Index of the speed nearest to the slider's position; clamped.
#[must_use]
pub fn nearest(place: f64) -> usize {
    (0..SPEEDS.len())
        .min_by(|&a, &b| {
            let far = |index: usize| libm::fabs(self::place(index) - place);
            far(a).total_cmp(&far(b))
        })
        .unwrap_or(NORMAL)
}

/// The speed in words, as "0.33x".
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "small fractions")]
pub fn words(index: usize) -> String {
    let (num, den) = SPEEDS[index.min(SPEEDS.len() - 1)];
    let text = format!("{:.2}", num as f64 / den as f64);
    format!("{}x", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_leads_back_to_its_speed() {
        for index in 0..SPEEDS.len() {
            assert_eq!(nearest(place(index)), index);
        }
        assert_eq!((nearest(-1.0), nearest(9.0)), (0, SPEEDS.len() - 1));
    }

    #[test]
    fn speeds_read_well() {
        let words: Vec<_> = (0..SPEEDS.len()).map(words).collect();
        let expected =
            ["0.1x", "0.2x", "0.33x", "0.5x", "0.75x", "1x", "1.5x", "2x", "3x", "4x", "6x", "8x"];
        assert_eq!(words, expected);
    }
}
