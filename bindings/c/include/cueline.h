/* cueline.h: plays animation in games, in the right order, at the right time, the same on every machine.
 *
 * Written by cbindgen from the crate cueline-c; do not edit.
 *
 * # Statuses
 *
 * Every function that can be refused returns CUELINE_OK (0) or a status below zero, and cueline_error() has the reason in words:
 * what was found and what was needed. A refused call changes nothing and writes nothing, but where its text says so. No call
 * but one that finds no memory ends the program, and no exception or panic of the library leaves it.
 *
 * # Objects
 *
 * Queues, moving values, clocks and so on are objects of the library. The program holds their handles: numbers below 2^53, exact
 * in a double, never 0 and never used twice. Whoever makes an object frees it with cueline_free(). A handle that was freed, of
 * another kind, or that never was one is refused, by CUELINE_HANDLE or CUELINE_KIND.
 *
 * # Time
 *
 * Times and durations are integers, in flicks of 1/705,600,000 s: 300 * CUELINE_MS. They hold 414 years.
 *
 * # Pointers
 *
 * The program owns all memory that it passes; the library keeps no pointer after a call, and returns none. A pointer is valid for
 * as many elements as the argument beside it says, and no other thread writes there during the call. Null where a result or a text
 * is needed is refused (CUELINE_POINTER); where the text of a function allows null, the result is written nowhere. Texts are UTF-8
 * and end with a zero byte.
 *
 * # Threads
 *
 * Any thread may make any call at any time. Calls with one object run one after the other; what one thread frees while another
 * uses it lives until the end of that call. To be the same in each run, a program must itself fix the order of the calls that
 * change an object. cueline_error() is of the calling thread. */


#ifndef CUELINE_H
#define CUELINE_H

#include <stddef.h>
#include <stdint.h>

// Flicks in a millisecond. A flick is 1/705,600,000 of a second, so that frames of the usual rates are whole numbers.
#define CUELINE_MS INT64_C(705600)
// Flicks in a second.
#define CUELINE_SECOND INT64_C(705600000)
// A duration without end, a moment that is not known.
#define CUELINE_NEVER INT64_MAX


// The version of this interface. It changes when a program that was compiled with an older header would no longer run.
#define CUELINE_INTERFACE 0

// Moves at a constant speed.
#define CUELINE_LINEAR 0

// Starts gently and speeds up, the softest of all.
#define CUELINE_IN_SINE 1

// Starts fast and slows down gently, the softest of all.
#define CUELINE_OUT_SINE 2

// Starts and ends gently, like a swing.
#define CUELINE_IN_OUT_SINE 3

// Starts slowly and speeds up, like something that falls.
#define CUELINE_IN_QUAD 4

// Starts fast and slows down, like something that rolls out.
#define CUELINE_OUT_QUAD 5

// Starts slowly, is fast in the middle, ends slowly.
#define CUELINE_IN_OUT_QUAD 6

// Starts slowly and speeds up clearly.
#define CUELINE_IN_CUBIC 7

// Starts fast and slows down clearly, the usual choice for things that arrive.
#define CUELINE_OUT_CUBIC 8

// Starts slowly, is fast in the middle, ends slowly; clearer than quad.
#define CUELINE_IN_OUT_CUBIC 9

// Hesitates, then speeds up very fast.
#define CUELINE_IN_EXPO 10

// Shoots off, then brakes for a long time.
#define CUELINE_OUT_EXPO 11

// Hesitates, jumps through the middle, brakes for a long time.
#define CUELINE_IN_OUT_EXPO 12

// Swings back first, then goes.
#define CUELINE_IN_BACK 13

// Goes a little too far, then comes back, like a menu that pops up.
#define CUELINE_OUT_BACK 14

// Swings back, goes too far, comes back.
#define CUELINE_IN_OUT_BACK 15

// Swings like a rubber band at the end.
#define CUELINE_OUT_ELASTIC 16

// Bounces like a ball at the end.
#define CUELINE_OUT_BOUNCE 17

// Drops the ticks that a frame may not run.
#define CUELINE_CATCH_UP_DROP 0

// Later frames run them, up to `max_debt`.
#define CUELINE_CATCH_UP_CARRY 1

// Drops them, and the part of a tick.
#define CUELINE_CATCH_UP_RESET 2

// From the first picture to the last.
#define CUELINE_ORDER_FORWARD 0

// From the last picture to the first.
#define CUELINE_ORDER_REVERSE 1

// Forward, then back, with each end shown once.
#define CUELINE_ORDER_PING_PONG 2

// Back, then forward, with each end shown once.
#define CUELINE_ORDER_PING_PONG_REVERSE 3

// A queue.
#define CUELINE_KIND_QUEUE 1

// A moving value.
#define CUELINE_KIND_MOVING 2

// An easing.
#define CUELINE_KIND_EASING 3

// A clock.
#define CUELINE_KIND_CLOCK 4

// A fixed step.
#define CUELINE_KIND_FIXED_STEP 5

// A flipbook.
#define CUELINE_KIND_FLIPBOOK 6

// A library of files.
#define CUELINE_KIND_LIBRARY 7

// A clip.
#define CUELINE_KIND_CLIP 8

// A timeline.
#define CUELINE_KIND_TIMELINE 9

// A player.
#define CUELINE_KIND_PLAYER 10

// Everything moves.
#define CUELINE_MOTION_FULL 0

// Decorative motion that plays once is over within a tenth of a second.
#define CUELINE_MOTION_REDUCED 1

// Decorative motion stands at its end as soon as it has started.
#define CUELINE_MOTION_NONE 2

// A motion started.
#define CUELINE_MOVING_START 0

// A motion reached its target.
#define CUELINE_MOVING_END 1

// A delayed motion took over before the present motion reached its target.
#define CUELINE_MOVING_REPLACED 2

// Each pass begins at the start again.
#define CUELINE_REPEAT_RESTART 0

// Every other pass runs back.
#define CUELINE_REPEAT_PING_PONG 1

// A jump reports nothing of what lies between.
#define CUELINE_SEEK_SILENT 0

// A jump reports the cues between that count as state.
#define CUELINE_SEEK_STATE 1

// A jump reports all cues and loops between.
#define CUELINE_SEEK_ALL 2

