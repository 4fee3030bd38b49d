use std::{
    fs,
    path::{Path, PathBuf},
};

use super::PAGES;

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
        .unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The targets of all links of a page of Markdown that stay in the repository, without their anchors.
fn links(page: &str) -> Vec<&str> {
    let mut fenced = false;
    page.lines()
        .filter(|line| {
            fenced ^= line.trim_start().starts_with("```");
            !fenced
        })
        .flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()))
        .filter(|target| !target.contains("://"))
        .map(|target| target.split('#').next().unwrap_or_default())
        .filter(|target| !target.is_empty())
        .collect()
}

#[test]
fn links_skips_code_anchors_and_other_sites() {
    let page = "[a](b.md#c) [d](https://e.f)\n```\nv[0](1)\n```\n[g](#h) and [i](j.md)";
    assert_eq!(links(page), ["b.md", "j.md"]);
}

#[test]
fn every_page_in_the_folder_is_in_the_summary_and_its_listings_run() {
    let summary = text("src/SUMMARY.md");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name == "SUMMARY.md" || name == "pictures" {
            continue;
        }
        assert!(links(&summary).contains(&name.as_str()), "{name} is not in the summary");
        assert!(
            PAGES.contains(&format!("src/{name}").as_str()),
            "the listings of {name} do not run"
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    // Pages without listings.
    let others = [
        "src/SUMMARY.md",
        "../performance.md",
        "../../bench/NOTES.md",
        "../../bench/README.md",
        "../../CHANGELOG.md",
        "../../CONTRIBUTING.md",
        "../../DESIGN.md",
        "../../SECURITY.md",
        "../../tools/mutants/README.md",
    ];
    for page in PAGES.iter().chain(&others) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(page).parent().unwrap().to_owned();
        for target in links(&text(page)) {
            assert!(folder.join(target).exists(), "{page} links to {target}");
        }
    }
}

#[test]
fn every_included_program_exists() {
    for page in PAGES.iter().filter(|page| page.starts_with("src/")) {
        for rest in text(page).split("{{#include ").skip(1) {
            let path = rest.split([':', '}']).next().unwrap_or_default();
            let _ = text(&format!("src/{path}"));
        }
    }
}

/// Lines that are neither empty nor a comment.
fn lines_of_code<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    lines.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn compare_gives_the_lines_of_code_of_the_programs() {
    assert_eq!(lines_of_code("//! a\n\nfn b() {\n    // c\n    d();\n}".lines()), 3);
    let (compare, hand) = (text("../../COMPARE.md"), text("../../crates/cueline/examples/hand.rs"));
    let mut table = hand.lines().skip_while(|line| !line.starts_with("impl Table"));
    let end = |line: &&str| *line != "}";
    let table = 1 + lines_of_code(table.by_ref().take_while(end));
    let match3 = lines_of_code(text("../../crates/cueline/examples/match3.rs").lines());
    for (program, lines, most) in [("hand.rs", table, 50), ("match3.rs", match3, 120)] {
        let row = compare.lines().find(|line| line.contains(program)).unwrap_or_default();
        assert!(
            row.ends_with(&format!("| {lines} |")),
            "{program} has {lines} lines of code: {row}"
        );
        assert!(lines <= most, "{program} has {lines} lines of code, which is no short program");
    }
}

/// The tests of the folder that replays the threads of other trackers.
fn replayed_bugs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/cueline/tests/it/bugs");
    let files =
        fs::read_dir(folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let tests = files.flat_map(|file| {
        let bodies = file.split("#[test]\nfn ").skip(1).map(str::to_owned);
        bodies.collect::<Vec<_>>()
    });
    let mut names: Vec<_> =
        tests.filter_map(|test| Some(test.split_once('(')?.0.to_owned())).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_page_of_bugs_has_a_row_for_each_test_under_the_number_of_its_thread() {
    let page = text("src/bugs.md");
    let mut names = Vec::new();
    for row in page.lines().filter(|line| line.starts_with("| [")) {
        let (thread, name) = (links_abroad(row), row.trim_end_matches("` |").rsplit('`').next());
        let name = name.expect("the last column is the test");
        let [thread] = thread[..] else { panic!("a row links to one thread: {row}") };
        let number = thread.rsplit('/').next().expect("the number of a thread");
        assert!(name.contains(&format!("_{number}_")), "{name} is not about {thread}");
        names.push(name.to_owned());
    }
    assert!(
        page.contains(&format!("replays {} of their threads", names.len())),
        "{} rows",
        names.len()
    );
    names.sort_unstable();
    assert_eq!(names, replayed_bugs());
}

/// The targets of links to other sites.
fn links_abroad(line: &str) -> Vec<&str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| target.contains("://")).collect()
}

