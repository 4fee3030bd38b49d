//! `llms FOLDER` writes the book as plain text: `llms.txt` lists the chapters with their first sentences, and
//! `llms-full.txt` is the whole book in one file, with the programs that it includes.

use std::{env, error::Error, fs, path::Path};

const TITLE: &str = "Cueline";

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::args().nth(1).ok_or("llms FOLDER: the folder is missing")?;
    let book = Book::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))?;
    fs::write(Path::new(&out).join("llms.txt"), book.list())?;
    fs::write(Path::new(&out).join("llms-full.txt"), book.text())?;
    Ok(())
}

/// A chapter as a reader sees it.
struct Chapter {
    title: String,
    /// The file, such as `time.md`.
    file: String,
    text: String,
}

struct Book {
    chapters: Vec<Chapter>,
}

impl Book {
    /// Reads the chapters in the order of the summary.
    fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let summary = fs::read_to_string(folder.join("SUMMARY.md"))?;
        let mut chapters = Vec::new();
        for (title, file) in summary.lines().filter_map(link) {
            let page = fs::read_to_string(folder.join(file)).map_err(|e| format!("{file}: {e}"))?;
            let text = visible(&included(&page, folder)?);
            chapters.push(Chapter { title: title.to_owned(), file: file.to_owned(), text });
        }
        if chapters.is_empty() {
            return Err("SUMMARY.md has no chapters".into());
        }
        Ok(Self { chapters })
    }

    /// The list of the chapters, as <https://llmstxt.org> describes it.
    fn list(&self) -> String {
        let about =
            self.chapters.first().map(|chapter| first_sentence(&chapter.text)).unwrap_or_default();
        let mut list = format!("# {TITLE}\n\n> {about}\n\n## The book\n\n");
        for chapter in &self.chapters {
            let page = chapter.file.replace(".md", ".html");
            let about = first_sentence(&chapter.text);
            list.push_str(&format!("- [{}](book/{page}): {about}\n", chapter.title));
        }
        list.push_str("\n## All of it\n\n- [The book in one file](llms-full.txt)\n- [The reference](doc/cueline/index.html)\n");
        list
    }

    /// All chapters, one after the other.
    fn text(&self) -> String {
        let chapters = self.chapters.iter().map(|chapter| format!("{}\n", chapter.text.trim_end()));
        chapters.collect::<Vec<_>>().join("\n---\n\n")
    }
}

/// Title and file of a line of the summary.
fn link(line: &str) -> Option<(&str, &str)> {
    let (title, rest) = line.trim_start_matches(['-', ' ']).strip_prefix('[')?.split_once("](")?;
    Some((title, rest.split_once(')')?.0))
}

/// The page with the files that it includes.
fn included(page: &str, folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut parts = page.split("{{#include ");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once("}}").ok_or("an include without an end")?;
        let file = fs::read_to_string(folder.join(path)).map_err(|e| format!("{path}: {e}"))?;
        whole.push_str(file.trim_end());
        whole.push_str(rest);
    }
    Ok(whole)
}

/// The page without the lines of listings that the book hides.
fn visible(page: &str) -> String {
    let mut listing = false;
    let shown = page.lines().filter(|line| {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            listing = !listing && language.starts_with("rust");
        }
        !(listing && (*line == "#" || line.starts_with("# ")))
    });
    shown.map(|line| format!("{line}\n")).collect()
}

/// The first sentence of the first paragraph, in one line.
fn first_sentence(text: &str) -> String {
    let is_prose = |part: &&str| {
        part.starts_with(|first: char| first.is_alphabetic() || first == '`')
            && !part.starts_with("```")
    };
    let line = text.split("\n\n").find(is_prose).unwrap_or_default().trim().replace('\n', " ");
    let sentence = line.split_once(". ").map_or(line.as_str(), |(sentence, _)| sentence);
    without_links(sentence.trim_end_matches(['.', ':']))
}

/// The text with the words of its links alone: their targets are relative to the page.
fn without_links(text: &str) -> String {
    let mut parts = text.split("](");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    plain.replace('[', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        Book::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).expect("the book")
    }

    #[test]
    fn the_book_in_one_file_has_every_chapter_and_program_and_no_hidden_line() {
        let book = book();
        let text = book.text();
        for chapter in &book.chapters {
            assert!(text.contains(&chapter.text.lines().next().expect("a heading").to_owned()));
        }
        assert!(text.contains("impl Table"), "the hand of cards is in it");
        assert!(!text.contains("{{#include") && !text.contains("\n# Ok::<"));
    }

    #[test]
    fn the_list_has_a_line_with_a_sentence_for_each_chapter() {
        let (book, list) = (book(), book().list());
        for chapter in &book.chapters {
            let start =
                format!("- [{}](book/{}): ", chapter.title, chapter.file.replace(".md", ".html"));
            let line = list.lines().find(|line| line.starts_with(&start)).expect(&chapter.title);
            assert!(line.len() > start.len() + 15, "{line}");
        }
    }

    #[test]
    fn a_link_leaves_its_words() {
        assert_eq!(without_links("in [`a`](../a.md) and [b](b.md#c) too"), "in `a` and b too");
    }

    #[test]
    fn hidden_lines_are_those_of_listings_in_rust() {
        let page = "# Title\n```rust\nlet a = 1;\n# let b = 2;\n#\n#[test]\n```\n```sh\n# a comment\n```\n# End\n";
        let shown = "# Title\n```rust\nlet a = 1;\n#[test]\n```\n```sh\n# a comment\n```\n# End\n";
        assert_eq!(visible(page), shown);
    }
}
