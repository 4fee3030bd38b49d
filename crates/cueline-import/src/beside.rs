//! Files that another file names: only those below its folder.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Component, Path},
};

/// The limit of bytes of such a file.
const MOST: u64 = 1 << 30;

/// Reads the file called `name` in a folder, or in a folder below it. A file from a stranger may name any path, so this
/// follows no links.
///
/// # Errors
///
/// An absolute path, `..`, a link, anything but a file, more than 1 GiB; also if the file cannot be read.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("hero.png"), "pixels")?;
/// assert_eq!(cueline_import::read_beside(folder.path(), "hero.png")?, b"pixels");
/// assert!(cueline_import::read_beside(folder.path(), "/etc/hostname").is_err());
/// assert!(cueline_import::read_beside(folder.path(), "../hero.png").is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_beside(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    let refused = |why| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    let (mut path, mut found) = (folder.to_owned(), None);
    for part in Path::new(name).components() {
        match part {
            Component::CurDir => continue,
            Component::Normal(part) if !name.contains([':', '\\', '\0']) => path.push(part),
            _ => return refused("a path that may leave the folder"),
        }
        let about = fs::symlink_metadata(&path)?;
        if about.is_symlink() {
            return refused("a link");
        }
        found = Some(about);
    }
    match found {
        Some(about) if about.is_file() && about.len() <= MOST => {}
        Some(about) if about.is_file() => return refused("a file of more than 1 GiB"),
        _ => return refused("no file"),
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folder_are_read() {
        let outside = tempfile::tempdir().unwrap();
        let secret = outside.path().join("secret");
        fs::write(&secret, "1").unwrap();
        let folder = outside.path().join("folder");
        fs::create_dir_all(folder.join("deep")).unwrap();
        fs::write(folder.join("deep/a b.png"), "2").unwrap();
        let read = |name: &str| read_beside(&folder, name);
        assert_eq!(read("deep/a b.png").unwrap(), b"2");
        assert_eq!(read("./deep/./a b.png").unwrap(), b"2");
        for name in ["", ".", "deep", "../secret", "deep/../../secret", "C:secret", "..\\secret"] {
            assert!(read(name).is_err(), "{name:?}");
        }
        assert!(read(&secret.display().to_string()).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&secret, folder.join("link")).unwrap();
            std::os::unix::fs::symlink(outside.path(), folder.join("above")).unwrap();
            assert!(read("link").is_err() && read("above/secret").is_err());
        }
    }
}
