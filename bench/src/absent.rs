//! Who is in no table, and why.

/// A row, who would belong there, and what stands against it.
pub const ABSENT: [(&str, &str, &str); 9] = [
    ("W1", "gsap", NOT_FREE),
    (
        "W1",
        "bevy_tweening 0.17, bevy_tween 0.14",
        "they are for Bevy 0.20, which asks for a newer compiler than this",
    ),
    (
        "W2",
        "ozz-animation, ozz-animation-rs",
        "their clips belong to a skeleton, and W10 compares them as such",
    ),
    ("W3", "gsap, timeline", NOT_FREE),
    (
        "W3",
        "the listing of the RenderPipeline article",
        "no licence comes with it; a queue of its design, written for this benchmark, stands for it",
    ),
    ("W4", "gsap, timeline", NOT_FREE),
    ("W5", "@tweenjs/tween.js", "a tween does not report how far it is"),
    (
        "W5",
        "tween, keyframe and bevy_tweening as bytes",
        "what they play cannot be handed to serde",
    ),
    (
        "W8",
        "all peers of W1",
        "each looks at every tween in every step: what a step costs them when nothing is due is what it costs in W1",
    ),
];

const NOT_FREE: &str = "its licence is not one of the free ones";