/// The parts of the schema of files, by the name of the part, with the heading under which the page has its fields.
const PARTS: [(&str, &str); 22] = [
    ("ClipFile", "## A clip"),
    ("Key", "### A key"),
    ("Transform", "### A transform"),
    ("CueSource", "### A cue"),
    ("FlipbookSource", "## A flipbook"),
    ("FrameSource", "### A frame of a list"),
    ("TimelineSource", "## A timeline"),
    ("ItemSource", "### An item"),
    ("TweenSource", "### The ends of a tween"),
    ("Sheet", "## A sheet"),
    ("Picture", "### A picture"),
    ("Slice", "### A slice"),
    ("Skeleton", "## A skeleton"),
    ("Node", "### A node"),
    ("Skin", "### A skin"),
    ("AnimatorSource", "## An animator"),
    ("LayerSource", "### A layer"),
    ("StateSource", "### A state"),
    ("BlendedSource", "### A clip of a blend"),
    ("Blended2Source", "### A clip of a blend"),
    ("PoseSource", "### A pose"),
    ("TransitionSource", "### A transition"),
];

#[test]
fn the_page_of_the_file_format_has_every_field_and_choice_of_the_schema() {
    let page = text("src/format.md");
    let schema: serde_json::Value =
        serde_json::from_str(&text("../../crates/cueline-assets/schema/cueline.schema.json"))
            .unwrap();
    let has_rows = |heading: &str, part: &serde_json::Value| {
        let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
        let section = page[start + 1..].split("\n#").next().unwrap_or_default();
        for field in
            part["properties"].as_object().unwrap().keys().filter(|name| *name != "$schema")
        {
            assert!(
                section.contains(&format!("| `{field}` |")),
                "{heading} has no row for {field}"
            );
        }
    };
    has_rows("## A file", &schema);
    for (name, part) in schema["$defs"].as_object().unwrap() {
        if let Some((_, heading)) = PARTS.iter().find(|(known, _)| known == name) {
            has_rows(heading, part);
        } else if part["properties"].is_object() {
            assert!(name.starts_with("Key"), "the page has no table for {name}");
        }
        // A choice: each is a word of the page.
        for choice in part["oneOf"].as_array().into_iter().flatten() {
            let words = [&choice["const"]].into_iter().filter_map(|word| word.as_str());
            let words = words.chain(
                choice["enum"].as_array().into_iter().flatten().filter_map(|word| word.as_str()),
            );
            let fields =
                choice["properties"].as_object().into_iter().flat_map(|fields| fields.keys());
            for word in words.chain(fields.map(String::as_str)) {
                assert!(
                    page.contains(&format!("`{word}`")),
                    "the page does not say {word} of {name}"
                );
            }
        }
    }
}

#[test]
fn every_word_of_the_list_leads_to_a_heading() {
    let page = text("src/words.md");
    for rest in page.split("](").skip(1) {
        let Some((file, anchor)) = rest.split(')').next().unwrap_or_default().split_once('#')
        else {
            continue;
        };
        let words = |line: &str| {
            let kept = line.trim_start_matches(['#', ' ']).to_lowercase();
            let kept: String =
                kept.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-').collect();
            kept.replace(' ', "-")
        };
        let target = text(&format!("src/{file}"));
        assert!(
            target.lines().any(|line| line.starts_with('#') && words(line) == anchor),
            "{file}#{anchor}"
        );
    }
}

/// The paths of all Rust files in a folder and below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|found| found == "rs") {
            found.push(path);
        }
    }
    found
}

/// A target without tests says so in its manifest, as an empty test program takes seconds to build. What says so has none.
#[test]
fn a_target_that_is_left_out_of_the_tests_has_none() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut left_out = 0;
    for group in ["apps", "bindings", "crates", "docs", "tools", "."] {
        for entry in fs::read_dir(root.join(group)).unwrap() {
            let package = entry.unwrap().path();
            let Ok(manifest) = fs::read_to_string(package.join("Cargo.toml")) else { continue };
            for section in manifest.split("\n[") {
                let says = |line: &str| section.lines().any(|said| said == line);
                let (tests, docs) = (says("test = false"), says("doctest = false"));
                if !tests && !docs {
                    continue;
                }
                left_out += 1;
                let path = section.lines().find_map(|line| line.strip_prefix("path = \""));
                let main = package.join("src/main.rs");
                let files = match (section.split(']').next(), path) {
                    (Some("lib"), None) => sources(&package.join("src")),
                    (Some("lib" | "[bin"), Some(path)) => {
                        vec![package.join(path.trim_end_matches('"'))]
                    }
                    _ => continue,
                };
                for file in files.iter().filter(|file| files.len() == 1 || **file != main) {
                    let text = fs::read_to_string(file).unwrap();
                    let has = |begin: &str| text.lines().any(|line| line.trim() == begin);
                    assert!(!tests || !has("#[test]"), "{} has tests", file.display());
                    let listing = has("/// ```") || has("//! ```");
                    assert!(!docs || !listing, "{} has listings", file.display());
                }
            }
        }
    }
    assert!(left_out >= 15, "{left_out} targets are found");
}
