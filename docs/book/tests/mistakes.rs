//! The chapter "When it does not compile, or does not move" quotes what the compiler says.

use std::{fs, path::Path};

fn files(folder: &str, extension: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be read").path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| fs::read_to_string(path).expect("the file is text"))
        .collect()
}

/// The blocks of a page of Markdown that are opened with this fence.
fn blocks<'a>(page: &'a str, fence: &str) -> Vec<&'a str> {
    let opening = format!("```{fence}\n");
    page.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_chapter_quotes_the_compiler() {
    let page = &files("src", "md")
        .into_iter()
        .find(|page| page.starts_with("# When it does not"))
        .unwrap();
    let mut said = files("../mistakes/mistakes", "stderr");
    said.extend(files("../mistakes/derive", "stderr"));
    let quotes = blocks(page, "text");
    assert!(quotes.len() >= 9, "the quotes are found");
    for quote in quotes {
        // Quotes leave out code and places: each line is one that the compiler wrote to one program.
        let is_in = |text: &&String| {
            quote.lines().all(|line| text.lines().any(|said| said.trim().ends_with(line.trim())))
        };
        assert!(said.iter().any(|text| is_in(&text)), "the compiler does not say:\n{quote}");
    }
}

#[test]
fn the_chapter_shows_each_mistake() {
    let page = &files("src", "md")
        .into_iter()
        .find(|page| page.starts_with("# When it does not"))
        .unwrap();
    let shown: Vec<_> = page.lines().map(str::trim).collect();
    for program in files("../mistakes/mistakes", "rs") {
        let wrong = program.lines().find_map(|line| line.trim().strip_suffix(" // wrong")).unwrap();
        assert!(
            shown.iter().any(|line| line.starts_with(wrong)),
            "the chapter does not show {wrong}"
        );
    }
}
