//! The checkers demo as a program, and as a page.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use clap::Parser;

    match checkers::run::run(checkers::cli::Cli::parse()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {
    #[cfg(feature = "window")]
    checkers::window::open_in_page("checkers");
}
