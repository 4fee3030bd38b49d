//! Departures from Babylon.js's player and its groups. What is named says what ours does.

use super::Rule;

/// See its reason.
pub const BABYLON_PAUSE_COSTS_NOTHING: Rule = Rule {
    id: "babylon/pause_costs_nothing",
    reason: "Babylon.js notes that it is paused in the first step of the pause, so the first step after the \
             pause counts for as long as that one. Ours is paused at once, and each step counts for itself. \
             Ours is also played with the steps that Babylon.js counts, and must then be equal.",
};

/// See its reason.
pub const BABYLON_YOYO_IS_A_LINE: Rule = Rule {
    id: "babylon/yoyo_is_a_line",
    reason: "there-and-back follows the absolute value of a sine over one range, reads as the first frame at \
             the far end, and counts a range that does not begin at 0 twice; ours is a straight line, there \
             in one pass and back in the next",
};

/// See its reason.
pub const BABYLON_CONSTANT_ENDS: Rule = Rule {
    id: "babylon/constant_ends",
    reason: "a clip that is to hold its end does so in Babylon.js, but goes on counting frames, loops and \
             events, and moves again when turned back; ours plays one pass, ends and holds",
};

/// See its reason.
pub const BABYLON_EMPTY_RANGE: Rule = Rule {
    id: "babylon/empty_range",
    reason: "a range of no length never ends in Babylon.js where it loops or stands still; ours ends at once, \
             as nothing can loop over no time",
};

/// See its reason.
pub const BABYLON_STEP_TELLS_ALL: Rule = Rule {
    id: "babylon/step_reports_all",
    reason: "a step over the end of a pass loses the events before that end, one over several passes reports \
             one loop or none and each event once at most, and one that ends further on in a later pass takes \
             its events as reported; ours reports each loop and each event, whatever the steps",
};

/// See its reason.
pub const BABYLON_EVENTS_FOLLOW_THE_WAY: Rule = Rule {
    id: "babylon/events_follow_the_way",
    reason: "of several events in one step downward Babylon.js reports the lowest first; ours reports them in the \
             order in which they are reached",
};

/// See its reason.
pub const BABYLON_EVENTS_OF_A_JUMP: Rule = Rule {
    id: "babylon/events_of_a_jump",
    reason: "after a jump Babylon.js reports an event at the very place it went to, and those that call once \
             although they were jumped over; a silent jump of ours reports neither",
};

/// See its reason.
pub const BABYLON_EVENTS_WHEN_TURNED: Rule = Rule {
    id: "babylon/events_when_turned",
    reason: "played against the order of its limits Babylon.js reports the events that lie behind instead of \
             those that come; ours reports those that come",
};

/// See its reason.
pub const BABYLON_FIRST_STEP_IS_NO_LOOP: Rule = Rule {
    id: "babylon/first_step_is_no_loop",
    reason: "Babylon.js takes itself to come from frame 0, and so reports a loop in the first step downward; \
             ours has not looped yet",
};

/// See its reason.
pub const BABYLON_PLACE_IS_KEPT: Rule = Rule {
    id: "babylon/place_is_kept",
    reason: "Babylon.js reads as frame 0 before it begins, after a reset and after a stop; ours is where it \
             begins, or where it was stopped",
};

/// See its reason.
pub const BABYLON_RESET_KEEPS_NOTHING: Rule = Rule {
    id: "babylon/reset_keeps_nothing",
    reason: "a reset in Babylon.js keeps what an earlier change of speed or a jump that has not been shown \
             yet adds to the clock, so it begins somewhere within; ours begins at its start",
};

/// See its reason.
pub const BABYLON_RESET_ADDS_NOTHING: Rule = Rule {
    id: "babylon/reset_adds_nothing",
    reason: "a reset adds the first value to itself where values add to what was there; ours shows nothing \
             until it begins",
};

/// See its reason.
pub const BABYLON_JUMP_OUTSIDE: Rule = Rule {
    id: "babylon/jump_outside",
    reason: "a jump out of the range shows the nearest key but moves the clock by the whole way; ours goes to \
             the nearest end of the range",
};

/// See its reason.
pub const BABYLON_JUMP_FROM_THE_END: Rule = Rule {
    id: "babylon/jump_from_the_end",
    reason: "sent to the end of a looped range and away again before a step, Babylon.js is still in the pass of that \
             end; ours is in the next, as a pass ends where the next begins",
};

