//! Every way in which Cueline departs from a recorded system on purpose. What each of them is and why stands in
//! `page/rules.md`, under its name.
//!
//! Whether a rule applies is decided where the record is compared, from what the record contains:
//! its marks, its kinds of operations, its numbers.

/// A departure that is wanted.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name, unique among all rules, as `system/what`.
    pub id: &'static str,
}

const REASONS: &str = include_str!("../page/rules.md");

impl Rule {
    /// What the recorded system does, what ours does instead, and why: for the page; none where the text lacks it.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let mut sections = REASONS.split("\n## ").skip(1);
        let reason =
            sections.find_map(|section| section.strip_prefix(self.id)?.strip_prefix("\n\n"))?;
        Some(reason.trim_end().replace('\n', " "))
    }
}

macro_rules! rules {
    ($($name:ident $id:literal)*) => {
        $(pub(crate) const $name: Rule = Rule { id: $id };)*

        /// All of them, in the order of the page.
        pub const ALL: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    RENDER_PIPELINE_JOINS "render_pipeline/joins_from_inside"
    RENDER_PIPELINE_ORDER "render_pipeline/order_of_ends"
    RENDER_PIPELINE_LAST_CALLS_FIRST "render_pipeline/last_calls_first"
    RENDER_PIPELINE_TICK_OF_NO_TIME "render_pipeline/tick_of_no_time"
    RENDER_PIPELINE_LISTING "render_pipeline/listing"
    ANIMATION_SEQUENCER_LOST_FRAMES "animation_sequencer/lost_frames"
    ANIMATION_SEQUENCER_KEEPS_LISTS "animation_sequencer/skip_keeps_lists"
    ANIMATION_SEQUENCER_FINISH_ORDER "animation_sequencer/finish_order"
    FLIPBOOK_BEYOND_THE_CLOCK "flipbook/beyond_the_clock"
    FLIPBOOK_COUNTER "flipbook/counter"
    FLIPBOOK_ROUNDS_DOWN "flipbook/rounds_down"
    GAME_LOOP_TIE "game_loop/tie"
    GAME_LOOP_BACKWARDS "game_loop/backwards"
    SYNCED_TIME_IS_THE_STEP "synced_animation/time_is_the_step"
    SYNCED_STOP_IS_AT_ONCE "synced_animation/stop_is_at_once"
    SYNCED_STOP_ENDS_NOTHING "synced_animation/stop_ends_nothing"
    SYNCED_RESET_TAKES_BACK "synced_animation/reset_takes_back"
    SYNCED_RESET_GOES_TO_ITS_START "synced_animation/reset_goes_to_its_start"
    SYNCED_MATRIX_MOVES "synced_animation/matrix_moves"
    SYNCED_MEMBER_KEEPS_TO_ITSELF "synced_animation/member_keeps_to_itself"
    SYNCED_DECIMAL_END_IS_REACHED "synced_animation/decimal_end_is_reached"
    SYNCED_DECIMAL_KEYS_STAY "synced_animation/decimal_keys_stay"
    SYNCED_FIRST_KEY_HOLDS_BEFORE "synced_animation/first_key_holds_before"
    SYNCED_KEYS_CLOSE_TOGETHER "synced_animation/keys_close_together"
    BABYLON_EASING_IS_A_NUMBER "babylon/easing_is_a_number"
    BABYLON_ROTATIONS_HAVE_LENGTH_ONE "babylon/rotations_have_length_one"
    BABYLON_PAUSE_COSTS_NOTHING "babylon/pause_costs_nothing"
    BABYLON_YOYO_IS_A_LINE "babylon/yoyo_is_a_line"
    BABYLON_CONSTANT_ENDS "babylon/constant_ends"
    BABYLON_EMPTY_RANGE "babylon/empty_range"
    BABYLON_STEP_TELLS_ALL "babylon/step_reports_all"
    BABYLON_EVENTS_FOLLOW_THE_WAY "babylon/events_follow_the_way"
    BABYLON_EVENTS_OF_A_JUMP "babylon/events_of_a_jump"
    BABYLON_EVENTS_WHEN_TURNED "babylon/events_when_turned"
    BABYLON_FIRST_STEP_IS_NO_LOOP "babylon/first_step_is_no_loop"
    BABYLON_PLACE_IS_KEPT "babylon/place_is_kept"
    BABYLON_RESET_KEEPS_NOTHING "babylon/reset_keeps_nothing"
    BABYLON_RESET_ADDS_NOTHING "babylon/reset_adds_nothing"
    BABYLON_JUMP_OUTSIDE "babylon/jump_outside"
    BABYLON_JUMP_FROM_THE_END "babylon/jump_from_the_end"
    BABYLON_JUMP_BACKWARD "babylon/jump_backward"
    BABYLON_JUMP_AT_REST "babylon/jump_at_rest"
    BABYLON_JUMP_BEFORE_START "babylon/jump_before_start"
    BABYLON_JUMPS_AFTER_THE_END "babylon/jumps_after_the_end"
    BABYLON_TURNED_BEFORE_START "babylon/turned_before_start"
    BABYLON_ENDS_AT_ITS_END "babylon/ends_at_its_end"
    BABYLON_CONSTANT_SHOWS_ITS_END "babylon/constant_shows_its_end"
    BABYLON_ROTATIONS_STAY_ROTATIONS "babylon/rotations_stay_rotations"
    BABYLON_SIZES_ARE_NUMBERS "babylon/sizes_are_numbers"
    BABYLON_PASSES_ADD_EVERYWHERE "babylon/passes_add_everywhere"
    BABYLON_PASSES_COUNT_DOWN "babylon/passes_count_down"
    BABYLON_KEYS_STAY_IN_ORDER "babylon/keys_stay_in_order"
    BABYLON_LOOPING_IS_NOT_SWITCHED "babylon/looping_is_not_switched"
    BABYLON_GROUP_RESTS_AFTER_ITS_END "babylon/group_rests_after_its_end"
    BABYLON_BOUNDARY "babylon/boundary"
    EASING_EXPO_OF_GSAP "easing/expo_of_gsap"
    EASING_BOUNCE_OF_POPMOTION "easing/bounce_of_popmotion"
    EASING_SLOW_OF_GSAP "easing/slow_of_gsap"
    EASING_ANTICIPATION_ARRIVES "easing/anticipation_arrives"
    EASING_JUMP_SHOWS_WHAT_IS_BEHIND "easing/jump_shows_what_is_behind"
    EASING_POINTS_COME_IN_ORDER "easing/points_come_in_order"
    EASING_SEARCH_GOES_ON "easing/search_goes_on"
    EASING_PATH_BEGINS_SOMEWHERE "easing/path_begins_somewhere"
    EASING_STEPS_ARRIVE "easing/steps_arrive"
    EASING_SPRING_GOES_ON "easing/spring_goes_on"
    EASING_HEAVY_SPRING_CREEPS "easing/heavy_spring_creeps"
    EASING_SPRING_HAS_A_VALUE "easing/spring_has_a_value"
    TIMELINE_CALL_AT_THE_END "timeline/call_at_the_end"
    TIMELINE_LOOP_BOUNDARY "timeline/loop-boundary"
    TIMELINE_NOTHING_AT_ZERO "timeline/nothing-at-zero"
    TIMELINE_FIRST_FRAME_IS_THE_START "timeline/first-frame-is-the-start"
    TIMELINE_ITEM_BY_ITEM "timeline/item-by-item"
    TIMELINE_STEPS "timeline/steps"
    TIMELINE_WHOLE_PASS_AT_ONCE "timeline/whole-pass-at-once"
    TIMELINE_MIRRORED_UNNOTICED "timeline/mirrored-unnoticed"
    TIMELINE_TAKES_NO_TIME "timeline/takes-no-time"
    TIMELINE_REFUSED_LOOP "timeline/refused-loop"
    TIMELINE_BEFORE_ZERO "timeline/before-zero"
    TIMELINE_LEFT_BEHIND "timeline/left-behind"
}
