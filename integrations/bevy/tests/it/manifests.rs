//! One source, a manifest and a first page for each version of Bevy.

use std::{collections::BTreeSet, fs, path::Path};

/// What needs bevy_ggrs, which has no release for Bevy 0.20.
const WITH_GGRS: [&str; 2] = ["rollback", "pictures"];

/// The lines of features and dependencies without comments, versions and places.
fn needs(manifest: &str) -> Vec<String> {
    let from = manifest.find("[features]").unwrap();
    let to = manifest.find("[profile.dev]").unwrap();
    let plain = |line: &str| {
        let is_version = |part: &str| part.starts_with(|first: char| first.is_ascii_digit());
        let parts = line.split('"').map(|part| if is_version(part) { "" } else { part });
        let line = parts.collect::<Vec<_>>().join("\"").replace("../", "");
        let line = line.replace("glam-032", "glam").replace("glam-033", "glam");
        line.replace(", \"curve\"", "")
    };
    let lines = manifest[from..to].lines().filter(|line| !line.starts_with('#'));
    // The curves of Bevy 0.19 are in bevy_math.
    let is_same = |line: &&str| !line.contains("ggrs") && !line.starts_with("bevy_curve");
    lines.filter(is_same).map(plain).collect()
}

fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    if own.ends_with("0.20") { own.parent().unwrap() } else { own }
}

/// A host shows the page of a folder there, so its links begin there.
#[test]
fn each_link_of_a_first_page_leads_to_a_file() {
    for folder in [root().to_owned(), root().join("0.20")] {
        let page = folder.join("README.md");
        assert!(!page.is_symlink(), "{}: its links would lead nowhere", page.display());
        let text = fs::read_to_string(page).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let files: Vec<&str> = links.filter(|link| link.contains('.')).collect();
        assert!(!files.is_empty());
        for file in files {
            assert!(folder.join(file).exists(), "{}: {file}", folder.display());
        }
    }
}

#[test]
fn each_version_of_bevy_has_the_same_features_dependencies_and_examples() {
    let root = root();
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let [old, new] = [read("Cargo.toml"), read("0.20/Cargo.toml")];
    assert_eq!(needs(&old), needs(&new));
    assert!(needs(&old).len() > 50, "{:?}", needs(&old));

    let files = fs::read_dir(root.join("examples")).unwrap();
    let all: BTreeSet<String> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|name| !WITH_GGRS.contains(&name.as_str()))
        .collect();
    let listed: BTreeSet<String> = new
        .split("[[example]]\nname = \"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect();
    assert_eq!(listed, all);
}
