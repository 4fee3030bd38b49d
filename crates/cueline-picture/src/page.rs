//! A program in a web page: the canvas that it draws in, and what the page says until it does.

use std::fmt::Debug;

use web_sys::{HtmlCanvasElement, wasm_bindgen::JsCast as _, window};

/// Starts a program in the canvas of this id. An element of the id `said` gets the reason where it does not start, and
/// goes away where it does.
pub fn start_in_page<S, E>(canvas: &str, start: impl FnOnce(HtmlCanvasElement) -> S)
where
    S: Future<Output = Result<(), E>> + 'static,
    E: Debug,
{
    let Some(document) = window().and_then(|window| window.document()) else { return };
    let canvas = document.get_element_by_id(canvas).and_then(|it| it.dyn_into().ok());
    let Some(started) = canvas.map(start) else { return };
    wasm_bindgen_futures::spawn_local(async move {
        let started = started.await;
        let Some(said) = document.get_element_by_id("said") else { return };
        match started {
            Ok(()) => said.remove(),
            Err(error) => said.set_text_content(Some(&format!("The page cannot draw: {error:?}"))),
        }
    });
}
