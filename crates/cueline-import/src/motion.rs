//! Counts of the animated properties of a file, and of those that become tracks or flipbooks.

use cueline_assets::{Animated, DocumentPath, Named, Problem, Problems};

/// Properties that only an expression moves: a warning counts all expressions.
pub(crate) const EXPRESSIONS: &str = "expressions";

/// The counts of a file while it is read.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    animated: Animated,
    /// Lost properties by kind, of which no other problem tells.
    untold: Named<usize>,
}

impl Motion {
    /// Counts animated properties of the file.
    pub(crate) fn found(&mut self, kind: &str, count: usize) {
        self.animated.found(kind, count);
    }

    /// Counts those of them that the document has.
    pub(crate) fn took(&mut self, kind: &str, count: usize) {
        self.animated.took(kind, count);
    }

    /// Counts an animated property that no importer reads.
    pub(crate) fn lost(&mut self, kind: &str) {
        self.found(kind, 1);
        *self.untold.entry(kind.to_owned()).or_default() += 1;
    }

    /// Adds the counts of a part of the file, of whose lost properties no other problem tells.
    pub(crate) fn add(&mut self, part: &Self) {
        self.animated.add(&part.animated);
        for (kind, count) in
            part.animated.kinds().filter(|(kind, count)| count.lost() > 0 && *kind != EXPRESSIONS)
        {
            *self.untold.entry(kind.to_owned()).or_default() += count.lost();
        }
    }

    /// The counts, and a warning for lost motion.
    pub(crate) fn report(self, problems: &mut Problems) -> Animated {
        let all: usize = self.untold.values().sum();
        if all > 0 {
            let kinds: Vec<_> =
                self.untold.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            let plural = if all == 1 { "y" } else { "ies" };
            let found = format!("{all} animated propert{plural} ({})", kinds.join(", "));
            problems.push(Problem::warning(DocumentPath::root(), found, "whose motion is lost"));
        }
        self.animated
    }
}
