//! What the studio does with hostile files, at two sizes.

use super::{model::Model, rows::rows};

/// Opens a file, and makes the rows of what it shows first. A text with errors is open, too.
fn opened(file: &[u8]) {
    let Ok(model) = Model::of("a.ron".into(), file.to_vec()) else { return };
    if let Some(thing) = model.good().things.first() {
        drop(rows(&model, thing));
    }
}

#[test]
fn twice_as_much_takes_the_studio_at_most_2_3_times_the_steps() {
    let files = attacks::files();
    let broken: Vec<_> = files.iter().flat_map(|attack| attack.too_much(opened)).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}
