//! The example runs to its end, with the checks that are in it.

#[path = "../../examples/flipbook_thread.rs"]
mod flipbook_thread;

#[test]
fn a_sprite_walks_on_while_the_game_hangs() {
    flipbook_thread::main().unwrap();
}