// The delay is not over; nothing shows yet.
#define CUELINE_PHASE_WAITING 0

// It shows, also while it is paused.
#define CUELINE_PHASE_PLAYING 1

// It has reached its end, and shows that.
#define CUELINE_PHASE_ENDED 2

// Opens a new epoch: starts when everything of the last epoch that holds it has ended.
#define CUELINE_ENQUEUE 0

// Joins the epoch that was queued last.
#define CUELINE_CONCURRENTLY 1

// Starts with the epoch that was queued last, in the background; nothing waits for it.
#define CUELINE_BACKGROUND 2

// Everything that is queued later waits for this entry.
#define CUELINE_BLOCKING 3

// Starts with the next blocking entry; nothing waits for it.
#define CUELINE_NON_BLOCKING 4

// Starts at this moment, whatever else is queued; nothing waits for it.
#define CUELINE_NOW 5

// Starts at the exact end of the entry `predecessor`; nothing else waits for it.
#define CUELINE_AFTER 6

// The entry shows for its `duration`.
#define CUELINE_FIXED 0

// The entry shows until it is released: a wait for a player or a server.
#define CUELINE_OPEN 1

// The entry shows until it is cancelled. In the background only.
#define CUELINE_FOREVER 2

// In the foreground; its epoch lasts at least until the entry has ended.
#define CUELINE_ROLE_HOLDING 0

// In the foreground; holds no epoch.
#define CUELINE_ROLE_FREE 1

// In the background; holds no epoch.
#define CUELINE_ROLE_BACKGROUND 2

// Time passed over it.
#define CUELINE_REASON_PLAYED 0

// The game skipped over it.
#define CUELINE_REASON_SKIPPED 1

// The game moved to another time.
#define CUELINE_REASON_SOUGHT 2

// Played again after a rollback.
#define CUELINE_REASON_RESIMULATED 3

// The game cancelled the entry.
#define CUELINE_REASON_CANCELLED 4

// Played with the weight 0.
#define CUELINE_REASON_MUTED 5

// An entry or a clip started.
#define CUELINE_EVENT_START 0

// A cue, by its index.
#define CUELINE_EVENT_CUE 1

// A pass ended and the next one began.
#define CUELINE_EVENT_LOOP 2

// An entry or a clip ended.
#define CUELINE_EVENT_END 3

// Skips everything.
#define CUELINE_UNTIL_END 0

// Skips to the end of the running epoch.
#define CUELINE_UNTIL_EPOCH_END 1

// Skips to a label.
#define CUELINE_UNTIL_LABEL 2

// Skips to the next entry that waits for a release.
#define CUELINE_UNTIL_OPEN 3

// Skips to the next start or end.
#define CUELINE_UNTIL_NEXT_MOMENT 4

// The call did what was asked for.
#define CUELINE_OK 0

// A pointer is null that must not be, or is not aligned.
#define CUELINE_POINTER -1

// No object has this handle: it was freed, or the number was never a handle.
#define CUELINE_HANDLE -2

// The object with this handle is of another kind than the call needs.
#define CUELINE_KIND -3

// A number is out of range: NaN, an unknown constant, a negative step.
#define CUELINE_ARGUMENT -4

// A text is not UTF-8, or not what the call reads.
#define CUELINE_TEXT -5

// There is no entry, label, clip or key of this name or number (any more).
#define CUELINE_UNKNOWN -6

// The bytes are damaged, or are not what the call reads.
#define CUELINE_DATA -7

// The bytes are of a later version of Cueline.
#define CUELINE_LATER_VERSION -8

// The buffer is too small; the call said what is needed.
#define CUELINE_TOO_SMALL -9

// There are too many objects.
#define CUELINE_FULL -10

// A step stopped before its end. The next one plays the rest.
#define CUELINE_CUT_OFF -11

// A fault of Cueline: the call panicked. Its object takes no further call, and can be freed.
#define CUELINE_FAULT -12

// The handle of a clock.
typedef uint64_t cueline_clock;

// The part of a clock's time over which one call went.
typedef struct {
  // The time before, in flicks.
  int64_t from;
  // The time after, in flicks.
  int64_t to;
} cueline_window;

// Where a clock stands.
typedef struct {
  // Its time, in flicks.
  int64_t now;
  // Its speed is `speed_num / speed_den`.
  int64_t speed_num;
  // Above zero.
  uint64_t speed_den;
  // Whether it is paused, 1 or 0.
  int32_t is_paused;
  // 0.
  int32_t reserved;
} cueline_clock_state_t;

// An easing: a constant (`CUELINE_OUT_CUBIC`, ...), or the handle of one that was made from a text.
typedef uint64_t cueline_easing;

// How a fixed step treats frames that are too long, too short, or nearly as long as a refresh of the screen.
typedef struct {
  // At most so many ticks in one frame, at speed 1; above zero.
  uint32_t max_ticks;
  // `CUELINE_CATCH_UP_DROP`, ...
  int32_t catch_up;
  // For `CUELINE_CATCH_UP_CARRY`, in flicks.
  int64_t max_debt;
  // A shorter frame counts as so long, in flicks.
  int64_t min_frame;
  // A longer frame counts as so long, in flicks; `CUELINE_NEVER` for no limit.
  int64_t max_frame;
  // How far a frame may be from whole refreshes of the screen to count as them, in flicks.
  int64_t snap_tolerance;
  // The refresh rate of the screen is `snap_num / snap_den` Hz; 0 for no snapping.
  uint32_t snap_num;
  // Above zero if `snap_num` is.
  uint32_t snap_den;
} cueline_fixed_step_config;

// The handle of a fixed step.
typedef uint64_t cueline_fixed_step;

// What a frame has to do.
typedef struct {
  // The first tick to run.
  int64_t first;
  // How many whole ticks are still owed afterwards.
  uint64_t debt;
  // Game time that no tick will run, in flicks.
  int64_t dropped;
  // Time that `min_frame` added, in flicks.
  int64_t added;
  // How far time went backward, in flicks; usually 0.
  int64_t backwards;
  // The position of the picture between the last tick (0) and the next one (1, not included). For drawing only.
  double alpha;
  // How many ticks to run.
  uint32_t ticks;
  // Whether the frame runs the most ticks that it may, 1 or 0.
  int32_t limited;
} cueline_frame;

