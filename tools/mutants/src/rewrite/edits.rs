//! Insertions and replacements in a text, and where its parts end up.

use std::ops::Range;

/// Order of edits at one offset: what closes comes first, then what opens, then a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// Behind the expression that ends here; the deepest closes first, so the depth is negated.
    Close(i64),
    /// Before the expression that begins here; the deepest opens last.
    Open(i64),
    Replace,
}

#[derive(Debug)]
struct Edit {
    range: Range<usize>,
    order: Order,
    text: String,
}

/// Edits of one text, in any order.
#[derive(Debug, Default)]
pub(super) struct Edits {
    edits: Vec<Edit>,
}

impl Edits {
    /// Inserts `text` before the expression of depth `depth` that begins at `at`.
    pub(super) fn open(&mut self, at: usize, depth: i64, text: String) {
        self.edits.push(Edit { range: at..at, order: Order::Open(depth), text });
    }

    /// Inserts `text` behind the expression of depth `depth` that ends at `at`.
    pub(super) fn close(&mut self, at: usize, depth: i64, text: String) {
        self.edits.push(Edit { range: at..at, order: Order::Close(-depth), text });
    }

    pub(super) fn replace(&mut self, range: Range<usize>, text: String) {
        self.edits.push(Edit { range, order: Order::Replace, text });
    }

    /// The text after all edits. Replaced ranges must not overlap.
    pub(super) fn apply(&mut self, text: &str) -> String {
        self.edits.sort_by_key(|edit| (edit.range.start, edit.order));
        let mut out = String::with_capacity(text.len() * 2);
        let mut done = 0;
        for edit in &self.edits {
            debug_assert!(edit.range.start >= done, "edits overlap at byte {}", edit.range.start);
            out += &text[done..edit.range.start];
            out += &edit.text;
            done = edit.range.end;
        }
        out += &text[done..];
        out
    }

    /// The range after all edits of what was at `range`, with all that opens and closes there.
    ///
    /// To ask many times costs: each question visits every edit of the file.
    pub(super) fn moved(&self, range: &Range<usize>) -> Range<usize> {
        self.offset(range.start, |_| false)
            ..self.offset(range.end, |order| matches!(order, Order::Close(_)))
    }

    fn offset(&self, at: usize, counts_here: impl Fn(Order) -> bool) -> usize {
        let before = self.edits.iter().filter(|edit| {
            edit.range.start < at || (edit.range.start == at && counts_here(edit.order))
        });
        let (added, removed) = before.fold((0, 0), |(added, removed), edit| {
            (added + edit.text.len(), removed + edit.range.len())
        });
        at + added - removed
    }
}
