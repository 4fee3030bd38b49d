//! The names of files beside a file.

use std::path::{Path, PathBuf};

/// The most sessions whose unsaved changes are kept.
pub(super) const MOST_KEPT: usize = 100;

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The names of recovery files: hidden, in the folder of the file, and with an extension that no game loads.
pub(super) fn recovery_files(of: &Path) -> impl Iterator<Item = PathBuf> {
    let name = of.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = folder(of).to_owned();
    (1..=MOST_KEPT).map(move |n| {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        folder.join(format!(".{name}.unsaved{number}"))
    })
}

/// The name of the file that a recovery file in its folder belongs to.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn recovery_of(name: &str) -> Option<&str> {
    let (of, number) = name.strip_prefix('.')?.rsplit_once(".unsaved")?;
    let is_number = number.is_empty()
        || number.strip_prefix('-').is_some_and(|number| number.parse::<usize>().is_ok());
    (is_number && !of.is_empty()).then_some(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_file_says_what_file_it_belongs_to() {
        for name in recovery_files(Path::new("deal.ron")) {
            assert_eq!(recovery_of(name.file_name().unwrap().to_str().unwrap()), Some("deal.ron"));
        }
        for name in ["deal.ron", ".unsaved", ".deal.ron", ".deal.ron.unsaved-x", ""] {
            assert_eq!(recovery_of(name), None, "{name}");
        }
    }
}
