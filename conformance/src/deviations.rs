//! Every way in which Cueline departs from a recorded system on purpose: the one place for it.
//!
//! Whether a rule applies is decided where the record is compared, from what the record contains:
//! its marks, its kinds of operations, its numbers.

mod babylon_playback;

pub use babylon_playback::*;

/// A departure that is wanted.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name, unique among all rules, as `system/what`.
    pub id: &'static str,
    /// What the recorded system does, what ours does instead, and why: for the page.
    pub reason: &'static str,
}

// render_pipeline

/// An entry that joins from inside a callback.
pub const RENDER_PIPELINE_JOINS: Rule = Rule {
    id: "render_pipeline/joins_from_inside",
    reason: "An entry joins the running epoch from inside a callback, of which the article says nothing. The recorded listing \
             plays it in the same pass with the whole slice of its epoch. Ours starts it at that moment: after an end it \
             gets what is left of the step, after any other call nothing in this step. A model of both must be \
             equal to the recording and to ours, call by call.",
};

/// Callbacks that queue in their last calls.
pub const RENDER_PIPELINE_ORDER: Rule = Rule {
    id: "render_pipeline/order_of_ends",
    reason: "Last calls queue several entries in one tick. The recorded listing calls everything in the order of \
             declaration, the background when the foreground has had the whole tick. Ours carries out what a last call \
             asks at the end of its entry, in the order of the ends, so that the frame rate does not decide what comes \
             first. A model of both must be equal to the recording and to ours, call by call.",
};

/// The order of calls in one tick.
pub const RENDER_PIPELINE_LAST_CALLS_FIRST: Rule = Rule {
    id: "render_pipeline/last_calls_first",
    reason: "In one tick the recorded listing calls everything in the order of declaration, the background last. Ours \
             makes the last calls first, in the order of the ends, then calls what goes on in the order of declaration, \
             the background last. All calls must be equal, and the recorded order must be ours sorted by declaration.",
};

/// What the listing does against the words of its article.
pub const RENDER_PIPELINE_LISTING: Rule = Rule {
    id: "render_pipeline/listing",
    reason: "The record says which words of the article the listing breaks (`quirks`). Ours is compared with the words, \
             and with the listing too: an entry that the quirk does not touch must have equal calls; one that it touches \
             may begin at another time, never begin (A5, A8) or be called once more (A3, A7), and must from its first call \
             on get all the time of each tick up to its end. Entries held are compared up to the first such call. Where a \
             whole epoch moves (A1, A2, A8), each entry behind it counts as touched.",
};

// flipbook

/// Tables that go further than our clock.
pub const FLIPBOOK_BEYOND_THE_CLOCK: Rule = Rule {
    id: "flipbook/beyond_the_clock",
    reason: "The recorded numbers have no limit; a time of ours has 64 bits (over 400 years in flicks). The row \
             is compared at the same place in the first pass, as the frame depends on the time since the start alone.",
};

/// The counter strategy.
pub const FLIPBOOK_COUNTER: Rule = Rule {
    id: "flipbook/counter",
    reason: "The counter moves on by one frame a step at most, and only when strictly above a frame's time, so what \
             it shows lags behind and depends on the frame rate. Our flipbook shows the frame that is due. The \
             counter itself is compared with the fixed step that does the same: one tick a frame, the rest carried.",
};

// game_loop

/// Timestamps on the boundary of a tick.
pub const GAME_LOOP_TIE: Rule = Rule {
    id: "game_loop/tie",
    reason: "A timestamp lies within 2 flicks (3 millionths of a millisecond) of the boundary of a tick. The recorded \
             loops add up doubles of milliseconds and fall on either side of it; ours has whole flicks, an exact rate, and \
             runs a tick when its time is full. The tick comes a frame earlier or later; all else is compared. A \
             frame of the shortest or longest length that Babylon.js takes is moved by the last one before it that is neither.",
};

/// A clock that ran backwards.
pub const GAME_LOOP_BACKWARDS: Rule = Rule {
    id: "game_loop/backwards",
    reason: "The described loop takes time that ran backwards out of its account again, below zero if need be. Ours yields no \
             time until the earlier timestamp is passed and says by how much the clock ran backwards; the recorded \
             leftover is ours less that. Where it pays back ticks that were still owed, the rest of that run is \
             another one and is not compared.",
};

// animation_sequencer

/// The trace frame by frame.
pub const ANIMATION_SEQUENCER_LOST_FRAMES: Rule = Rule {
    id: "animation_sequencer/lost_frames",
    reason: "The recorded program pulls an entry at the end of a frame, starts it in the next, moves it from the one after \
             that, and drops the time left over at each end, so that it lags behind ever more. Ours loses no time: \
             starts and ends are those that the record calls lossless. Its entries still start in our order and \
             never before ours, what has come to rest on the same entry lies at the same place, and what is \
             moving lies where ours lies in the same time of its entry.",
};

