//! The showcase as a program, and as a page.

#[cfg(not(target_arch = "wasm32"))]
mod command;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    #[cfg(feature = "window")]
    showcase::window::open_in_page("showcase");
}
