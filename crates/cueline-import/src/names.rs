//! Unique names for items that other programs give the same name.

use cueline_assets::{DocumentPath, Problem, Problems};
use indexmap::IndexSet;

/// The limit of bytes of a name. A name is a part of the paths of many tracks, so the memory of a file with longer ones
/// would grow with the square of its size.
const LONGEST: usize = 256;

/// The part of a name that counts.
pub(crate) fn beginning(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST)]
}

/// Names of items of one list, each once.
pub(crate) struct Names(IndexSet<String>);

/// A name in a file, without what is beyond that part.
pub(crate) fn short<'de, D: serde::Deserializer<'de>>(name: D) -> Result<String, D::Error> {
    let name = <String as serde::Deserialize>::deserialize(name)?;
    Ok(if name.len() > LONGEST { beginning(&name).to_owned() } else { name })
}

impl Names {
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
        let items = around.field(list);
        for (index, name) in names.enumerate() {
            let item = || items.index(index);
            let own = name.filter(|name| !name.is_empty()).map(|name| {
                if name.len() > LONGEST {
                    let found = format!("a name of {} bytes", name.len());
                    let becomes = format!("of which the first {LONGEST} count");
                    notes.push(Problem::note(item(), found, becomes));
                }
                beginning(name)
            });
            let mut taken = own.map_or_else(|| format!("{list}[{index}]"), str::to_owned);
            if unique.contains(&taken) {
                taken = format!("{taken}#{index}");
                while unique.contains(&taken) {
                    taken.push('\'');
                }
                let found = format!("{:?}, the name of an earlier item", own.unwrap_or(""));
                notes.push(Problem::note(item(), found, format!("called {taken:?} here")));
            }
            unique.insert(taken);
        }
        Self(unique)
    }

    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        self.0.get_index(index).map(String::as_str)
    }
}
