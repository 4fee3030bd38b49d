//! How much of the motion of another program's file was taken.

use std::fmt;

use crate::named::Named;

/// How many of the animated properties of a file an importer took, by kind; empty for files of Cueline.
///
/// A kind is a word of the format, such as `rotation` or `shapes`.
///
/// ```
/// use cueline_assets::Animated;
///
/// let mut animated = Animated::default();
/// animated.found("layers", 41);
/// animated.found("shapes", 54);
/// animated.took("layers", 41);
/// assert_eq!(animated.total().lost(), 54);
/// let words = "41 of 95 animated properties taken (layers 41 of 41, shapes 0 of 54)";
/// assert_eq!(animated.to_string(), words);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Animated(Named<Taken>);

/// Animated properties of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Those that move in the document too.
    pub taken: usize,
    /// Those that move in the file.
    pub all: usize,
}

impl Taken {
    /// Those whose motion is lost.
    #[must_use]
    pub fn lost(self) -> usize {
        self.all.saturating_sub(self.taken)
    }
}

impl Animated {
    /// Counts animated properties of the file.
    pub fn found(&mut self, kind: &str, count: usize) {
        self.kind(kind).all += count;
    }

    /// Counts those of them that are in the document.
    pub fn took(&mut self, kind: &str, count: usize) {
        self.kind(kind).taken += count;
    }

    /// Adds the counts of another file.
    pub fn add(&mut self, other: &Self) {
        for (kind, count) in other.kinds() {
            self.found(kind, count.all);
            self.took(kind, count.taken);
        }
    }

    fn kind(&mut self, kind: &str) -> &mut Taken {
        self.0.entry(kind.to_owned()).or_default()
    }

    /// Each kind that the file has, in the order in which it was found.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, Taken)> {
        self.0.iter().map(|(kind, count)| (&**kind, *count)).filter(|(_, count)| count.all > 0)
    }

    /// All kinds together.
    #[must_use]
    pub fn total(&self) -> Taken {
        self.kinds().fold(Taken::default(), |sum, (_, count)| Taken {
            taken: sum.taken + count.taken,
            all: sum.all + count.all,
        })
    }
}

impl fmt::Display for Animated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Taken { taken, all } = self.total();
        let plural = if all == 1 { "y" } else { "ies" };
        write!(f, "{taken} of {all} animated propert{plural} taken")?;
        for (index, (kind, count)) in self.kinds().enumerate() {
            let before = if index == 0 { " (" } else { ", " };
            write!(f, "{before}{kind} {} of {}", count.taken, count.all)?;
        }
        if all > 0 { f.write_str(")") } else { Ok(()) }
    }
}
