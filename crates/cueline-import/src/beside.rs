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
/// An absolute path, `..`, a link, the name of a device of Windows on any system, anything but a file, more than 1 GiB; also if
/// the file cannot be read.
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
            Component::Normal(part) if is_device(&part.to_string_lossy()) => {
                return refused("the name of a device");
            }
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

/// Whether Windows opens a device by this name in any folder, with any ending: a read of one may wait for ever.
pub(crate) fn is_device(name: &str) -> bool {
    let name = name.split('.').next().unwrap_or(name).trim_end().to_ascii_uppercase();
    let port = name.strip_prefix("COM").or(name.strip_prefix("LPT"));
    let is_port = |number: &str| {
        let mut digits = number.chars();
        let digit = digits.next().is_some_and(|digit| matches!(digit, '0'..='9' | '¹' | '²' | '³'));
        digit && digits.next().is_none()
    };
    matches!(&*name, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || port.is_some_and(is_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_no_files_on_any_system() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| {
            let _cannot_be_made_on_windows = fs::write(folder.path().join(name), "1");
            read_beside(folder.path(), name)
        };
        for name in ["NUL", "con", "aux.png", "Com1.tar.gz", "lpt9 .png", "COM²", "conin$"] {
            assert_eq!(read(name).unwrap_err().to_string(), "the name of a device", "{name:?}");
        }
        for name in ["nul_1.png", "console.png", "com.png", "com10", "lpt", "a.con"] {
            assert_eq!(read(name).unwrap(), b"1", "{name:?}");
        }
    }

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