/// A skip that leaves the lists as they are.
pub const ANIMATION_SEQUENCER_KEEPS_LISTS: Rule = Rule {
    id: "animation_sequencer/skip_keeps_lists",
    reason: "Finishing everything without clearing the lists makes the recorded program play again what it has finished. \
             Ours has ended it, once; what is added later starts at once.",
};

/// The order in which a skip finishes.
pub const ANIMATION_SEQUENCER_FINISH_ORDER: Rule = Rule {
    id: "animation_sequencer/finish_order",
    reason: "The recorded program finishes entries in the order of its lists, ours in the order of their ends, so that \
             a skip ends where playing would have ended. An element that several entries move can so rest on \
             another of them; the recorded place must be the end of the last in the lists.",
};

// babylon

/// Babylon.js: easings.
pub const BABYLON_EASING_IS_A_NUMBER: Rule = Rule {
    id: "babylon/easing_is_a_number",
    reason: "where Babylon.js's easing divides zero by zero or takes a root of a negative number it has no value; \
             ours has a finite one",
};

/// Babylon.js: rotations.
pub const BABYLON_ROTATIONS_HAVE_LENGTH_ONE: Rule = Rule {
    id: "babylon/rotations_have_length_one",
    reason: "Babylon.js blends the numbers of keys that are not of length 1 as they are; ours blends the rotations \
             they stand for, so what shows between two keys is always a rotation",
};

// timeline

/// A call at the end of a nested timeline.
pub const TIMELINE_CALL_AT_THE_END: Rule = Rule {
    id: "timeline/call_at_the_end",
    reason: "A call at the very end of the timeline around it, or at its very start, is not always made by GSAP on the way \
             back, as that timeline has not moved yet or stands still; ours makes it in both directions.",
};

/// See its reason.
pub const TIMELINE_LOOP_BOUNDARY: Rule = Rule {
    id: "timeline/loop-boundary",
    reason: "Exactly between two passes GSAP still shows the end of the first; ours shows the start of the next, \
             as every window ends where the next begins.",
};
/// See its reason.
pub const TIMELINE_NOTHING_AT_ZERO: Rule = Rule {
    id: "timeline/nothing-at-zero",
    reason: "Until its time has once moved past 0, GSAP writes nothing; ours shows what is set at time 0 and what \
             tweens start from, as it knows no \"before the first frame\".",
};
/// See its reason.
pub const TIMELINE_FIRST_FRAME_IS_THE_START: Rule = Rule {
    id: "timeline/first-frame-is-the-start",
    reason: "Where two tweens write one property, GSAP's later one starts from what the first frame that met it \
             found there, and so depends on the frame rate; ours starts from what shows at its exact start.",
};
/// See its reason.
pub const TIMELINE_ITEM_BY_ITEM: Rule = Rule {
    id: "timeline/item-by-item",
    reason: "Within one step GSAP calls item by item, so that a later call can come before an earlier one; ours \
             reports by due time, so that the order does not depend on the steps.",
};
/// See its reason.
pub const TIMELINE_STEPS: Rule = Rule {
    id: "timeline/steps",
    reason: "What GSAP calls in a step depends on the step and on the steps before it: of several passes it reports one, a \
             jump goes to an end of a pass first, and where a step ends exactly at a pass it may leave out what is in it. \
             Ours reports each callback, whatever the steps. No rule about two times says which callbacks GSAP makes, as \
             each item remembers what it played last; so its `render` method is followed: it must call exactly what is \
             recorded, in each step, and in steps of one moment each what ours reports, forward and backward.",
};
/// See its reason.
pub const TIMELINE_WHOLE_PASS_AT_ONCE: Rule = Rule {
    id: "timeline/whole-pass-at-once",
    reason: "Also in steps of one moment: where a repeated timeline is played backward over the start of a pass, GSAP runs \
             through the whole pass before it, forward and at once, with all its callbacks; ours enters that pass at \
             its end.",
};
/// See its reason.
pub const TIMELINE_MIRRORED_UNNOTICED: Rule = Rule {
    id: "timeline/mirrored-unnoticed",
    reason: "Also in steps of one moment: each second pass of a mirrored timeline or tween ends where it begins. On the \
             way back from there GSAP takes it for one that has not begun: it reports its start, and where that pass is \
             the last it reports none of its passes, and what is in it as if it were played from the start. Ours reports \
             each pass.",
};
/// See its reason.
pub const TIMELINE_TAKES_NO_TIME: Rule = Rule {
    id: "timeline/takes-no-time",
    reason: "A timeline that takes no time reports no start in GSAP. On the way back, at the very start of a timeline, \
             and where it repeats with gaps, GSAP calls what is in it once more or less than there are passes, and \
             may not report its end; ours has a \
             start, an end and a loop for each pass, like any other.",
};
/// See its reason.
pub const TIMELINE_REFUSED_LOOP: Rule = Rule {
    id: "timeline/refused-loop",
    reason: "GSAP accepts a repeated timeline that takes no time and has no gap; ours must refuse to build it. Without \
             the repeat it must agree; its callbacks must be those of GSAP's `render` method.",
};
/// See its reason.
pub const TIMELINE_BEFORE_ZERO: Rule = Rule {
    id: "timeline/before-zero",
    reason: "Where something would start before the timeline does, all of it moves later. GSAP finds that out \
             when it first plays, and moves its playhead along: so it is off by that much, once, and calls what \
             lies at 0 before time has moved. Ours knows when it is built.",
};

