//! Unique names for items that other programs give the same name.

use cueline_assets::{DocumentPath, Problem, Problems};
use indexmap::IndexSet;

/// Names of items of one list, each once.
pub(crate) struct Names(IndexSet<String>);

impl Names {
    #[cfg(any(feature = "aseprite", feature = "gltf", feature = "lottie", feature = "tiled"))]
    /// A name for each item: its own or, without one, `list` and its index. If another item has that name already, the
    /// index follows as a suffix.
    pub(crate) fn new<'a>(
        list: &str,
        names: impl Iterator<Item = Option<&'a str>>,
        notes: &mut Problems,
    ) -> Self {
        Self::within(&DocumentPath::root(), list, names, notes)
    }

    /// The same for a list inside of `around`.
    pub(crate) fn within<'a>(
        around: &DocumentPath,
        list: &str,
        names: impl Iterator<Item = Option<&'a str>>,
        notes: &mut Problems,
    ) -> Self {
        let mut unique = IndexSet::new();
        for (index, name) in names.enumerate() {
            let item = around.field(list).index(index);
            let own = name.filter(|name| !name.is_empty());
            let mut taken = own.map_or_else(|| format!("{list}[{index}]"), str::to_owned);
            if unique.contains(&taken) {
                taken = format!("{taken}#{index}");
                while unique.contains(&taken) {
                    taken.push('\'');
                }
                let found = format!("{:?}, the name of an earlier item", own.unwrap_or(""));
                notes.push(Problem::note(item, found, format!("called {taken:?} here")));
            }
            unique.insert(taken);
        }
        Self(unique)
    }

    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        self.0.get_index(index).map(String::as_str)
    }
}
