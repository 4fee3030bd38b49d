//! What the command does with hostile files, at two sizes.

use std::{fs, path::Path};

use clap::Parser;
use cueline::time::Span;
use cueline_import::aseprite::Selection;

use super::{
    carry_out,
    cli::Cli,
    input::stdin_name,
    inspect::{Summary, gantt},
    report::{drawn, set_style},
};
use crate::{
    failure::Failure,
    open::{Needs, open_bytes},
};

/// Reads a file with all that can be drawn, and writes what it has as text, or each problem with its place in the text.
fn shown(file: &[u8]) {
    let path = Path::new(stdin_name(file));
    let (problems, source) =
        match open_bytes(path, file.to_vec(), Needs::Picture(&Selection::default())) {
            Ok(opened) => {
                drop((Summary::of(&opened).text(), gantt(&opened, Some(80))));
                opened.things().iter().for_each(|thing| drop(thing.values(Span::ZERO)));
                (opened.notes, opened.source)
            }
            Err(Failure::Problems(problems, source)) => (problems, source),
            Err(failure) => panic!("{}", failure.line()),
        };
    problems.iter().for_each(|problem| drop(format!("{:?}", drawn(problem, &source))));
}

#[test]
fn twice_as_much_takes_the_command_at_most_2_3_times_the_steps() {
    set_style();
    let files = attacks::files();
    let broken: Vec<_> = files.iter().flat_map(|attack| attack.too_much(shown)).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn what_lasts_for_centuries_is_refused_where_all_of_it_would_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [file, film] = ["long.ron", "film.gif"].map(|name| folder.path().join(name));
    let keys = r#"F32([(at: "0s", value: 0), (at: "9999999999s", value: 1)])"#;
    let text = format!("(version: 1, clips: {{\"a\": (tracks: {{\"x\": {keys}}})}})");
    fs::write(&file, text).unwrap();
    let [file, film] = [&file, &film].map(|path| path.to_str().unwrap());
    for words in [&["cueline", "render", file, "-o", film][..], &["cueline", "diff", file, file]] {
        let cli = Cli::try_parse_from(words).unwrap();
        let said = carry_out(cli.command).unwrap_err().line();
        assert!(said.contains("by --from and --to") || said.contains("--from --to"), "{said}");
    }
}
