//! Files on a disk: atomic saves by a temporary file that is renamed, and a thread that watches a file.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::{Duration, SystemTime},
};

use eframe::egui;

use super::names::folder;

pub(in crate::studio) fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

pub(in crate::studio) fn exists(path: &Path) -> bool {
    path.exists()
}

/// Replaces a file. At any moment the file has either its old or its new content, even if the program is killed or the
/// disk is full.
///
/// Follows a link, also to a file that is not there yet. Keeps the permissions. What is no file, such as a pipe, is
/// written to.
///
/// # Errors
///
/// A read-only file is refused with [`PermissionDenied`](io::ErrorKind::PermissionDenied).
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = target(path)?;
    let old = match fs::metadata(&path) {
        Ok(old) if !old.is_file() => return fs::write(&path, content),
        Ok(old) => Some(old.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A rename needs the permission to write in the folder, and not the permission to write the file.
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only unix has a mask"))]
    let mut new = temporary();
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt;
        new.permissions(fs::Permissions::from_mode(0o666)); // less the user's mask
    }
    put(&path, content, &new, old)
}

/// Replaces a file like [`replace`], for its owner only.
pub(super) fn keep(path: &Path, text: &str) -> io::Result<()> {
    put(path, text.as_bytes(), &temporary(), None)
}

/// Makes an empty file.
///
/// # Errors
///
/// [`AlreadyExists`](io::ErrorKind::AlreadyExists), also if another program makes it at the same time.
pub(super) fn reserve(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(path).map(drop)
}

/// A file that is marked.
pub(super) type Held = fs::File;

/// Marks a file as that of a session which is alive, as long as what this gives is there. It ends with the process.
pub(super) fn hold(path: &Path) -> Option<Held> {
    let file = fs::File::open(path).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

/// Whether a session that is alive holds a file.
pub(super) fn is_held(path: &Path) -> bool {
    let Ok(file) = fs::File::open(path) else { return false };
    matches!(file.try_lock_shared(), Err(fs::TryLockError::WouldBlock))
}

/// Removes a file, if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cueline-").suffix(".tmp");
    builder
}

fn put(
    path: &Path,
    content: &[u8],
    temporary: &tempfile::Builder<'_, '_>,
    permissions: Option<fs::Permissions>,
) -> io::Result<()> {
    let folder = folder(path);
    let mut file = temporary.tempfile_in(folder).map_err(without_its_path)?;
    fill(&mut file, content)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    let _file = file.persist(path).map_err(|error| error.error)?;
    // The new file is in its place. A folder that cannot be read or synced takes nothing of that back.
    #[cfg(unix)]
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn fill(file: &mut tempfile::NamedTempFile, content: &[u8]) -> io::Result<()> {
    file.write_all(content).map_err(without_its_path)
}

/// The error of a temporary file, whose name says nothing to the user.
fn without_its_path(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()).map(ToString::to_string);
    inner.map_or_else(|| error.kind().into(), |inner| io::Error::new(error.kind(), inner))
}

/// The file that a path means, behind all links.
fn target(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = folder(&path).join(to),
            Err(_) => return Ok(path), // not a link
        }
    }
    Err(io::Error::other(format!("more than {MOST_LINKS} links, one to the next")))
}

/// Watches a file in a thread of its own, so that the window need not wake up for it.
pub(crate) struct Watch {
    changes: Receiver<()>,
    /// The thread ends when this is gone.
    _alive: Arc<()>,
}