// Where a fixed step stands.
typedef struct {
  // The time of the simulation, in flicks.
  int64_t now;
  // The time at which tick-driven things were, in flicks, one tick before `now`: the time to draw with `alpha`.
  int64_t shown;
  // The next tick.
  int64_t tick;
  // Real time that no tick has run yet, in flicks.
  int64_t leftover;
  // All time that was dropped, in flicks.
  int64_t dropped;
} cueline_fixed_step_state_t;

// The handle of a flipbook.
typedef uint64_t cueline_flipbook;

// The picture of a flipbook at a time.
typedef struct {
  // When the next picture shows, in flicks; `CUELINE_NEVER` if none follows.
  int64_t next_change;
  // The picture, from 0.
  uint32_t frame;
  // Whether all passes are over, 1 or 0.
  int32_t is_over;
} cueline_picture;

// The handle of a library of files.
typedef uint64_t cueline_library;

// The handle of a clip.
typedef uint64_t cueline_clip;

// The handle of a timeline.
typedef uint64_t cueline_timeline;

// The handle of a value of 1 to 4 numbers that moves.
typedef uint64_t cueline_moving;

// Where a moving value stands at a time.
typedef struct {
  // When the present motion began, in flicks.
  int64_t start;
  // From when on the value is exactly the last target, in flicks; `CUELINE_NEVER` if it never is.
  int64_t settles_at;
  // When a step has something to report next, in flicks; `CUELINE_NEVER` if nothing is known.
  int64_t next_due;
  // How many numbers the value has: 1 to 4.
  uint64_t parts;
  // Whether it rests at the last target, 1 or 0.
  int32_t is_settled;
  // Whether a delayed motion waits for its start, 1 or 0.
  int32_t is_waiting;
} cueline_moving_state_t;

// What a step of a moving value reports.
typedef struct {
  // When it was due, in flicks.
  int64_t due;
  // `CUELINE_MOVING_START`, ...
  int32_t kind;
  // 0.
  int32_t reserved;
} cueline_moving_event;

// The handle of an object of any kind.
typedef uint64_t cueline_object;

// The handle of a clip, a timeline or a flipbook.
typedef uint64_t cueline_playable;

// A property of a clip or timeline: its place among all numbers that `cueline_playable_values` writes.
typedef struct {
  // Its number, for `cueline_playable_property_name`.
  size_t index;
  // The place of its first number.
  size_t first;
  // How many numbers its values have; 0 for texts.
  size_t numbers;
} cueline_property;

// A named moment in a clip.
typedef struct {
  // Time from the start of the clip, in flicks.
  int64_t at;
  // Its number in the clip, for `cueline_clip_cue_name`.
  uint32_t index;
  // Whether a jump over it reports it, 1 or 0: the cue of a state, as against the one of an effect.
  int32_t is_state;
} cueline_cue;

// How something plays. Null in place of it: once, whole, forward, at normal speed, at once.
typedef struct {
  // Time of the clock before it shows, in flicks. A negative delay starts it in the past.
  int64_t delay;
  // The start of the part that plays, in flicks.
  int64_t from;
  // The end of that part; `CUELINE_NEVER`, with 0 in `from`, for the whole.
  int64_t to;
  // Its speed is `speed_num / speed_den`; below zero it runs backward, from its end.
  int64_t speed_num;
  // Above zero.
  uint64_t speed_den;
  // How many passes; 0 for endless ones.
  uint64_t passes;
  // Time of the clock over which its weight rises from 0 to `weight`, in flicks.
  int64_t fade_in;
  // How far it covers the players before it in `cueline_players_value`: 1 is all, 0 is nothing.
  double weight;
  // `CUELINE_REPEAT_RESTART` or `CUELINE_REPEAT_PING_PONG`.
  int32_t repeat;
  // 1 to report the last loop of a step only, and no cues of passes that lie in one step; 0 to report each.
  int32_t coalesced;
} cueline_play;

// The handle of a player: one clip, timeline or flipbook that plays.
typedef uint64_t cueline_player;

// Something that happened, with its exact time.
typedef struct {
  // The entry of a queue; the item of what a player plays, 0 for the whole.
  uint64_t entry;
  // When it was due, in flicks.
  int64_t due;
  // Time from then to the end of the step, in flicks.
  int64_t lateness;
  // How many passes had ended.
  uint64_t loop_index;
  // `CUELINE_EVENT_START`, ...
  int32_t kind;
  // The index of the cue in its clip, if it is one; of a call in a timeline, its number.
  uint32_t cue;
  // `CUELINE_REASON_PLAYED`, ...
  int32_t reason;
  // Whether time ran backward, 1 or 0.
  int32_t backward;
} cueline_event;

// Where a player stands at a time.
typedef struct {
  // Time of what plays, in flicks from its start.
  int64_t position;
  // The pass, from 0; negative if it has turned back past its start.
  int64_t pass;
  // Its speed is `speed_num / speed_den`.
  int64_t speed_num;
  // Above zero.
  uint64_t speed_den;
  // How far it covers the players before it, fades included; 1 is all.
  double weight;
  // `CUELINE_PHASE_WAITING`, ...
  int32_t phase;
  // Whether what plays runs backward, 1 or 0.
  int32_t backward;
  // Whether it is paused, or stands at a pause point of its timeline, 1 or 0.
  int32_t is_paused;
  // Whether its end was reported, 1 or 0.
  int32_t is_over;
} cueline_player_state_t;

// The handle of a queue: which animation starts when, and which waits for which.
typedef uint64_t cueline_queue;

// How an entry is queued, with everything that can be said of it.
typedef struct {
  // The game's own number for what shows: an index, an id.
  uint64_t payload;
  // How long it shows, in flicks, if `ending` is `CUELINE_FIXED`. A negative duration counts as zero.
  int64_t duration;
  // Time from its turn until it shows, in flicks. A negative delay counts as zero.
  int64_t delay;
  // For `CUELINE_AFTER`: the entry to wait for. If that has ended, this one starts now.
  uint64_t predecessor;
  // `CUELINE_ENQUEUE`, ..., `CUELINE_AFTER`.
  int32_t door;
  // `CUELINE_FIXED`, `CUELINE_OPEN`, or `CUELINE_FOREVER` (for `CUELINE_BACKGROUND`, without delay).
  int32_t ending;
} cueline_entry;

