//! glTF, compared with values computed by hand or by the specification's own formulas.

mod contents;
mod curves;
mod hostile;
mod make;
mod pointers;
mod poses;
mod shapes;

use cueline_assets::{Problems, Read};
use cueline_import::gltf;

fn read(file: &[u8]) -> Result<Read, Problems> {
    gltf::read(file, &mut gltf::no_files)
}

/// The notes of a file that can be used, one line each.
fn notes(read: &Read) -> Vec<String> {
    read.notes.iter().map(ToString::to_string).collect()
}
