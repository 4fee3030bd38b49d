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

/// Rules with their names and reasons, and the list of them all.
macro_rules! rules {
    ($($name:ident $id:literal $reason:literal)*) => {
        $(#[doc = $reason] pub const $name: Rule = Rule { id: $id, reason: $reason };)*

        /// All of them, in the order of the page.
        pub const ALL: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    RENDER_PIPELINE_JOINS "render_pipeline/joins_from_inside"
        "An entry joins the running epoch from inside a callback, of which the article says nothing. The recorded \
         listing plays it in the same pass with the whole slice of its epoch. Ours starts it at that moment: after an \
         end it gets what is left of the step, after any other call nothing in this step. Entries queued before it must have \
         equal calls. It, and what is queued behind it, may begin at another time, and must from its first call on \
         get all the time of each tick up to its end; entries held must follow from the recorded calls."

    RENDER_PIPELINE_ORDER "render_pipeline/order_of_ends"
        "Last calls queue several entries in one tick, or flush. The recorded listing calls everything in the order of \
         declaration, the background when the foreground has had the whole tick. Ours carries out what a last call \
         asks at the end of its entry, in the order of the ends, so that the frame rate does not decide what comes \
         first. What is queued in another order may begin at another time, as for an entry that joins from inside; in a \
         tick that flushes, an entry may have its call or not. All else must be equal."

    RENDER_PIPELINE_LAST_CALLS_FIRST "render_pipeline/last_calls_first"
        "In one tick the recorded listing calls everything in the order of declaration, the background last. Ours \
         makes the last calls first, in the order of the ends, then calls what goes on in the order of declaration, \
         the background last. All calls must be equal, and the recorded order must be ours sorted by declaration."

    RENDER_PIPELINE_LISTING "render_pipeline/listing"
        "The record says which words of the article the listing breaks (`quirks`). Ours is compared with the words, \
         and with the listing too: an entry that the quirk does not touch must have equal calls; one that it touches \
         may begin at another time, never begin (A5, A8) or be called once more (A3, A7), and must from its first \
         call on get all the time of each tick up to its end. Entries held must follow from the recorded calls. \
         Where a whole epoch moves (A1, A2, A8), each entry behind it counts as touched."

    ANIMATION_SEQUENCER_LOST_FRAMES "animation_sequencer/lost_frames"
        "The recorded program pulls an entry at the end of a frame, starts it in the next, moves it from the one \
         after that, and drops the time left over at each end, so that it lags behind ever more. Ours loses no time: \
         starts and ends are those that the record calls lossless. Its entries still start in our order and never \
         before ours, what has come to rest on the same entry lies at the same place, and what is moving lies where \
         ours lies in the same time of its entry."

    ANIMATION_SEQUENCER_KEEPS_LISTS "animation_sequencer/skip_keeps_lists"
        "Finishing everything without clearing the lists makes the recorded program play again what it has finished. \
         Ours has ended it, once; what is added later starts at once."

    ANIMATION_SEQUENCER_FINISH_ORDER "animation_sequencer/finish_order"
        "The recorded program finishes entries in the order of its lists, ours in the order of their ends, so that a \
         skip ends where playing would have ended. An element that several entries move can so rest on another of \
         them; the recorded place must be the end of the last in the lists."

    FLIPBOOK_BEYOND_THE_CLOCK "flipbook/beyond_the_clock"
        "The recorded numbers have no limit; a time of ours has 64 bits (over 400 years in flicks). The row is \
         compared at the same place in the first pass, as the frame depends on the time since the start alone."

    FLIPBOOK_COUNTER "flipbook/counter"
        "The counter moves on by one frame a step at most, and only when strictly above a frame's time, so what it \
         shows lags behind and depends on the frame rate. Our flipbook shows the frame that is due. The counter \
         itself is compared with the fixed step that does the same: one tick a frame, the rest carried."

    FLIPBOOK_ROUNDS_DOWN "flipbook/rounds_down"
        "Below 0 SBCL rounds a quotient of doubles towards 0, and goes on to the frame before only if what the rounded \
         product leaves is not 0. Ours always rounds the quotient down."

    GAME_LOOP_TIE "game_loop/tie"
        "A timestamp lies within 2 flicks (3 millionths of a millisecond) of the boundary of a tick. The recorded \
         loops add up doubles of milliseconds and fall on either side of it; ours has whole flicks, an exact rate, \
         and runs a tick when its time is full. The tick comes a frame earlier or later; all else is compared. A \
         frame of the shortest or longest length that Babylon.js takes is moved by the last one before it that is \
         neither."

    GAME_LOOP_BACKWARDS "game_loop/backwards"
        "The described loop takes time that ran backwards out of its account again, below zero if need be. Ours \
         yields no time until the earlier timestamp is passed and says by how much the clock ran backwards; the \
         recorded leftover is ours less that. Where it pays back ticks that were still owed, the rest of that run is \
         another one and is not compared."

    SYNCED_TIME_IS_THE_STEP "synced_animation/time_is_the_step"
        "the class refuses a step unless the wall clock went on by more than a frame; in ours each step passes, and \
         counts as the time it says"

    SYNCED_STOP_IS_AT_ONCE "synced_animation/stop_is_at_once"
        "the class takes one more step after a stop; ours stops where it is"

    SYNCED_STOP_ENDS_NOTHING "synced_animation/stop_ends_nothing"
        "where the step after a stop is its last, the class reports the end and takes another player of the clip off \
         its books; ours reports that the item was cancelled, and touches no other"

    SYNCED_RESET_TAKES_BACK "synced_animation/reset_takes_back"
        "a reset of the class leaves what was added, so the second pass is shifted; ours takes it back with the \
         time"

    SYNCED_MATRIX_MOVES "synced_animation/matrix_moves"
        "the class holds a matrix's first step over the whole way to the next key; ours moves, number by number"

    SYNCED_MEMBER_KEEPS_TO_ITSELF "synced_animation/member_keeps_to_itself"
        "a member of a group without an object of its own takes that of the member before it; ours plays on what it \
         was given"

    SYNCED_DECIMAL_END_IS_REACHED "synced_animation/decimal_end_is_reached"
        "an end between two frames is overshot by a part of a step; ours ends on it"

    SYNCED_DECIMAL_KEYS_STAY "synced_animation/decimal_keys_stay"
        "keys between two frames are moved to the frame before; ours stay where they are"

    SYNCED_FIRST_KEY_HOLDS_BEFORE "synced_animation/first_key_holds_before"
        "frames before the first key are counted into the first way, so that its end is overshot; in ours the first \
         key holds until then"

    SYNCED_KEYS_CLOSE_TOGETHER "synced_animation/keys_close_together"
        "two keys within one frame divide by zero, and the value is lost; in ours it passes both"

    BABYLON_EASING_IS_A_NUMBER "babylon/easing_is_a_number"
        "where Babylon.js's easing divides zero by zero or takes a root of a negative number it has no value; ours \
         has a finite one"

    BABYLON_ROTATIONS_HAVE_LENGTH_ONE "babylon/rotations_have_length_one"
        "Babylon.js blends the numbers of keys that are not of length 1 as they are; ours blends the rotations they \
         stand for, so what shows between two keys is always a rotation. The recorded numbers are compared with a \
         track of four numbers of ours"

    BABYLON_PAUSE_COSTS_NOTHING "babylon/pause_costs_nothing"
        "Babylon.js notes that it is paused in the first step of the pause, so the first step after the pause counts \
         for as long as that one. Ours is paused at once, and each step counts for itself. Ours is also played with \
         the steps that Babylon.js counts, and must then be equal."

    BABYLON_YOYO_IS_A_LINE "babylon/yoyo_is_a_line"
        "there-and-back follows the absolute value of a sine over one range, reads as the first frame at the far \
         end, and counts a range that does not begin at 0 twice; ours is a straight line, there in one pass and back \
         in the next"

    BABYLON_CONSTANT_ENDS "babylon/constant_ends"
        "a clip that is to hold its end does so in Babylon.js, but goes on counting frames, loops and events, and \
         moves again when turned back; ours plays one pass, ends and holds"

    BABYLON_EMPTY_RANGE "babylon/empty_range"
        "a range of no length never ends in Babylon.js where it loops or stands still; ours ends at once, as nothing \
         can loop over no time"

    BABYLON_STEP_TELLS_ALL "babylon/step_reports_all"
        "a step over the end of a pass loses the events before that end, one over several passes reports one loop or \
         none and each event once at most, and one that ends further on in a later pass takes its events as reported; \
         ours reports each loop and each event, whatever the steps"

    BABYLON_EVENTS_FOLLOW_THE_WAY "babylon/events_follow_the_way"
        "of several events in one step downward Babylon.js reports the lowest first; ours reports them in the order \
         in which they are reached"

    BABYLON_EVENTS_OF_A_JUMP "babylon/events_of_a_jump"
        "after a jump Babylon.js reports an event at the very place it went to, and those that call once although \
         they were jumped over; a silent jump of ours reports neither"

    BABYLON_EVENTS_WHEN_TURNED "babylon/events_when_turned"
        "played against the order of its limits Babylon.js reports the events that lie behind instead of those that \
         come; ours reports those that come"

    BABYLON_FIRST_STEP_IS_NO_LOOP "babylon/first_step_is_no_loop"
        "Babylon.js takes itself to come from frame 0, and so reports a loop in the first step downward; ours has \
         not looped yet"

    BABYLON_PLACE_IS_KEPT "babylon/place_is_kept"
        "Babylon.js reads as frame 0 before it begins, after a reset and after a stop; ours is where it begins, or \
         where it was stopped"

    BABYLON_RESET_KEEPS_NOTHING "babylon/reset_keeps_nothing"
        "a reset in Babylon.js keeps what an earlier change of speed or a jump that has not been shown yet adds to \
         the clock, so it begins somewhere within; ours begins at its start"

    BABYLON_RESET_ADDS_NOTHING "babylon/reset_adds_nothing"
        "a reset adds the first value to itself where values add to what was there; ours shows nothing until it \
         begins"

    BABYLON_JUMP_OUTSIDE "babylon/jump_outside"
        "a jump out of the range shows the nearest key but moves the clock by the whole way; ours goes to the \
         nearest end of the range"

    BABYLON_JUMP_FROM_THE_END "babylon/jump_from_the_end"
        "sent to the end of a looped range and away again before a step, Babylon.js is still in the pass of that \
         end; ours is in the next, as a pass ends where the next begins"

    BABYLON_JUMP_BACKWARD "babylon/jump_backward"
        "a jump while playing downward moves the clock the wrong way, and takes the events that come for reported; \
         ours goes where it is sent"

    BABYLON_JUMP_AT_REST "babylon/jump_at_rest"
        "a jump at speed 0 is shown and then forgotten; ours goes where it is sent"

    BABYLON_JUMP_BEFORE_START "babylon/jump_before_start"
        "a jump before the first step, or the first after a reset, counts from frame 0, also where the range begins \
         elsewhere; ours goes where it is sent"

    BABYLON_JUMPS_AFTER_THE_END "babylon/jumps_after_the_end"
        "what has ended still shows where it is sent, and a reset puts its first value back, though it plays no \
         more; ours is gone"

    BABYLON_TURNED_BEFORE_START "babylon/turned_before_start"
        "turned round before its first step, or by a limit that is taken to the keys, Babylon.js begins where it \
         would end; ours begins at its other end"

    BABYLON_ENDS_AT_ITS_END "babylon/ends_at_its_end"
        "turned round and back to the very place where it began, Babylon.js ends, also by a step of no time, and \
         shows the other end; ours shows where it is"

    BABYLON_CONSTANT_SHOWS_ITS_END "babylon/constant_shows_its_end"
        "played downward once, a clip that holds ends showing its start; ours shows its end"

    BABYLON_ROTATIONS_STAY_ROTATIONS "babylon/rotations_stay_rotations"
        "passes and first values are added to rotations number by number, so that they are none any more; ours makes \
         one rotation after the other"

    BABYLON_SIZES_ARE_NUMBERS "babylon/sizes_are_numbers"
        "sizes that add to what was there become a text of both; ours are added. The sum of those in the text is \
         compared"

    BABYLON_PASSES_ADD_EVERYWHERE "babylon/passes_add_everywhere"
        "what earlier passes add is left out at the last key and where a key holds; ours adds it everywhere"

    BABYLON_PASSES_COUNT_DOWN "babylon/passes_count_down"
        "turned back beyond its start Babylon.js counts the first pass before it as none, so the value jumps; ours \
         counts it as one less"

    BABYLON_KEYS_STAY_IN_ORDER "babylon/keys_stay_in_order"
        "keys before frame 0 get another in front of them at frame 0, which is out of order; ours are played as they \
         are"

    BABYLON_LOOPING_IS_NOT_SWITCHED "babylon/looping_is_not_switched"
        "looping switched off on the way ends a clip of Babylon.js at once, with a jump to its last key, when it has \
         been through it before, as the time since the start is more than one pass. Ours says how often a clip plays \
         when it starts to; the recording is held against a model of its player from there on"

    BABYLON_GROUP_RESTS_AFTER_ITS_END "babylon/group_rests_after_its_end"
        "a reset of a group that does not play starts it, jumps to frame 0 and stops it again, so that it shows its \
         beginning; ours has nothing that plays, and leaves what is shown as it is"

    BABYLON_BOUNDARY "babylon/boundary"
        "exactly on an end of a pass, on an event or on a step between two keys, rounding in Babylon.js falls on \
         either side, and a jump to the end shows it until the next step; ours has whole flicks, and shows the next \
         pass in the way of travel. It holds for one step"

    EASING_EXPO_OF_GSAP "easing/expo_of_gsap"
        "GSAP changes expo so that it begins without a jump; ours is that of tween.js and anime.js, which is what \
         the name means elsewhere; the recorded numbers are compared with GSAP's formula"

    EASING_BOUNCE_OF_POPMOTION "easing/bounce_of_popmotion"
        "Popmotion's bounce has parabolas of its own, with small jumps between them; ours is everybody else's; the \
         recorded numbers are compared with Popmotion's formula"

    EASING_SLOW_OF_GSAP "easing/slow_of_gsap"
        "a fast, slow and fast way is three keyframes here, each with an easing of its own, and none of the curves; \
         the recorded numbers are compared with GSAP's formula"

    EASING_ANTICIPATION_ARRIVES "easing/anticipation_arrives"
        "Popmotion's anticipation ends 1/2048 before its end; ours ends at it"

    EASING_JUMP_SHOWS_WHAT_IS_BEHIND "easing/jump_shows_what_is_behind"
        "at the very time of a jump anime.js from the start, Motion and Popmotion still show the step before it, \
         also at the beginning, and so do all of them where a rounded product falls short of it; ours shows the one \
         behind it, as CSS does"

    EASING_POINTS_COME_IN_ORDER "easing/points_come_in_order"
        "where a point lies before the one ahead of it, anime.js jumps to the stretch that comes from it; ours \
         refuses keyframes out of order, and is compared as the same path with that jump said"

    EASING_SEARCH_GOES_ON "easing/search_goes_on"
        "where a Bezier curve is nearly vertical, Popmotion halves a tenth of the curve ten times and takes what it \
         has; ours goes on until no closer number is left"

    EASING_PATH_BEGINS_SOMEWHERE "easing/path_begins_somewhere"
        "where several points lie at the beginning, anime.js divides zero by zero there; ours shows the last of them"

    EASING_STEPS_ARRIVE "easing/steps_arrive"
        "Motion and Popmotion look at no more than 0.999 of the way, so the last jump never comes; ours comes at the \
         end, as in CSS"

    EASING_SPRING_GOES_ON "easing/spring_goes_on"
        "Motion, Popmotion and anime.js put a spring on its target once it is near and slow, or its time is over; \
         ours stays the function of time it is, and says when it has settled"

    EASING_HEAVY_SPRING_CREEPS "easing/heavy_spring_creeps"
        "above critical damping Popmotion, and Motion where the motion is faster than 1000 per second, let go of a \
         spring when the hyperbolic functions in its formula reach an argument of 300, so that it snaps to its \
         target at the rate of its damping; ours creeps on. The recorded numbers are compared with ours at that \
         time, faded at that rate"

    EASING_SPRING_HAS_A_VALUE "easing/spring_has_a_value"
        "above critical damping Wobble multiplies a number that is too large for a double by one that is too small, \
         and has no value; ours has one at any time"

    TIMELINE_CALL_AT_THE_END "timeline/call_at_the_end"
        "A call at the very end of the timeline around it, or at its very start, is not always made by GSAP on the \
         way back, as that timeline has not moved yet or stands still; ours makes it in both directions."

    TIMELINE_LOOP_BOUNDARY "timeline/loop-boundary"
        "Exactly between two passes GSAP still shows the end of the first; ours shows the start of the next, as \
         every window ends where the next begins."

    TIMELINE_NOTHING_AT_ZERO "timeline/nothing-at-zero"
        "Until its time has once moved past 0, GSAP writes nothing; ours shows what is set at time 0 and what tweens \
         start from, as it knows no \"before the first frame\"."

    TIMELINE_FIRST_FRAME_IS_THE_START "timeline/first-frame-is-the-start"
        "Where two tweens write one property, GSAP's later one starts from what the first frame that met it found \
         there, and so depends on the frame rate; ours starts from what shows at its exact start."

    TIMELINE_ITEM_BY_ITEM "timeline/item-by-item"
        "Within one step GSAP calls item by item, so that a later call can come before an earlier one; ours reports \
         by due time, so that the order does not depend on the steps."

    TIMELINE_STEPS "timeline/steps"
        "What GSAP calls in a step depends on the step and on the steps before it: of several passes it reports one, \
         a jump goes to an end of a pass first, and where a step ends exactly at a pass it may leave out what is in \
         it. Ours reports each callback, whatever the steps. No rule about two times says which callbacks GSAP makes, \
         as each item remembers what it played last; so its `render` method is followed: it must call exactly what is \
         recorded, in each step, and in steps of one moment each what ours reports, forward and backward."

    TIMELINE_WHOLE_PASS_AT_ONCE "timeline/whole-pass-at-once"
        "Also in steps of one moment: where a repeated timeline is played backward over the start of a pass, GSAP \
         runs through the whole pass before it, forward and at once, with all its callbacks; ours enters that pass at \
         its end."

    TIMELINE_MIRRORED_UNNOTICED "timeline/mirrored-unnoticed"
        "Also in steps of one moment: each second pass of a mirrored timeline or tween ends where it begins. On the \
         way back from there GSAP takes it for one that has not begun: it reports its start, and where that pass is \
         the last it reports none of its passes, and what is in it as if it were played from the start. Ours reports \
         each pass."

    TIMELINE_TAKES_NO_TIME "timeline/takes-no-time"
        "A timeline that takes no time reports no start in GSAP. On the way back, at the very start of a timeline, \
         and where it repeats with gaps, GSAP calls what is in it once more or less than there are passes, and may \
         not report its end; ours has a start, an end and a loop for each pass, like any other."

    TIMELINE_REFUSED_LOOP "timeline/refused-loop"
        "GSAP accepts a repeated timeline that takes no time and has no gap; ours must refuse to build it. Without \
         the repeat it must agree; its callbacks must be those of GSAP's `render` method."

    TIMELINE_BEFORE_ZERO "timeline/before-zero"
        "Where something would start before the timeline does, all of it moves later. GSAP finds that out when it \
         first plays, and moves its playhead along: so it is off by that much, once, and calls what lies at 0 before \
         time has moved. Ours knows when it is built."

    TIMELINE_LEFT_BEHIND "timeline/left-behind"
        "After a jump over passes GSAP leaves what has not begun in the new pass as an earlier pass left it; ours \
         shows the same at one time however it came there."
}