// Where a queue stands.
typedef struct {
  // Its own time, in flicks.
  int64_t time;
  // The next known start or end, in flicks; `CUELINE_NEVER` if none is known.
  int64_t next_moment;
  // How many entries play or wait.
  uint64_t entries;
  // How many were queued so far: the number of the next entry.
  uint64_t queued;
  // Whether no entry plays or waits, 1 or 0.
  int32_t is_empty;
  // The same without the background, 1 or 0: the display has caught up with the rules.
  int32_t is_idle;
} cueline_queue_state_t;

// One call of one entry in one step: what to draw.
typedef struct {
  // The game's number.
  uint64_t payload;
  // The entry.
  uint64_t entry;
  // Time since the entry began to show, in flicks, up to its duration.
  int64_t elapsed;
  // `elapsed` at its previous update, 0 at the first.
  int64_t before;
  // How long it shows, in flicks; `CUELINE_NEVER` if it is open or without an end.
  int64_t duration;
  // The moment that this update shows, in flicks: the end of the step, or the end of the entry if that is earlier.
  int64_t at;
  // Time from that moment to the end of the step, in flicks.
  int64_t lateness;
  // 0 to 1; exactly 1 in the last update, 0 before that if there is no duration.
  double progress;
  // Whether this is the first update of the entry, 1 or 0.
  int32_t started;
  // Whether this is the last update of the entry, 1 or 0.
  int32_t ended;
  // `CUELINE_ROLE_HOLDING`, ...
  int32_t role;
  // `CUELINE_REASON_PLAYED` or `CUELINE_REASON_SKIPPED`.
  int32_t reason;
} cueline_update;

// An entry as it shows at a time that is sampled.
typedef struct {
  // The game's number.
  uint64_t payload;
  // The entry.
  uint64_t entry;
  // When it began to show, in flicks.
  int64_t start;
  // Time since then, in flicks, up to its duration.
  int64_t elapsed;
  // How long it shows, in flicks; `CUELINE_NEVER` if it is open or without an end.
  int64_t duration;
  // 0 to 1; 0 if there is no duration.
  double progress;
  // `CUELINE_ROLE_HOLDING`, ...
  int32_t role;
  // 0.
  int32_t reserved;
} cueline_shown;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface of the library that is loaded: compare it with `CUELINE_INTERFACE`.
uint32_t cueline_interface(void);

// Writes the reason of the last refusal on this thread, with a zero byte, cut to `capacity`, and returns the bytes that the
// whole text needs. A call that is not refused leaves it. `buffer` may be null, with a capacity of 0; the caller owns it.
size_t cueline_error(char *buffer,
                     size_t capacity);

// Makes a clock at `time` (flicks), of speed 1. The caller frees it with `cueline_free`.
int32_t cueline_clock_new(int64_t time, cueline_clock *clock);

// Advances the clock by `elapsed` flicks of its parent (another clock, or real time), times its speed; not while it is paused.
// The part of time that passed goes to `window` (or nowhere, if that is null).
int32_t cueline_clock_advance(cueline_clock clock,
                              int64_t elapsed,
                              cueline_window *window);

// Moves the clock by `span` flicks of its own time, also while it is paused: one picture on, or back.
int32_t cueline_clock_step(cueline_clock clock, int64_t span, cueline_window *window);

// Sets the clock to `time` (flicks).
int32_t cueline_clock_set(cueline_clock clock, int64_t time);

// Sets the speed to `num / den`, for later steps: 1/2 is half as fast, 0/1 stands still, -1/1 runs backward.
int32_t cueline_clock_set_speed(cueline_clock clock, int64_t num, uint64_t den);

// Stops the clock until `cueline_clock_resume`.
int32_t cueline_clock_pause(cueline_clock clock);

// Lets the clock run on.
int32_t cueline_clock_resume(cueline_clock clock);

// Writes where the clock stands.
int32_t cueline_clock_state(cueline_clock clock, cueline_clock_state_t *state);

// Makes an easing from its text: `out-cubic`, `out-back(2.5)`, `steps(4, end)`, `cubic-bezier(0.4, 0, 0.2, 1)`,
// `spring(bounce 0.3)`, `linear(0, 0.25 50%, 1)`, `path(M0,0 C0.2,0 0.4,1 1,1)`. The usual ones have constants, which need
// no object. The caller frees it with `cueline_free`.
int32_t cueline_easing_new(const char *name,
                           cueline_easing *easing);

// Writes the eased progress at the progress `t`, usually 0 to 1, to `progress`. `easing` is a constant or a handle.
int32_t cueline_ease(cueline_easing easing, double t, double *progress);

// Makes a fixed step of `num / den` ticks per second. `config` is read during the call only; null for at most 10 ticks a frame,
// the rest dropped. The caller frees it with `cueline_free`.
int32_t cueline_fixed_step_new(uint32_t num,
                               uint32_t den,
                               const cueline_fixed_step_config *config,
                               cueline_fixed_step *fixed_step);

// Adds a frame of `elapsed` flicks of real time, and writes which ticks to run.
int32_t cueline_fixed_step_advance(cueline_fixed_step fixed_step, int64_t elapsed, cueline_frame *frame);

// Adds a frame by its timestamp `now` (flicks of real time), and writes which ticks to run. The first one only starts the loop.
int32_t cueline_fixed_step_frame_at(cueline_fixed_step fixed_step,
                                    int64_t now,
                                    cueline_frame *frame);

// Forgets the latest timestamp: the time until the next one does not count.
int32_t cueline_fixed_step_restart(cueline_fixed_step fixed_step);

// Sets how fast game time runs beside real time, `num / den`; below zero counts as zero.
int32_t cueline_fixed_step_set_speed(cueline_fixed_step fixed_step, int64_t num, uint64_t den);

// Writes where the fixed step stands.
int32_t cueline_fixed_step_state(cueline_fixed_step fixed_step, cueline_fixed_step_state_t *state);