/// See its reason.
pub const TIMELINE_LEFT_BEHIND: Rule = Rule {
    id: "timeline/left-behind",
    reason: "After a jump over passes GSAP leaves what has not begun in the new pass as an earlier pass left it; \
             ours shows the same at one time however it came there.",
};

// easing

/// Easings: GSAP's expo.
pub const EASING_EXPO_OF_GSAP: Rule = Rule {
    id: "easing/expo_of_gsap",
    reason: "GSAP changes expo so that it begins without a jump; ours is that of tween.js and anime.js, which is what \
             the name means elsewhere; the recorded numbers are compared with GSAP's formula",
};

/// Easings: Popmotion's bounce.
pub const EASING_BOUNCE_OF_POPMOTION: Rule = Rule {
    id: "easing/bounce_of_popmotion",
    reason: "Popmotion's bounce has parabolas of its own, with small jumps between them; ours is everybody else's; \
             the recorded numbers are compared with Popmotion's formula",
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
             the clip off its books; ours reports that the item was cancelled, and touches no other",
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
    &RENDER_PIPELINE_JOINS,
    &RENDER_PIPELINE_ORDER,
    &RENDER_PIPELINE_LAST_CALLS_FIRST,
    &RENDER_PIPELINE_LISTING,
    &ANIMATION_SEQUENCER_LOST_FRAMES,
    &ANIMATION_SEQUENCER_KEEPS_LISTS,
    &ANIMATION_SEQUENCER_FINISH_ORDER,
    &FLIPBOOK_BEYOND_THE_CLOCK,
    &FLIPBOOK_COUNTER,
    &GAME_LOOP_TIE,
    &GAME_LOOP_BACKWARDS,
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
    &BABYLON_EASING_IS_A_NUMBER,
    &BABYLON_ROTATIONS_HAVE_LENGTH_ONE,
    &BABYLON_PAUSE_COSTS_NOTHING,
    &BABYLON_YOYO_IS_A_LINE,
    &BABYLON_CONSTANT_ENDS,
    &BABYLON_EMPTY_RANGE,
    &BABYLON_STEP_TELLS_ALL,
    &BABYLON_EVENTS_FOLLOW_THE_WAY,
    &BABYLON_EVENTS_OF_A_JUMP,
    &BABYLON_EVENTS_WHEN_TURNED,
    &BABYLON_FIRST_STEP_IS_NO_LOOP,
    &BABYLON_PLACE_IS_KEPT,
    &BABYLON_RESET_KEEPS_NOTHING,
    &BABYLON_RESET_ADDS_NOTHING,
    &BABYLON_JUMP_OUTSIDE,
    &BABYLON_JUMP_FROM_THE_END,
    &BABYLON_JUMP_BACKWARD,
    &BABYLON_JUMP_AT_REST,
    &BABYLON_JUMP_BEFORE_START,
    &BABYLON_JUMPS_AFTER_THE_END,
    &BABYLON_TURNED_BEFORE_START,
    &BABYLON_ENDS_AT_ITS_END,
    &BABYLON_CONSTANT_SHOWS_ITS_END,
    &BABYLON_ROTATIONS_STAY_ROTATIONS,
    &BABYLON_SIZES_ARE_NUMBERS,
    &BABYLON_PASSES_ADD_EVERYWHERE,
    &BABYLON_PASSES_COUNT_DOWN,
    &BABYLON_KEYS_STAY_IN_ORDER,
    &BABYLON_LOOPING_IS_NOT_SWITCHED,
    &BABYLON_GROUP_RESTS_AFTER_ITS_END,
    &BABYLON_BOUNDARY,
    &EASING_EXPO_OF_GSAP,
    &EASING_BOUNCE_OF_POPMOTION,
    &EASING_SLOW_OF_GSAP,
    &EASING_ANTICIPATION_ARRIVES,
    &EASING_JUMP_SHOWS_WHAT_IS_BEHIND,
    &EASING_POINTS_COME_IN_ORDER,
    &EASING_STEPS_ARRIVE,
    &EASING_SPRING_GOES_ON,
    &TIMELINE_CALL_AT_THE_END,
    &TIMELINE_LOOP_BOUNDARY,
    &TIMELINE_NOTHING_AT_ZERO,
    &TIMELINE_FIRST_FRAME_IS_THE_START,
    &TIMELINE_ITEM_BY_ITEM,
    &TIMELINE_STEPS,
    &TIMELINE_WHOLE_PASS_AT_ONCE,
    &TIMELINE_MIRRORED_UNNOTICED,
    &TIMELINE_TAKES_NO_TIME,
    &TIMELINE_REFUSED_LOOP,
    &TIMELINE_BEFORE_ZERO,
    &TIMELINE_LEFT_BEHIND,
];
