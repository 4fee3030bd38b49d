//! Every way in which Cueline departs from a recorded system on purpose: the one place for it.
//!
//! Whether a rule applies is decided where the record is compared, from what the record contains:
//! its marks, its kinds of operations, its numbers.

/// A departure that is wanted.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name, unique among all rules, as `system/what`.
    pub id: &'static str,
    /// What the recorded system does, what ours does instead, and why: for the page.
    pub reason: &'static str,
}

/// Easings: GSAP's expo.
pub const EASING_EXPO_OF_GSAP: Rule = Rule {
    id: "easing/expo_of_gsap",
    reason: "GSAP bends expo so that it begins without a jump; ours is that of tween.js and anime.js, which is what \
             the name means elsewhere. GSAP's can be given as a function, and that is what is compared",
};

/// Easings: Popmotion's bounce.
pub const EASING_BOUNCE_OF_POPMOTION: Rule = Rule {
    id: "easing/bounce_of_popmotion",
    reason: "Popmotion's bounce has parabolas of its own, with small jumps between them; ours is everybody else's. \
             Popmotion's can be given as a function, and that is what is compared",
};

/// Easings: GSAP's slow motion.
pub const EASING_SLOW_OF_GSAP: Rule = Rule {
    id: "easing/slow_of_gsap",
    reason: "a fast, slow and fast way is three keyframes here, each with an easing of its own, and none of the \
             curves; the recorded numbers are compared with GSAP's formula",
};

/// Easings: Popmotion's anticipation.
pub const EASING_ANTICIPATION_ARRIVES: Rule = Rule {
    id: "easing/anticipation_arrives",
    reason: "Popmotion's anticipation ends 1/2048 before its end; ours ends at it",
};

/// Easings: which step shows at a jump.
pub const EASING_JUMP_SHOWS_WHAT_IS_BEHIND: Rule = Rule {
    id: "easing/jump_shows_what_is_behind",
    reason: "at the very time of a jump anime.js from the start, Motion and Popmotion still show the step before it, \
             also at the beginning; ours shows the one behind it, as CSS does",
};

/// Easings: points of linear stretches.
pub const EASING_POINTS_COME_IN_ORDER: Rule = Rule {
    id: "easing/points_come_in_order",
    reason: "where a point lies before the one ahead of it, anime.js jumps to the stretch that comes from it; ours \
             refuses keyframes out of order, and is compared as the same path with that jump said",
};

/// Easings: steps end.
pub const EASING_STEPS_ARRIVE: Rule = Rule {
    id: "easing/steps_arrive",
    reason: "Motion and Popmotion look at no more than 0.999 of the way, so the last jump never comes; ours comes at \
             the end, as in CSS",
};

/// Springs: rest.
pub const EASING_SPRING_GOES_ON: Rule = Rule {
    id: "easing/spring_goes_on",
    reason: "Motion, Popmotion and anime.js put a spring on its target once it is near and slow, or its time is over; \
             ours stays the function of time it is, and says when it has settled",
};

/// Synced animation: time.
pub const SYNCED_TIME_IS_THE_STEP: Rule = Rule {
    id: "synced_animation/time_is_the_step",
    reason: "the class refuses a step unless the wall clock went on by more than a frame; in ours each step \
             passes, and counts as the time it says",
};

/// Synced animation: stop.
pub const SYNCED_STOP_IS_AT_ONCE: Rule = Rule {
    id: "synced_animation/stop_is_at_once",
    reason: "the class takes one more step after a stop; ours stops where it is",
};

/// Synced animation: stop before the end.
pub const SYNCED_STOP_ENDS_NOTHING: Rule = Rule {
    id: "synced_animation/stop_ends_nothing",
    reason: "where the step after a stop is its last, the class reports the end and takes another player of \
             the clip off its books; ours tells that the item was cancelled, and touches no other",
};

/// Synced animation: reset.
pub const SYNCED_RESET_TAKES_BACK: Rule = Rule {
    id: "synced_animation/reset_takes_back",
    reason: "a reset of the class leaves what was added, so the second pass is shifted; ours takes it back \
             with the time",
};

/// Synced animation: matrices.
pub const SYNCED_MATRIX_MOVES: Rule = Rule {
    id: "synced_animation/matrix_moves",
    reason: "the class holds a matrix's first step over the whole way to the next key; ours moves, number by \
             number",
};

/// Synced animation: groups.
pub const SYNCED_MEMBER_KEEPS_TO_ITSELF: Rule = Rule {
    id: "synced_animation/member_keeps_to_itself",
    reason: "a member of a group without an object of its own takes that of the member before it; ours plays \
             on what it was given",
};

/// Synced animation: decimal ends.
pub const SYNCED_DECIMAL_END_IS_REACHED: Rule = Rule {
    id: "synced_animation/decimal_end_is_reached",
    reason: "an end between two frames is overshot by a part of a step; ours ends on it",
};

/// Synced animation: decimal keys.
pub const SYNCED_DECIMAL_KEYS_STAY: Rule = Rule {
    id: "synced_animation/decimal_keys_stay",
    reason: "keys between two frames are moved to the frame before; ours stay where they are",
};

/// Synced animation: before the first key.
pub const SYNCED_FIRST_KEY_HOLDS_BEFORE: Rule = Rule {
    id: "synced_animation/first_key_holds_before",
    reason: "frames before the first key are counted into the first way, so that its end is overshot; in ours \
             the first key holds until then",
};

/// Synced animation: close keys.
pub const SYNCED_KEYS_CLOSE_TOGETHER: Rule = Rule {
    id: "synced_animation/keys_close_together",
    reason: "two keys within one frame divide by zero, and the value is lost; in ours it passes both",
};

/// All of them, in the order of the page.
pub const ALL: &[&Rule] = &[
    &EASING_EXPO_OF_GSAP,
    &EASING_BOUNCE_OF_POPMOTION,
    &EASING_SLOW_OF_GSAP,
    &EASING_ANTICIPATION_ARRIVES,
    &EASING_JUMP_SHOWS_WHAT_IS_BEHIND,
    &EASING_POINTS_COME_IN_ORDER,
    &EASING_STEPS_ARRIVE,
    &EASING_SPRING_GOES_ON,
    &SYNCED_TIME_IS_THE_STEP,
    &SYNCED_STOP_IS_AT_ONCE,
    &SYNCED_STOP_ENDS_NOTHING,
    &SYNCED_RESET_TAKES_BACK,
    &SYNCED_MATRIX_MOVES,
    &SYNCED_MEMBER_KEEPS_TO_ITSELF,
    &SYNCED_DECIMAL_END_IS_REACHED,
    &SYNCED_DECIMAL_KEYS_STAY,
    &SYNCED_FIRST_KEY_HOLDS_BEFORE,
    &SYNCED_KEYS_CLOSE_TOGETHER,
];