// Makes a flipbook of `frames` pictures that show for `hold` flicks each, in an order (`CUELINE_ORDER_FORWARD`, ...), `times`
// passes (0 for endless ones), begun `offset` flicks in. The caller frees it with `cueline_free`.
int32_t cueline_flipbook_equal(uint32_t frames,
                               int64_t hold,
                               int32_t order,
                               uint32_t times,
                               int64_t offset,
                               cueline_flipbook *flipbook);

// As `cueline_flipbook_equal`, of pictures that show for `holds[0]`, `holds[1]`, ... flicks. The library copies them.
int32_t cueline_flipbook_each(const int64_t *holds,
                              size_t frames,
                              int32_t order,
                              uint32_t times,
                              int64_t offset,
                              cueline_flipbook *flipbook);

// Writes the picture that a flipbook begun at `start` shows at `now` (flicks). A pure function: nothing to step, from any
// thread.
int32_t cueline_flipbook_at(cueline_flipbook flipbook,
                            int64_t start,
                            int64_t now,
                            cueline_picture *picture);

// Makes an empty library of files. The caller frees it with `cueline_free`; what was taken out of it stays.
int32_t cueline_library_new(cueline_library *library);

// Loads the bytes of a file (`.ron`, `.json` or `.cue`) under the name `file`, which also says its format; a file of that name
// that is there already is replaced. All problems of the bytes are in the reason, each with its line. The bytes are read during
// the call only.
int32_t cueline_library_load(cueline_library library,
                             const char *file,
                             const uint8_t *bytes,
                             size_t length);

// Writes the full name (`file#name`, with a zero byte) of number `index` of the clips, timelines or flipbooks of a library;
// `kind` is `CUELINE_KIND_CLIP`, `CUELINE_KIND_TIMELINE` or `CUELINE_KIND_FLIPBOOK`. `CUELINE_UNKNOWN` if there are not so many.
// `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the memory.
int32_t cueline_library_name(cueline_library library,
                             uint8_t kind,
                             size_t index,
                             char *name,
                             size_t capacity);

// Takes a clip out of a library, by its name (or `file#name`). The caller frees it with `cueline_free`.
int32_t cueline_library_clip(cueline_library library, const char *name, cueline_clip *clip);

// Takes a timeline out of a library, by its name (or `file#name`). The caller frees it with `cueline_free`.
int32_t cueline_library_timeline(cueline_library library, const char *name, cueline_timeline *timeline);

// Takes a flipbook out of a library, by its name (or `file#name`). The caller frees it with `cueline_free`.
int32_t cueline_library_flipbook(cueline_library library, const char *name, cueline_flipbook *flipbook);

// Writes the time since its start (flicks) at which a display with this preference (`CUELINE_MOTION_FULL`, `_REDUCED`,
// `_NONE`) draws a decorative motion, in place of `elapsed`. `duration` is the time until its end; a motion without an end
// (`CUELINE_NEVER`) stands at its start. The game knows what is decorative by its payloads; times and events stay as they are.
int32_t cueline_motion_shown(int32_t preference,
                             int64_t elapsed,
                             int64_t duration,
                             int64_t *shown);

// Makes a value of 1 to 4 numbers that rests at `value`. The library copies the numbers. The caller frees it with
// `cueline_free`.
int32_t cueline_moving_new(const double *value, size_t parts, cueline_moving *moving);

// Jumps to `value` and rests there, at all times.
int32_t cueline_moving_set(cueline_moving moving, const double *value, size_t parts);

// Moves to `target` in `duration` flicks along `easing` (a constant or a handle), from where it is at `now`.
int32_t cueline_moving_tween_to(cueline_moving moving,
                                int64_t now,
                                const double *target,
                                size_t parts,
                                int64_t duration,
                                cueline_easing easing);

// As `cueline_moving_tween_to`, but the motion starts `delay` flicks after `now`; the value continues its motion until then.
int32_t cueline_moving_tween_after(cueline_moving moving,
                                   int64_t now,
                                   int64_t delay,
                                   const double *target,
                                   size_t parts,
                                   int64_t duration,
                                   cueline_easing easing);

// As `cueline_moving_tween_to`, but the motion starts `wait` flicks after the exact end of the last one.
int32_t cueline_moving_then_tween_to(cueline_moving moving,
                                     int64_t now,
                                     int64_t wait,
                                     const double *target,
                                     size_t parts,
                                     int64_t duration,
                                     cueline_easing easing);

// Moves to `target` in `duration` flicks, with the velocity that the value has at `now`, and ends with velocity zero.
int32_t cueline_moving_glide_to(cueline_moving moving,
                                int64_t now,
                                const double *target,
                                size_t parts,
                                int64_t duration);

// As `cueline_moving_glide_to`, but the motion starts `delay` flicks after `now`.
int32_t cueline_moving_glide_after(cueline_moving moving,
                                   int64_t now,
                                   int64_t delay,
                                   const double *target,
                                   size_t parts,
                                   int64_t duration);

// Moves to `target` on a spring, with the velocity that the value has at `now`. The motion looks finished after `duration`
// flicks. A `bounce` of 0 arrives without overshoot, 0.15 overshoots a little, 0.3 visibly.
int32_t cueline_moving_spring_to(cueline_moving moving,
                                 int64_t now,
                                 const double *target,
                                 size_t parts,
                                 int64_t duration,
                                 double bounce);

// As `cueline_moving_spring_to`, but the motion starts `delay` flicks after `now`.
int32_t cueline_moving_spring_after(cueline_moving moving,
                                    int64_t now,
                                    int64_t delay,
                                    const double *target,
                                    size_t parts,
                                    int64_t duration,
                                    double bounce);

// As `cueline_moving_spring_to`, but from rest at the exact end of the last motion.
int32_t cueline_moving_then_spring_to(cueline_moving moving,
                                      int64_t now,
                                      const double *target,
                                      size_t parts,
                                      int64_t duration,
                                      double bounce);

// As `cueline_moving_spring_to`, but with a velocity (change per second) that the caller passes, of as many numbers as
// `target`.
int32_t cueline_moving_throw_to(cueline_moving moving,
                                int64_t now,
                                const double *target,
                                const double *velocity,
                                size_t parts,
                                int64_t duration,
                                double bounce);

// Goes to the last target at once.
int32_t cueline_moving_finish(cueline_moving moving, int64_t now);

