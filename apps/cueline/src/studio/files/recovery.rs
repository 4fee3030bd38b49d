//! Recovery files: the unsaved changes of each session, in hidden files next to the file.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    Held, hold, is_held, keep,
    names::{MOST_KEPT, recovery_files},
    read, remove, reserve,
};

/// The recovery file of this session. It has a name as soon as there is something to keep.
#[derive(Debug)]
pub(in crate::studio) struct Recovery {
    of: PathBuf,
    taken: Option<PathBuf>,
    /// Tells other sessions that this one is alive.
    held: Option<Held>,
}

impl Recovery {
    pub(in crate::studio) fn new(of: &Path) -> Self {
        Self { of: of.to_owned(), taken: None, held: None }
    }

    /// Writes the text. The first time it takes a name that no other session uses.
    ///
    /// # Errors
    ///
    /// Why the file cannot be written. Other sessions keep what they have.
    pub(in crate::studio) fn keep(&mut self, text: &str) -> io::Result<()> {
        let path = match self.taken.take() {
            Some(path) => path,
            None => free(&self.of)?,
        };
        let path = self.taken.insert(path);
        self.held = None; // some systems replace no file that is open
        let kept = keep(path, text);
        self.held = hold(path);
        kept
    }

    /// Removes the file, if there is one.
    pub(in crate::studio) fn forget(&mut self) -> io::Result<()> {
        let Some(path) = &self.taken else { return Ok(()) };
        self.held = None;
        remove(path)?;
        self.taken = None;
        Ok(())
    }
}

/// Makes the first recovery file that does not exist yet.
fn free(of: &Path) -> io::Result<PathBuf> {
    for name in recovery_files(of) {
        match reserve(&name) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    let message = format!("{MOST_KEPT} sessions have unsaved changes: restore or drop some");
    Err(io::Error::other(message))
}

/// The recovery files of sessions that have ended, if they differ from the file, and their texts.
pub(in crate::studio) fn recovered(of: &Path, content: &str) -> Vec<(PathBuf, String)> {
    let texts = recovery_files(of).filter(|name| !is_held(name)).filter_map(|name| {
        let text = String::from_utf8(read(&name).ok()?).ok()?;
        Some((name, text))
    });
    // An empty one was made by a session that ended before it wrote into it.
    texts.filter(|(_, text)| text != content && !text.is_empty()).collect()
}

/// Removes a recovery file of another session.
pub(in crate::studio) fn drop_recovered(path: &Path) -> io::Result<()> {
    remove(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_not_saved_is_found_again_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deal.ron");
        let texts = |content: &str| -> Vec<String> {
            recovered(&path, content).into_iter().map(|(_, text)| text).collect()
        };
        fs::write(&path, "old").unwrap();
        assert!(texts("old").is_empty());
        let (mut first, mut second) = (Recovery::new(&path), Recovery::new(&path));
        first.forget().unwrap();
        first.keep("new").unwrap();
        first.keep("newer").unwrap();
        second.keep("newest").unwrap();
        assert!(texts("old").is_empty(), "both sessions are alive");
        drop(second);
        assert_eq!(texts("old"), ["newest"]);
        first.forget().unwrap();
        first.forget().unwrap();
        first.keep("again").unwrap();
        assert_eq!(texts("old"), ["newest"]);
        drop(first);
        assert_eq!(texts("old"), ["again", "newest"]);
        assert_eq!(texts("again"), ["newest"], "saved meanwhile");
    }

    #[test]
    fn no_session_takes_the_recovery_file_of_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deal.ron");
        let mut sessions: Vec<_> = (0..=MOST_KEPT).map(|_| Recovery::new(&path)).collect();
        let mut last = sessions.pop().unwrap();
        last.keep("one too many").unwrap(); // all are open, and one has changes
        let refused: Vec<_> = sessions
            .iter_mut()
            .enumerate()
            .filter_map(|(n, session)| session.keep(&format!("session {n}")).err())
            .collect();
        assert_eq!(refused.len(), 1, "{refused:?}");
        drop((sessions, last));
        let kept = recovered(&path, "");
        assert_eq!(kept.len(), MOST_KEPT);
        assert_eq!(kept[0].1, "one too many");
    }
}
