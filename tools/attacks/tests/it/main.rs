//! What is promised for each hostile file, at both of its sizes.

use std::collections::BTreeSet;

use attacks::all;

#[test]
fn twice_as_much_takes_at_most_2_3_times_the_steps_and_the_memory() {
    let broken = attacks::broken();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_table_of_security_md_has_a_line_for_each() {
    let page = include_str!("../../../../SECURITY.md");
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let [name, count, promised] = [cells.next()?, cells.next()?, cells.next()?];
        Some((name.to_owned(), count.parse::<usize>().ok()?, promised == "read"))
    });
    let listed: Vec<_> = rows.collect();
    let all: Vec<_> =
        all().iter().map(|one| (one.name.to_owned(), one.count, one.is_read)).collect();
    let names: BTreeSet<_> = all.iter().map(|(name, ..)| name).collect();
    assert_eq!(names.len(), all.len(), "a name twice");
    assert!(all.len() >= 60, "{}", all.len());
    assert_eq!(listed, all, "`cargo run -p attacks -- table` prints the table");
}
