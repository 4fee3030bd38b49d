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

// render_pipeline

/// An entry that joins from inside a callback.
pub const RENDER_PIPELINE_JOINS: Rule = Rule {
    id: "render_pipeline/joins_from_inside",
    reason: "An entry joins the running epoch from inside a callback, of which the article says nothing. The recorded listing \
             plays it in the same pass with the whole slice of its epoch. Ours starts it at that moment: after an end it \
             gets what is left of the step, after any other call nothing in this step. A model of both must be \
             equal to the recording and to ours, call by call.",
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
             runs a tick when its time is full. The tick comes a frame earlier or later; all else is compared.",
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

/// Babylon.js: see its reason.
pub const BABYLON_PAUSE_COSTS_NOTHING: Rule = Rule {
    id: "babylon/pause_costs_nothing",
    reason: "Babylon.js notes that it is paused in the first step of the pause, so the first step after the \
             pause counts for as long as that one. Ours is paused at once, and each step counts for itself. \
             Ours is also played with the steps that Babylon.js counts, and must then be equal.",
};

/// Babylon.js: see its reason.
pub const BABYLON_YOYO_IS_A_LINE: Rule = Rule {
    id: "babylon/yoyo_is_a_line",
    reason: "there-and-back follows the absolute value of a sine over one range, reads as the first frame at \
             the far end, and counts a range that does not begin at 0 twice; ours is a straight line, there \
             in one pass and back in the next",
};

/// Babylon.js: see its reason.
pub const BABYLON_CONSTANT_ENDS: Rule = Rule {
    id: "babylon/constant_ends",
    reason: "a clip that is to hold its end does so in Babylon.js, but goes on counting frames, loops and \
             events, and moves again when turned back; ours plays one pass, ends and holds",
};

/// Babylon.js: see its reason.
pub const BABYLON_EMPTY_RANGE: Rule = Rule {
    id: "babylon/empty_range",
    reason: "a range of no length never ends in Babylon.js where it loops or stands still; ours ends at once, \
             as nothing can loop over no time",
};

/// Babylon.js: see its reason.
pub const BABYLON_STEP_TELLS_ALL: Rule = Rule {
    id: "babylon/step_tells_all",
    reason: "a step over the end of a pass loses the events before that end, one over several passes tells \
             one loop or none and each event once at most, and one that ends further on in a later pass takes \
             its events for told; ours tells each loop and each event, whatever the steps",
};

/// Babylon.js: see its reason.
pub const BABYLON_EVENTS_FOLLOW_THE_WAY: Rule = Rule {
    id: "babylon/events_follow_the_way",
    reason: "of several events in one step downward Babylon.js tells the lowest first; ours tells them in the \
             order in which they are reached",
};

/// Babylon.js: see its reason.
pub const BABYLON_EVENTS_OF_A_JUMP: Rule = Rule {
    id: "babylon/events_of_a_jump",
    reason: "after a jump Babylon.js tells an event at the very place it went to, and those that call once \
             although they were jumped over; a silent jump of ours tells neither",
};

/// Babylon.js: see its reason.
pub const BABYLON_EVENTS_WHEN_TURNED: Rule = Rule {
    id: "babylon/events_when_turned",
    reason: "played against the order of its limits Babylon.js tells the events that lie behind instead of \
             those that come; ours tells those that come",
};

/// Babylon.js: see its reason.
pub const BABYLON_FIRST_STEP_IS_NO_LOOP: Rule = Rule {
    id: "babylon/first_step_is_no_loop",
    reason: "Babylon.js takes itself to come from frame 0, and so tells a loop in the first step downward; \
             ours has not looped yet",
};

/// Babylon.js: see its reason.
pub const BABYLON_PLACE_IS_KEPT: Rule = Rule {
    id: "babylon/place_is_kept",
    reason: "Babylon.js reads as frame 0 before it begins, after a reset and after a stop; ours is where it \
             begins, or where it was stopped",
};

/// Babylon.js: see its reason.
pub const BABYLON_RESET_KEEPS_NOTHING: Rule = Rule {
    id: "babylon/reset_keeps_nothing",
    reason: "a reset in Babylon.js keeps what an earlier change of speed or a jump that has not been shown \
             yet adds to the clock, so it begins somewhere within; ours begins at its start",
};

/// Babylon.js: see its reason.
pub const BABYLON_RESET_ADDS_NOTHING: Rule = Rule {
    id: "babylon/reset_adds_nothing",
    reason: "a reset adds the first value to itself where values add to what was there; ours shows nothing \
             until it begins",
};

/// Babylon.js: see its reason.
pub const BABYLON_JUMP_OUTSIDE: Rule = Rule {
    id: "babylon/jump_outside",
    reason: "a jump out of the range shows the nearest key but moves the clock by the whole way; ours goes to \
             the nearest end of the range",
};

/// Babylon.js: see its reason.
pub const BABYLON_JUMP_FROM_THE_END: Rule = Rule {
    id: "babylon/jump_from_the_end",
    reason: "sent to the end of a looped range and away again before a step, Babylon.js is still in the pass of that \
             end; ours is in the next, as a pass ends where the next begins",
};

/// Babylon.js: see its reason.
pub const BABYLON_JUMP_BACKWARD: Rule = Rule {
    id: "babylon/jump_backward",
    reason: "a jump while playing downward moves the clock the wrong way, and takes the events that come for \
             told; ours goes where it is sent",
};

/// Babylon.js: see its reason.
pub const BABYLON_JUMP_AT_REST: Rule = Rule {
    id: "babylon/jump_at_rest",
    reason: "a jump at speed 0 is shown and then forgotten; ours goes where it is sent",
};

/// Babylon.js: see its reason.
pub const BABYLON_JUMP_BEFORE_START: Rule = Rule {
    id: "babylon/jump_before_start",
    reason: "a jump before the first step, or the first after a reset, counts from frame 0, also where the \
             range begins elsewhere; ours goes where it is sent",
};

/// Babylon.js: see its reason.
pub const BABYLON_JUMPS_AFTER_THE_END: Rule = Rule {
    id: "babylon/jumps_after_the_end",
    reason: "what has ended still shows where it is sent, and a reset puts its first value back, though it \
             plays no more; ours is gone",
};

/// Babylon.js: see its reason.
pub const BABYLON_TURNED_BEFORE_START: Rule = Rule {
    id: "babylon/turned_before_start",
    reason: "turned round before its first step, or by a limit that is taken to the keys, Babylon.js begins \
             where it would end; ours begins at its other end",
};

/// Babylon.js: see its reason.
pub const BABYLON_ENDS_AT_ITS_END: Rule = Rule {
    id: "babylon/ends_at_its_end",
    reason: "turned round and back to the very place where it began, Babylon.js ends showing the other end; \
             ours shows where it is",
};

/// Babylon.js: see its reason.
pub const BABYLON_CONSTANT_SHOWS_ITS_END: Rule = Rule {
    id: "babylon/constant_shows_its_end",
    reason: "played downward once, a clip that holds ends showing its start; ours shows its end",
};

/// Babylon.js: see its reason.
pub const BABYLON_ROTATIONS_STAY_ROTATIONS: Rule = Rule {
    id: "babylon/rotations_stay_rotations",
    reason: "passes and first values are added to rotations number by number, so that they are none any more; \
             ours makes one rotation after the other",
};

/// Babylon.js: see its reason.
pub const BABYLON_SIZES_ARE_NUMBERS: Rule = Rule {
    id: "babylon/sizes_are_numbers",
    reason: "sizes that add to what was there become a text of both; ours are added. The sum of those in the \
             text is compared",
};

/// Babylon.js: see its reason.
pub const BABYLON_PASSES_ADD_EVERYWHERE: Rule = Rule {
    id: "babylon/passes_add_everywhere",
    reason: "what earlier passes add is left out at the last key and where a key holds; ours adds it \
             everywhere",
};

/// Babylon.js: see its reason.
pub const BABYLON_PASSES_COUNT_DOWN: Rule = Rule {
    id: "babylon/passes_count_down",
    reason: "turned back beyond its start Babylon.js counts the first pass before it as none, so the value \
             jumps; ours counts it as one less",
};

/// Babylon.js: see its reason.
pub const BABYLON_KEYS_STAY_IN_ORDER: Rule = Rule {
    id: "babylon/keys_stay_in_order",
    reason: "keys before frame 0 get another in front of them at frame 0, which is out of order; ours are \
             played as they are",
};

/// Babylon.js: see its reason.
pub const BABYLON_LOOPING_IS_NOT_SWITCHED: Rule = Rule {
    id: "babylon/looping_is_not_switched",
    reason: "looping switched off on the way ends a clip of Babylon.js at once, with a jump to its last key, when it has \
             been through it before, as the time since the start is more than one pass. Ours says how often a clip \
             plays when it starts to; the recording is held against a model of its player from there on",
};

/// Babylon.js: see its reason.
pub const BABYLON_GROUP_RESTS_AFTER_ITS_END: Rule = Rule {
    id: "babylon/group_rests_after_its_end",
    reason: "a reset of a group that does not play starts it, jumps to frame 0 and stops it again, so that it shows its \
             beginning; ours has nothing that plays, and leaves what is shown as it is",
};

/// Babylon.js: see its reason.
pub const BABYLON_BOUNDARY: Rule = Rule {
    id: "babylon/boundary",
    reason: "exactly on an end of a pass, on an event or on a step between two keys, rounding in Babylon.js \
             falls on either side, and a jump to the end shows it until the next step; ours has whole flicks, \
             and shows the next pass in the way of travel. It holds for one step",
};

// timeline

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
             tells by due time, so that the order does not depend on the steps.",
};
/// See its reason.
pub const TIMELINE_ONE_OF_SEVERAL_PASSES: Rule = Rule {
    id: "timeline/one-of-several-passes",
    reason: "Of several passes in one step GSAP reports one; ours reports each.",
};
/// See its reason.
pub const TIMELINE_WHOLE_PASS_AT_ONCE: Rule = Rule {
    id: "timeline/whole-pass-at-once",
    reason: "Where a repeated timeline is played backward over the start of a pass, GSAP runs through the whole \
             pass before it, forward and at once, with all its callbacks; ours enters that pass at its end.",
};
/// See its reason.
pub const TIMELINE_LOST_AT_A_TURN: Rule = Rule {
    id: "timeline/lost-at-a-turn",
    reason: "Where a backward pass ends exactly with a step, GSAP does not report that the next pass begins; ours \
             does, whatever the steps.",
};
/// See its reason.
pub const TIMELINE_EMPTY_LOOP: Rule = Rule {
    id: "timeline/empty-loop",
    reason: "A repeated timeline that takes no time but for its gaps never starts in GSAP, and calls what is in it \
             before the pass begins, once more or less than there are passes; ours has a start, an end \
             and a loop for each pass, like any other.",
};
/// See its reason.
pub const TIMELINE_COMPLETE_AGAIN: Rule = Rule {
    id: "timeline/complete-again",
    reason: "A repeated timeline at another speed completes in GSAP in two steps running, as its length is rounded; \
             ours ends once.",
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
    &RENDER_PIPELINE_JOINS,
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
    &TIMELINE_LOOP_BOUNDARY,
    &TIMELINE_NOTHING_AT_ZERO,
    &TIMELINE_FIRST_FRAME_IS_THE_START,
    &TIMELINE_ITEM_BY_ITEM,
    &TIMELINE_ONE_OF_SEVERAL_PASSES,
    &TIMELINE_WHOLE_PASS_AT_ONCE,
    &TIMELINE_LOST_AT_A_TURN,
    &TIMELINE_EMPTY_LOOP,
    &TIMELINE_COMPLETE_AGAIN,
    &TIMELINE_BEFORE_ZERO,
    &TIMELINE_LEFT_BEHIND,
];
