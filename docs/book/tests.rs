use std::{fs, path::Path};

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
        if name == "SUMMARY.md" {
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
    for page in PAGES.iter().chain(&["src/SUMMARY.md", "../../DESIGN.md", "../../CHANGELOG.md"]) {
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