// Writes the numbers of the value at `now` (flicks). `parts` is how many it has.
int32_t cueline_moving_value(cueline_moving moving, int64_t now, double *value, size_t parts);

// Writes the velocity at `now`: change per second of each number.
int32_t cueline_moving_velocity(cueline_moving moving, int64_t now, double *velocity, size_t parts);

// Writes the last target, even while the motion to it waits.
int32_t cueline_moving_target(cueline_moving moving, double *target, size_t parts);

// Writes the numbers of many values at `now`, one value after the other: one call for all that a frame draws. `capacity` is the
// number of places in `numbers`. `CUELINE_TOO_SMALL` if they do not fit; after a refusal the content of `numbers` does not
// count.
int32_t cueline_moving_values(const cueline_moving *moving,
                              size_t count,
                              int64_t now,
                              double *numbers,
                              size_t capacity);

// Writes where the value stands at `now`.
int32_t cueline_moving_state(cueline_moving moving, int64_t now, cueline_moving_state_t *state);

// Steps over all that is due up to `now`: writes starts and ends in order, as many as fit in `capacity`, and how many there
// were to `count` (or nowhere, if that is null). What does not fit is lost; four places are enough for a step between two
// targets without a chain. Values can be read without any step. The caller owns the memory.
int32_t cueline_moving_step(cueline_moving moving,
                            int64_t now,
                            cueline_moving_event *events,
                            size_t capacity,
                            size_t *count);

// Frees an object of any kind. Its handle is refused from then on, and never used again. A call that another thread makes at
// this moment ends as if the object were still there.
int32_t cueline_free(cueline_object object);

// How many objects there are: for a test that a program frees what it makes.
size_t cueline_objects(void);

// Writes a second object in the same state to `copy`: a snapshot, to go back to. The caller frees both with `cueline_free`.
int32_t cueline_copy(cueline_object object,
                     cueline_object *copy);

// Writes a number that is equal for equal states, on every machine and in every language, to `digest`: to compare two peers.
// Of queues, moving values, clocks, fixed steps, players (of their state, not of what they play) and clips.
int32_t cueline_digest(cueline_object object,
                       uint64_t *digest);

// Saves the state of a queue, a moving value, a clock, a fixed step or a player: writes its bytes to `buffer` and their number to `length`.
// `CUELINE_TOO_SMALL`, with `length` and nothing else written, if they do not fit; so a first call with a capacity of 0 asks
// for the length. The caller owns the memory.
int32_t cueline_save(cueline_object object,
                     uint8_t *buffer,
                     size_t capacity,
                     size_t *length);

// Makes an object of the kind `kind` (`CUELINE_KIND_QUEUE`, ...) from the bytes of a save, which are read during the call only.
// Damaged bytes, those of another kind and those of a later version are refused. The caller frees the object with
// `cueline_free`.
int32_t cueline_load(uint8_t kind,
                     const uint8_t *save,
                     size_t length,
                     cueline_object *object);

// Writes how long a clip, timeline or flipbook is, in flicks; `CUELINE_NEVER` if it has no end.
int32_t cueline_playable_duration(cueline_playable playable, int64_t *duration);

// Writes the value of the property `name` of a clip or timeline at `at` (flicks since its start) as numbers: x, y, z, w of
// vectors and rotations; r, g, b, a or L, a, b, alpha of colours; 16 of a matrix, column by column; scale, rotation and
// translation (10) of a transform; 1 or 0 of a switch; whole numbers beyond 2^53 are rounded. How many goes to `count` (or
// nowhere, if that is null). `CUELINE_TOO_SMALL` if they do not fit; `CUELINE_KIND` for a text. A pure function. The caller owns
// the memory.
int32_t cueline_playable_value(cueline_playable playable,
                               const char *name,
                               int64_t at,
                               double *numbers,
                               size_t capacity,
                               size_t *count);

// Writes the numbers of all properties of a clip or timeline at `at` (flicks since its start), one property after the other: one
// call for all that a frame draws. As many as fit in `capacity`, and to `count` how many there are. Where the numbers of a
// property are, `cueline_playable_property` says; it is the same at each time. The caller owns the memory.
int32_t cueline_playable_values(cueline_playable playable,
                                int64_t at,
                                double *numbers,
                                size_t capacity,
                                size_t *count);

// Writes where the numbers of the property `name` are among those of `cueline_playable_values`.
int32_t cueline_playable_property(cueline_playable playable, const char *name, cueline_property *property);

// Writes the name of property number `index` of a clip or timeline, with a zero byte. They are sorted by name. `CUELINE_UNKNOWN`
// if there are not so many; `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the memory.
int32_t cueline_playable_property_name(cueline_playable playable,
                                       size_t index,
                                       char *name,
                                       size_t capacity);

// Writes the text of the property `name` of a clip or timeline at `at` (flicks since its start), with a zero byte. `CUELINE_KIND`
// if it holds numbers; `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the memory.
int32_t cueline_playable_text(cueline_playable playable,
                              const char *name,
                              int64_t at,
                              char *text,
                              size_t capacity);

// Writes the cues of a clip that lie in a window of its time, after `from` and up to `to` (flicks), or from `from` on if
// `with_start` is 1. That is for a clip that an entry of a queue plays: the window of an update is `before`, `elapsed` and
// `started`. As many as fit in `capacity`, and to `count` how many there are. The caller owns the memory.
int32_t cueline_clip_cues(cueline_clip clip,
                          int64_t from,
                          int64_t to,
                          int32_t with_start,
                          cueline_cue *cues,
                          size_t capacity,
                          size_t *count);

// Writes the name of a cue with a zero byte. `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the
// memory.
int32_t cueline_clip_cue_name(cueline_clip clip,
                              uint32_t index,
                              char *name,
                              size_t capacity);

// Plays a clip, a timeline or a flipbook from the time `start` of your clock (flicks), which may be past: then the first step
// reports the events since then, late. `play` may be null. The player keeps what it plays, so that may be freed. The caller
// frees the player with `cueline_free`.
int32_t cueline_player_new(cueline_playable playable,
                           int64_t start,
                           const cueline_play *play,
                           cueline_player *player);

