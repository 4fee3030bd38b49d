//! `cueline`: looks at, checks, converts and renders animation files. In a web page it is its studio.

#![cfg_attr(
    target_arch = "wasm32",
    expect(dead_code, reason = "the command uses more than the studio")
)]

mod bars;
mod body;
#[cfg(not(target_arch = "wasm32"))]
mod command;
mod failure;
mod numbers;
mod open;
mod scene;
mod studio;
mod transport;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    studio::open_in_page("studio");
}
