//! The examples run without a window, and their outcome is asserted.

#[path = "../../examples/cards.rs"]
mod cards;

#[test]
fn cards_show_the_score_as_it_was_when_their_turn_came() {
    let (scores, places) = cards::run(200);
    let mut seen = scores.clone();
    seen.dedup();
    assert_eq!(seen, [0, 10, 20, 30, 40, 50]);
    // 16 ms a frame, the first without time: 120 ms are over in the ninth frame, 600 ms in the 39th.
    assert_eq!((scores[7], scores[8]), (0, 10));
    assert_eq!((scores[37], scores[38]), (40, 50));
    assert_eq!(places, [0.0, 60.0, 120.0, 180.0, 240.0]);
}