impl Watch {
    pub(crate) fn new(path: PathBuf, ctx: egui::Context) -> Self {
        let (sender, changes) = channel();
        let alive = Arc::new(());
        let watched = Arc::downgrade(&alive);
        let saved =
            |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
        let mut last = saved(&path);
        let _thread = std::thread::spawn(move || {
            while watched.strong_count() > 0 {
                std::thread::sleep(Duration::from_millis(250));
                let now = saved(&path);
                if now == last || now.is_none() {
                    continue;
                }
                last = now;
                if sender.send(()).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        });
        Self { changes, _alive: alive }
    }

    pub(crate) fn has_changed(&self) -> bool {
        self.changes.try_iter().count() > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays_in_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deal.ron");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_the_error_and_no_name_of_ours() {
        let folder = tempfile::tempdir().unwrap();
        let error = replace(&folder.path().join("none/deal.ron"), b"one").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".cueline-"), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_the_error_and_no_name_of_ours() {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = tempfile::TempPath::try_from_path(folder.path().join(".cueline-x.tmp")).unwrap();
        let mut file = tempfile::NamedTempFile::from_parts(full, path);
        let error = fill(&mut file, b"one").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(!error.to_string().contains(".cueline-"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("deal.ron"), folder.path().join("link.ron"));
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_refused_save_leaves_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deal.ron");
        fs::write(&path, "one").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let refused = replace(&path, b"two").unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied, "{refused}");
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let path = folder.path().join("none").join("deal.ron");
        assert!(replace(&path, b"one").is_err());
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_that_is_not_there_yet_stays_a_link() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("deal.ron"), folder.path().join("link.ron"));
        let circle = folder.path().join("circle.ron");
        symlink("between.ron", &link).unwrap();
        symlink(&path, folder.path().join("between.ron")).unwrap();
        symlink(&circle, &circle).unwrap();
        replace(&link, b"one").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(replace(&circle, b"one").is_err());
        assert!(fs::symlink_metadata(&circle).unwrap().is_symlink());
    }

    /// Set in a child process, to the path of the file that it saves.
    #[cfg(unix)]
    const CHILD: &str = "CUELINE_SAVE_IN_CHILD";

    /// The path to save, if this process is the child of a test.
    #[cfg(unix)]
    fn path_of_child() -> Option<PathBuf> {
        std::env::var_os(CHILD).map(PathBuf::from)
    }

    /// Turns `command`, which runs this test program, into a run of the test `name` as a child that saves `path`.
    #[cfg(unix)]
    fn as_child<'a>(
        command: &'a mut std::process::Command,
        name: &str,
        path: &Path,
    ) -> &'a mut std::process::Command {
        command
            .args(["--exact", &format!("studio::files::disk::tests::{name}")])
            .env(CHILD, path)
            .stdout(std::process::Stdio::null())
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_that_the_user_chose_for_new_files() {
        use std::{os::unix::fs::PermissionsExt, process::Command};
        if let Some(path) = path_of_child() {
            return replace(&path, b"one").unwrap();
        }
        let name = "a_new_file_has_the_permissions_that_the_user_chose_for_new_files";
        for (mask, mode) in [("077", 0o600), ("002", 0o664)] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("deal.ron");
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("umask {mask}; exec \"$0\" \"$@\"")]);
            shell.arg(std::env::current_exe().unwrap());
            assert!(as_child(&mut shell, name, &path).status().unwrap().success());
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode, "{mask}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_kill_during_a_save_leaves_a_whole_file() {
        if let Some(path) = path_of_child() {
            for text in ["a", "b"].into_iter().cycle() {
                replace(&path, text.repeat(1 << 20).as_bytes()).unwrap(); // until the kill
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deal.ron");
        fs::write(&path, "a".repeat(1 << 20)).unwrap();
        for round in 0..12 {
            let mut program = std::process::Command::new(std::env::current_exe().unwrap());
            let name = "a_kill_during_a_save_leaves_a_whole_file";
            let mut child = as_child(&mut program, name, &path).spawn().unwrap();
            let mut until = |what: &str, done: &dyn Fn() -> bool| {
                while !done() {
                    assert!(child.try_wait().unwrap().is_none(), "it ended before {what}");
                    std::thread::yield_now();
                }
            };
            // Until it saves, and then until it has written more of the next text in each round.
            let first = fs::metadata(&path).unwrap().modified().unwrap();
            until("a save", &|| fs::metadata(&path).unwrap().modified().unwrap() != first);
            let part = (round << 20) / 12;
            until("it wrote so much", &|| {
                let other = |file: &fs::DirEntry| file.path() != path;
                let files = fs::read_dir(folder.path()).unwrap().flatten().filter(other);
                files.filter_map(|file| file.metadata().ok()).any(|file| file.len() >= part)
                    || fs::metadata(&path).unwrap().len() < 1 << 20
            });
            child.kill().unwrap(); // SIGKILL
            let _status = child.wait().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let whole = ["a", "b"].into_iter().any(|one| text == one.repeat(1 << 20));
            assert!(whole, "{} bytes in round {round}", text.len());
            for file in fs::read_dir(folder.path()).unwrap().flatten() {
                if file.path() != path {
                    fs::remove_file(file.path()).unwrap(); // what the killed save leaves
                }
            }
        }
    }
}
