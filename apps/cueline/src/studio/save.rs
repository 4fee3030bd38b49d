//! Atomic saves by a temporary file that is renamed, and a recovery file for unsaved changes.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

/// Replaces a file. At any moment the file has either its old or its new content, even if the program is killed or the
/// disk is full.
///
/// Follows a link. Keeps the permissions.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file =
        tempfile::Builder::new().prefix(".cueline-").suffix(".tmp").tempfile_in(folder)?;
    file.write_all(content)?;
    match fs::metadata(&path) {
        Ok(old) => file.as_file().set_permissions(old.permissions())?,
        #[cfg(unix)]
        Err(_) => {
            // A temporary file is for its owner only; a new file is for whom the folder is.
            use std::os::unix::fs::PermissionsExt;
            file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        #[cfg(not(unix))]
        Err(_) => {}
    }
    file.as_file().sync_all()?;
    let _file = file.persist(&path).map_err(|error| error.error)?;
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// The recovery file: hidden, in the folder of the file, and with an extension that no game loads.
pub(crate) fn recovery(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.unsaved"))
}

/// The unsaved text of an earlier session, if it differs from the file.
pub(crate) fn recovered(path: &Path, content: &str) -> Option<String> {
    let text = fs::read_to_string(recovery(path)).ok()?;
    (text != content).then_some(text)
}

/// Removes the recovery file.
pub(crate) fn forget(path: &Path) -> io::Result<()> {
    match fs::remove_file(recovery(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
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
        let path = folder.path().join("none").join("deal.ron");
        assert!(replace(&path, b"one").is_err());
        assert!(!path.exists());
    }

    #[test]
    fn what_is_not_saved_is_found_again_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deal.ron");
        fs::write(&path, "old").unwrap();
        assert_eq!(recovered(&path, "old"), None);
        replace(&recovery(&path), b"newer").unwrap();
        assert_eq!(recovered(&path, "old").as_deref(), Some("newer"));
        assert_eq!(recovered(&path, "newer"), None, "saved meanwhile");
        forget(&path).unwrap();
        forget(&path).unwrap();
        assert_eq!(recovered(&path, "old"), None);
    }

    /// The child of the test below: saves two long texts in turn until it is killed.
    #[test]
    #[ignore = "runs until it is killed, by the test below"]
    fn saves_in_a_loop() {
        let path = PathBuf::from(std::env::var_os("CUELINE_SAVE_LOOP").unwrap());
        for text in ["a", "b"].into_iter().cycle() {
            replace(&path, text.repeat(1 << 20).as_bytes()).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_kill_during_a_save_leaves_a_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deal.ron");
        fs::write(&path, "a".repeat(1 << 20)).unwrap();
        for round in 0..12 {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--ignored", "--exact", "studio::save::tests::saves_in_a_loop"])
                .env("CUELINE_SAVE_LOOP", &path)
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap();
            // Until it saves, and then some more of it, a different time in each round.
            let first = fs::metadata(&path).unwrap().modified().unwrap();
            for _ in 0..1000 {
                if fs::metadata(&path).unwrap().modified().unwrap() != first {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            assert_ne!(fs::metadata(&path).unwrap().modified().unwrap(), first, "it never saved");
            std::thread::sleep(std::time::Duration::from_millis(round * 3));
            child.kill().unwrap(); // SIGKILL
            let _status = child.wait().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let whole = ["a", "b"].into_iter().any(|one| text == one.repeat(1 << 20));
            assert!(whole, "{} bytes in round {round}", text.len());
        }
    }
}
