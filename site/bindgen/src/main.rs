//! `bindgen MODULE.wasm FOLDER` writes the module and the JavaScript that loads it into the folder.

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("needs a module and a folder".into());
    };
    // Names of functions are a tenth of what is fetched, and only a debugger reads them.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?.typescript(false).remove_name_section(true);
    bindgen.generate(folder)?;
    Ok(())
}