// Makes a player from the bytes of a save, which are read during the call only, and a clip, timeline or
// flipbook with the same content as the one that it played. Damaged bytes, those of something else (`CUELINE_DATA`) and those of a
// later version are refused. The caller frees the player with `cueline_free`.
int32_t cueline_player_load(cueline_playable playable,
                            const uint8_t *save,
                            size_t length,
                            cueline_player *player);

// Reports what became due up to the time `now` of your clock (flicks), in order: starts, cues, loops and ends, each with its
// exact time. Two steps report the same as one step over both; a step back reports nothing. Values are read without any step, at
// any time.
//
// The events are written to `events`, as many as fit in `capacity`, and their number to `count` (or nowhere, if that is null).
// What does not fit can be read with `cueline_player_events` until the next step, seek or finish. Both pointers may be null, with
// a capacity of 0. In an event of a player, `entry` is the item of the timeline, 0 for the whole. The caller owns the memory.
int32_t cueline_player_step(cueline_player player,
                            int64_t now,
                            cueline_event *events,
                            size_t capacity,
                            size_t *count);

// Jumps at the time `now` of your clock to `elapsed` flicks along all passes, forward or back, clamped to their ends. `policy`
// (`CUELINE_SEEK_STATE`, ...) says which events between are reported, as sought; the start and the end always are. Step to `now`
// first: what was not yet reported is lost. Other arguments as of `cueline_player_step`.
int32_t cueline_player_seek(cueline_player player,
                            int64_t now,
                            int64_t elapsed,
                            int32_t policy,
                            cueline_event *events,
                            size_t capacity,
                            size_t *count);

// Jumps at the time `now` of your clock to the end, and reports all events up to it as skipped. What has no end is refused.
// Other arguments as of `cueline_player_step`.
int32_t cueline_player_finish(cueline_player player,
                              int64_t now,
                              cueline_event *events,
                              size_t capacity,
                              size_t *count);

// Writes the events of the last step, seek or finish from number `first` on, as many as fit in `capacity`, and to `count` how
// many there are in all. The caller owns the memory.
int32_t cueline_player_events(cueline_player player,
                              size_t first,
                              cueline_event *events,
                              size_t capacity,
                              size_t *count);

// Writes the name of the cue of event number `event` of the last step, seek or finish, with a zero byte. `CUELINE_UNKNOWN` if that
// event has none: a start, a loop, an end, a call of a timeline. `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The
// caller owns the memory.
int32_t cueline_player_cue_name(cueline_player player,
                                size_t event,
                                char *name,
                                size_t capacity);

// Writes when the next event is due by your clock, in flicks; `CUELINE_NEVER` if none is.
int32_t cueline_player_next_due(cueline_player player, int64_t *due);

// Pauses at the time `now` of your clock. Step to `now` before this and the commands below: a command keeps no past, so what was
// not yet reported is lost.
int32_t cueline_player_pause(cueline_player player,
                             int64_t now);

// Plays on: after a pause, or at a pause point of the timeline.
int32_t cueline_player_resume(cueline_player player, int64_t now);

// Plays at the speed `num / den` from its position on: 1/2 is half as fast, -1/1 runs backward.
int32_t cueline_player_set_speed(cueline_player player, int64_t now, int64_t num, uint64_t den);

// Turns round, at the same speed.
int32_t cueline_player_reverse(cueline_player player, int64_t now);

// Starts again, without a delay, and resumes if paused. The next step reports the start again.
int32_t cueline_player_restart(cueline_player player, int64_t now);

// Moves to `elapsed` flicks along all passes without any event, and pauses there: for the slider of an editor.
int32_t cueline_player_scrub(cueline_player player, int64_t now, int64_t elapsed);

// Fades the weight linearly to `weight` (0 is nothing, 1 covers all) over `over` flicks of the clock.
int32_t cueline_player_fade_to(cueline_player player, int64_t now, double weight, int64_t over);

// Fades out over `over` flicks of the clock, and then ends: as cancelled, if its own end comes later.
int32_t cueline_player_fade_out(cueline_player player, int64_t now, int64_t over);

// Changes the part that plays, from `from` to `to` flicks. Playback keeps its position, or moves to the nearest end of the part.
int32_t cueline_player_set_range(cueline_player player,
                                 int64_t now,
                                 int64_t from,
                                 int64_t to);

// Continues with a changed clip, timeline or flipbook: that of a file that was loaded again. The position, the speed and the
// pause stay; events ahead of the position are reported once, events behind it never again.
int32_t cueline_player_reload(cueline_player player,
                              int64_t now,
                              cueline_playable playable);

// Writes where the player stands at the time `now` of your clock, without a step.
int32_t cueline_player_state(cueline_player player, int64_t now, cueline_player_state_t *state);

// Writes the value of the property `name` of what plays, at the time `now` of your clock. Other arguments as of
// `cueline_playable_value`.
int32_t cueline_player_value(cueline_player player,
                             const char *name,
                             int64_t now,
                             double *numbers,
                             size_t capacity,
                             size_t *count);

// Writes the value of the property `name` that several players write, at the time `now` of your clock: each lies on top of
// those before it, by its weight, and the lowest counts fully. So a player that fades in over another needs no fade of the other.
// Players that wait, that have no weight or that do not have the property are left out; if all are, `count` is 0, nothing is
// written, and the game's own value stays. `CUELINE_UNKNOWN` if no player has the property; `CUELINE_KIND` if they have it in
// different kinds. The handles are read during the call only; other arguments as of `cueline_playable_value`.
int32_t cueline_players_value(const cueline_player *players,
                              size_t players_count,
                              const char *name,
                              int64_t now,
                              double *numbers,
                              size_t capacity,
                              size_t *count);

// Writes the numbers of all properties of what plays, at the time `now` of your clock. Other arguments as of
// `cueline_playable_values`.
int32_t cueline_player_values(cueline_player player, int64_t now, double *numbers, size_t capacity, size_t *count);

// Makes an empty queue whose time is `time` (flicks). The caller frees it with `cueline_free`.
int32_t cueline_queue_new(int64_t time, cueline_queue *queue);

// Queues an entry, with everything that can be said of it, and writes its number to `number` (or nowhere, if that is null).
// `entry` is read during the call only.
int32_t cueline_queue_add(cueline_queue queue,
                          const cueline_entry *entry,
                          uint64_t *number);

