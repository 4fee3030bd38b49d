//! Files of other programs in a library that loads them as its own, also while they change.

use std::{fs, path::Path, time::Duration};

use cueline_assets::{ClipLibrary, Watcher};

fn tiles(count: u32) -> String {
    format!(
        r#"{{"type": "tileset", "name": "sea", "tilewidth": 8, "tileheight": 8, "tilecount": {count},
            "columns": 1, "image": "a.png"}}"#
    )
}

/// Writes a new file and gives it the name of the old one, as editors do: a half of one would be a change, too.
fn put(file: &Path, content: &str) {
    let new = file.with_file_name("new");
    fs::write(&new, content).unwrap();
    fs::rename(&new, file).unwrap();
}

#[test]
fn a_file_of_another_program_is_loaded_again_when_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sea.tsj");
    put(&file, &tiles(1));
    let mut library = ClipLibrary::new().with_importer(cueline_import::import);
    library.load_file(&file).unwrap();
    assert_eq!(library.sheet("sea").unwrap().pictures.len(), 1);

    let mut watcher = Watcher::new().unwrap();
    watcher.watch(&file).unwrap();
    put(&file, &tiles(2));
    // Events of the system take a while.
    let loaded = (0..2000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(5));
        library.load_changed(&mut watcher).pop()
    });
    let (name, changes) = loaded.unwrap();
    assert_eq!(name, file.display().to_string(), "the name under which it was loaded");
    assert_eq!(changes.unwrap().changed.len(), 1);
    assert_eq!(library.sheet("sea").unwrap().pictures.len(), 2);
}

#[test]
fn a_library_without_importers_refuses_files_of_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sea.tsj");
    put(&file, &tiles(1));
    assert!(ClipLibrary::new().load_file(&file).is_err());
}