/// See its reason.
pub const BABYLON_JUMP_BACKWARD: Rule = Rule {
    id: "babylon/jump_backward",
    reason: "a jump while playing downward moves the clock the wrong way, and takes the events that come for \
             reported; ours goes where it is sent",
};

/// See its reason.
pub const BABYLON_JUMP_AT_REST: Rule = Rule {
    id: "babylon/jump_at_rest",
    reason: "a jump at speed 0 is shown and then forgotten; ours goes where it is sent",
};

/// See its reason.
pub const BABYLON_JUMP_BEFORE_START: Rule = Rule {
    id: "babylon/jump_before_start",
    reason: "a jump before the first step, or the first after a reset, counts from frame 0, also where the \
             range begins elsewhere; ours goes where it is sent",
};

/// See its reason.
pub const BABYLON_JUMPS_AFTER_THE_END: Rule = Rule {
    id: "babylon/jumps_after_the_end",
    reason: "what has ended still shows where it is sent, and a reset puts its first value back, though it \
             plays no more; ours is gone",
};

/// See its reason.
pub const BABYLON_TURNED_BEFORE_START: Rule = Rule {
    id: "babylon/turned_before_start",
    reason: "turned round before its first step, or by a limit that is taken to the keys, Babylon.js begins \
             where it would end; ours begins at its other end",
};

/// See its reason.
pub const BABYLON_ENDS_AT_ITS_END: Rule = Rule {
    id: "babylon/ends_at_its_end",
    reason: "turned round and back to the very place where it began, Babylon.js ends, also by a step of no time, \
             and shows the other end; ours shows where it is",
};

/// See its reason.
pub const BABYLON_CONSTANT_SHOWS_ITS_END: Rule = Rule {
    id: "babylon/constant_shows_its_end",
    reason: "played downward once, a clip that holds ends showing its start; ours shows its end",
};

/// See its reason.
pub const BABYLON_ROTATIONS_STAY_ROTATIONS: Rule = Rule {
    id: "babylon/rotations_stay_rotations",
    reason: "passes and first values are added to rotations number by number, so that they are none any more; \
             ours makes one rotation after the other",
};

/// See its reason.
pub const BABYLON_SIZES_ARE_NUMBERS: Rule = Rule {
    id: "babylon/sizes_are_numbers",
    reason: "sizes that add to what was there become a text of both; ours are added. The sum of those in the \
             text is compared",
};

/// See its reason.
pub const BABYLON_PASSES_ADD_EVERYWHERE: Rule = Rule {
    id: "babylon/passes_add_everywhere",
    reason: "what earlier passes add is left out at the last key and where a key holds; ours adds it \
             everywhere",
};

/// See its reason.
pub const BABYLON_PASSES_COUNT_DOWN: Rule = Rule {
    id: "babylon/passes_count_down",
    reason: "turned back beyond its start Babylon.js counts the first pass before it as none, so the value \
             jumps; ours counts it as one less",
};

/// See its reason.
pub const BABYLON_KEYS_STAY_IN_ORDER: Rule = Rule {
    id: "babylon/keys_stay_in_order",
    reason: "keys before frame 0 get another in front of them at frame 0, which is out of order; ours are \
             played as they are",
};

/// See its reason.
pub const BABYLON_LOOPING_IS_NOT_SWITCHED: Rule = Rule {
    id: "babylon/looping_is_not_switched",
    reason: "looping switched off on the way ends a clip of Babylon.js at once, with a jump to its last key, when it has \
             been through it before, as the time since the start is more than one pass. Ours says how often a clip \
             plays when it starts to; the recording is held against a model of its player from there on",
};

/// See its reason.
pub const BABYLON_GROUP_RESTS_AFTER_ITS_END: Rule = Rule {
    id: "babylon/group_rests_after_its_end",
    reason: "a reset of a group that does not play starts it, jumps to frame 0 and stops it again, so that it shows its \
             beginning; ours has nothing that plays, and leaves what is shown as it is",
};

/// See its reason.
pub const BABYLON_BOUNDARY: Rule = Rule {
    id: "babylon/boundary",
    reason: "exactly on an end of a pass, on an event or on a step between two keys, rounding in Babylon.js \
             falls on either side, and a jump to the end shows it until the next step; ours has whole flicks, \
             and shows the next pass in the way of travel. It holds for one step",
};