// Queues an entry that opens a new epoch: it starts when everything that holds the last epoch has ended. `duration` is in
// flicks; the number of the entry goes to `number` (or nowhere, if that is null).
int32_t cueline_queue_enqueue(cueline_queue queue,
                              int64_t duration,
                              uint64_t payload,
                              uint64_t *number);

// Queues an entry that joins the epoch that was queued last. Arguments as of `cueline_queue_enqueue`.
int32_t cueline_queue_concurrently(cueline_queue queue, int64_t duration, uint64_t payload, uint64_t *number);

// Queues an entry that starts with the epoch that was queued last, in the background; nothing waits for it. Arguments as of
// `cueline_queue_enqueue`.
int32_t cueline_queue_background(cueline_queue queue,
                                 int64_t duration,
                                 uint64_t payload,
                                 uint64_t *number);

// Queues an entry for which everything that is queued later waits. Arguments as of `cueline_queue_enqueue`.
int32_t cueline_queue_blocking(cueline_queue queue, int64_t duration, uint64_t payload, uint64_t *number);

// Queues an entry that starts with the next blocking entry; nothing waits for it. Arguments as of `cueline_queue_enqueue`.
int32_t cueline_queue_non_blocking(cueline_queue queue,
                                   int64_t duration,
                                   uint64_t payload,
                                   uint64_t *number);

// Starts an entry at this moment, whatever else is queued; nothing waits for it. Arguments as of `cueline_queue_enqueue`.
int32_t cueline_queue_now(cueline_queue queue,
                          int64_t duration,
                          uint64_t payload,
                          uint64_t *number);

// Queues an entry that starts at the exact end of the entry `predecessor`, or now if that has ended. Other arguments as of
// `cueline_queue_enqueue`.
int32_t cueline_queue_after(cueline_queue queue,
                            uint64_t predecessor,
                            int64_t duration,
                            uint64_t payload,
                            uint64_t *number);

// Opens a new epoch, for entries that `cueline_queue_concurrently` queues.
int32_t cueline_queue_new_epoch(cueline_queue queue);

// Opens a new epoch with a name, to skip to. The library copies `name`.
int32_t cueline_queue_label(cueline_queue queue, const char *name);

// Ends an open entry at this moment. `CUELINE_UNKNOWN` if the entry is over, or not open.
int32_t cueline_queue_release(cueline_queue queue, uint64_t entry);

// Brings an entry to its end at this moment, as if it had been skipped. The next step shows it.
int32_t cueline_queue_finish_entry(cueline_queue queue, uint64_t entry);

// Drops an entry without a last update, and writes its payload to `payload` (or nowhere, if that is null).
int32_t cueline_queue_cancel(cueline_queue queue, uint64_t entry, uint64_t *payload);

// Drops all entries, without a last update.
int32_t cueline_queue_flush(cueline_queue queue);

// Writes the payload of an entry that plays or waits; `CUELINE_UNKNOWN` if it is over.
int32_t cueline_queue_payload(cueline_queue queue, uint64_t entry, uint64_t *payload);

// Writes where the queue stands.
int32_t cueline_queue_state(cueline_queue queue, cueline_queue_state_t *state);

// Advances the queue by `by` flicks, 0 or more. First come the entries that end, in the order of their ends, then those that
// still show, in the order in which they were queued, background last; a frame over several ends reports each.
//
// The updates are written to `updates`, as many as fit in `capacity`, and their number to `count` (or nowhere, if that is
// null). What does not fit can be read with `cueline_queue_updates` until the next step. Both pointers may be null, with a
// capacity of 0. The caller owns the memory.
int32_t cueline_queue_advance(cueline_queue queue,
                              int64_t by,
                              cueline_update *updates,
                              size_t capacity,
                              size_t *count);

// Advances the queue to `time` (flicks), not before its own. Other arguments as of `cueline_queue_advance`.
//
// A game that queues something at the exact end of something else steps to each `next_moment` on the way.
int32_t cueline_queue_advance_to(cueline_queue queue,
                                 int64_t time,
                                 cueline_update *updates,
                                 size_t capacity,
                                 size_t *count);

// Plays everything up to some point at once: `CUELINE_UNTIL_END`, ... The state afterwards is the one that playing would have
// reached. `label` is read for `CUELINE_UNTIL_LABEL` only, and may be null otherwise; other arguments as of
// `cueline_queue_advance`.
int32_t cueline_queue_skip(cueline_queue queue,
                           int32_t until,
                           const char *label,
                           cueline_update *updates,
                           size_t capacity,
                           size_t *count);

// Writes the updates of the last step from number `first` on, as many as fit in `capacity`, and to `count` how many there
// are in all. The caller owns the memory.
int32_t cueline_queue_updates(cueline_queue queue,
                              size_t first,
                              cueline_update *updates,
                              size_t capacity,
                              size_t *count);

// Writes the events of the last step (starts and ends, in order of their times), from number `first` on, as many as fit in
// `capacity`, and to `count` how many there are in all. The caller owns the memory.
int32_t cueline_queue_events(cueline_queue queue,
                             size_t first,
                             cueline_event *events,
                             size_t capacity,
                             size_t *count);

// Writes the entries that show at `time` (flicks), from the queue's time up to the next moment, without a step: for drawing
// between two ticks. Arguments as of `cueline_queue_events`.
int32_t cueline_queue_sample(cueline_queue queue,
                             int64_t time,
                             cueline_shown *shown,
                             size_t capacity,
                             size_t *count);

// Writes the name of label number `index` of those whose epochs started in the last step, with a zero byte, and the time of
// that start (flicks) to `time`. `CUELINE_UNKNOWN` if there are not so many; `CUELINE_TOO_SMALL`, and nothing written, if the
// name does not fit. The caller owns the memory.
int32_t cueline_queue_label_passed(cueline_queue queue,
                                   size_t index,
                                   char *name,
                                   size_t capacity,
                                   int64_t *time);

// Writes a duration in seconds as flicks, rounded to the nearest one. NaN, and what an `int64_t` does not hold, is refused.
int32_t cueline_flicks(double seconds,
                       int64_t *flicks);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CUELINE_H */
