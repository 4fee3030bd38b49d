// cueline.hpp: cueline.h for C++17. Objects that free themselves, exceptions for refusals, vectors for what happened.
//
// Each class holds one object of cueline.h; `handle()` is for the calls that have no method here. Objects move and are not
// copied silently: `copy()` makes a snapshot. Times and durations are in flicks: 300_ms, with `using namespace
// cueline::literals`.
#ifndef CUELINE_HPP
#define CUELINE_HPP

#include "cueline.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cueline {

// A refused call, with its status and the reason in words.
struct Error : std::runtime_error {
    explicit Error(std::int32_t status) : std::runtime_error(reason()), status(status) {}
    std::int32_t status;

private:
    static std::string reason() {
        std::string text(cueline_error(nullptr, 0), '\0');
        cueline_error(&text[0], text.size());
        text.resize(text.size() - 1); // the zero byte
        return text;
    }
};

inline void check(std::int32_t status) {
    if (status != CUELINE_OK) throw Error(status);
}

namespace detail {
// A text that a call writes, with room that grows until it fits.
template <typename Call> std::string text(Call call) {
    std::string text(32, '\0');
    std::int32_t status;
    while ((status = call(&text[0], text.size())) == CUELINE_TOO_SMALL) text.resize(text.size() * 2);
    check(status);
    text.resize(text.find('\0'));
    return text;
}
} // namespace detail

namespace literals {
constexpr std::int64_t operator""_ms(unsigned long long ms) { return static_cast<std::int64_t>(ms) * CUELINE_MS; }
constexpr std::int64_t operator""_s(unsigned long long s) { return static_cast<std::int64_t>(s) * CUELINE_SECOND; }
} // namespace literals

// One object of the library, freed at the end of its scope.
class Object {
public:
    explicit Object(cueline_object handle = 0) noexcept : handle_(handle) {}
    Object(Object &&other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
    Object &operator=(Object &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Object(const Object &) = delete;
    Object &operator=(const Object &) = delete;
    ~Object() {
        if (handle_ != 0) cueline_free(handle_);
    }

    cueline_object handle() const noexcept { return handle_; }

    std::uint64_t digest() const {
        std::uint64_t digest;
        check(cueline_digest(handle_, &digest));
        return digest;
    }

    std::vector<std::uint8_t> save() const {
        std::size_t length = 0;
        const auto status = cueline_save(handle_, nullptr, 0, &length);
        if (status != CUELINE_TOO_SMALL) check(status);
        std::vector<std::uint8_t> bytes(length);
        check(cueline_save(handle_, bytes.data(), bytes.size(), &length));
        return bytes;
    }

protected:
    struct taken {}; // an object that is there already
    cueline_object copied() const {
        cueline_object copy;
        check(cueline_copy(handle_, &copy));
        return copy;
    }
    static cueline_object loaded(std::uint8_t kind, const std::vector<std::uint8_t> &save) {
        cueline_object object;
        check(cueline_load(kind, save.data(), save.size(), &object));
        return object;
    }

private:
    cueline_object handle_;
};

// Which animation starts when, and which waits for which. The payload is the game's own number.
class Queue : public Object {
public:
    explicit Queue(std::int64_t time = 0) : Object(made(time)) {}
    static Queue load(const std::vector<std::uint8_t> &save) { return Queue(taken{}, Object(loaded(CUELINE_KIND_QUEUE, save))); }
    Queue copy() const { return Queue(taken{}, Object(copied())); }

    std::uint64_t enqueue(std::int64_t duration, std::uint64_t payload) { return queued(cueline_queue_enqueue, duration, payload); }
    std::uint64_t concurrently(std::int64_t duration, std::uint64_t payload) { return queued(cueline_queue_concurrently, duration, payload); }
    std::uint64_t background(std::int64_t duration, std::uint64_t payload) { return queued(cueline_queue_background, duration, payload); }
    std::uint64_t blocking(std::int64_t duration, std::uint64_t payload) { return queued(cueline_queue_blocking, duration, payload); }
    std::uint64_t non_blocking(std::int64_t duration, std::uint64_t payload) { return queued(cueline_queue_non_blocking, duration, payload); }
    std::uint64_t now(std::int64_t duration, std::uint64_t payload) { return queued(cueline_queue_now, duration, payload); }
    std::uint64_t after(std::uint64_t predecessor, std::int64_t duration, std::uint64_t payload) {
        std::uint64_t number;
        check(cueline_queue_after(handle(), predecessor, duration, payload, &number));
        return number;
    }
    std::uint64_t add(const cueline_entry &entry) {
        std::uint64_t number;
        check(cueline_queue_add(handle(), &entry, &number));
        return number;
    }
    void new_epoch() { check(cueline_queue_new_epoch(handle())); }
    void label(const char *name) { check(cueline_queue_label(handle(), name)); }

    // Whether the entry was still there, for these three.
    bool release(std::uint64_t entry) { return known(cueline_queue_release(handle(), entry)); }
    bool finish_entry(std::uint64_t entry) { return known(cueline_queue_finish_entry(handle(), entry)); }
    bool cancel(std::uint64_t entry) { return known(cueline_queue_cancel(handle(), entry, nullptr)); }
    void flush() { check(cueline_queue_flush(handle())); }

    // What to draw. The list is the queue's own, until the next step.
    const std::vector<cueline_update> &advance(std::int64_t by) {
        return stepped([&](cueline_update *list, std::size_t room, std::size_t *count) {
            return cueline_queue_advance(handle(), by, list, room, count);
        });
    }
    const std::vector<cueline_update> &advance_to(std::int64_t time) {
        return stepped([&](cueline_update *list, std::size_t room, std::size_t *count) {
            return cueline_queue_advance_to(handle(), time, list, room, count);
        });
    }
    const std::vector<cueline_update> &skip(std::int32_t until, const char *label = nullptr) {
        return stepped([&](cueline_update *list, std::size_t room, std::size_t *count) {
            return cueline_queue_skip(handle(), until, label, list, room, count);
        });
    }

    std::vector<cueline_event> events() const {
        std::size_t count = 0;
        check(cueline_queue_events(handle(), 0, nullptr, 0, &count));
        std::vector<cueline_event> events(count);
        check(cueline_queue_events(handle(), 0, events.data(), count, &count));
        return events;
    }
    cueline_queue_state_t state() const {
        cueline_queue_state_t state;
        check(cueline_queue_state(handle(), &state));
        return state;
    }

private:
    Queue(taken, Object object) : Object(std::move(object)) {}
    static cueline_queue made(std::int64_t time) {
        cueline_queue queue;
        check(cueline_queue_new(time, &queue));
        return queue;
    }
    template <class Call> std::uint64_t queued(Call call, std::int64_t duration, std::uint64_t payload) {
        std::uint64_t number;
        check(call(handle(), duration, payload, &number));
        return number;
    }
    static bool known(std::int32_t status) {
        if (status != CUELINE_UNKNOWN) check(status);
        return status == CUELINE_OK;
    }
    template <class Step> const std::vector<cueline_update> &stepped(Step step) {
        std::size_t count = 0;
        updates_.resize(updates_.capacity());
        check(step(updates_.data(), updates_.size(), &count));
        const std::size_t written = updates_.size() < count ? updates_.size() : count;
        updates_.resize(count);
        if (written < count) check(cueline_queue_updates(handle(), written, updates_.data() + written, count - written, &count));
        return updates_;
    }
    std::vector<cueline_update> updates_;
};

// A value of 1 to 4 numbers that moves to a target, and takes a new target at any time.
template <std::size_t N> class Moving : public Object {
    static_assert(N >= 1 && N <= 4, "a value has 1 to 4 numbers");

public:
    using Value = std::array<double, N>;

    explicit Moving(const Value &value = {}) : Object(made(value)) {}
    static Moving load(const std::vector<std::uint8_t> &save) { return Moving(taken{}, Object(loaded(CUELINE_KIND_MOVING, save))); }
    Moving copy() const { return Moving(taken{}, Object(copied())); }

    void set(const Value &value) { check(cueline_moving_set(handle(), value.data(), N)); }
    void tween_to(std::int64_t now, const Value &target, std::int64_t duration, cueline_easing easing = CUELINE_OUT_CUBIC) {
        check(cueline_moving_tween_to(handle(), now, target.data(), N, duration, easing));
    }
    void then_tween_to(std::int64_t now, const Value &target, std::int64_t duration, cueline_easing easing = CUELINE_OUT_CUBIC) {
        check(cueline_moving_then_tween_to(handle(), now, 0, target.data(), N, duration, easing));
    }
    void glide_to(std::int64_t now, const Value &target, std::int64_t duration) {
        check(cueline_moving_glide_to(handle(), now, target.data(), N, duration));
    }
    void spring_to(std::int64_t now, const Value &target, std::int64_t duration, double bounce = 0) {
        check(cueline_moving_spring_to(handle(), now, target.data(), N, duration, bounce));
    }
    void throw_to(std::int64_t now, const Value &target, const Value &velocity, std::int64_t duration, double bounce = 0) {
        check(cueline_moving_throw_to(handle(), now, target.data(), velocity.data(), N, duration, bounce));
    }
    void finish(std::int64_t now) { check(cueline_moving_finish(handle(), now)); }

    Value value(std::int64_t now) const {
        Value value;
        check(cueline_moving_value(handle(), now, value.data(), N));
        return value;
    }
    Value velocity(std::int64_t now) const {
        Value velocity;
        check(cueline_moving_velocity(handle(), now, velocity.data(), N));
        return velocity;
    }
    cueline_moving_state_t state(std::int64_t now) const {
        cueline_moving_state_t state;
        check(cueline_moving_state(handle(), now, &state));
        return state;
    }

private:
    Moving(taken, Object object) : Object(std::move(object)) {}
    static cueline_moving made(const Value &value) {
        cueline_moving moving;
        check(cueline_moving_new(value.data(), N, &moving));
        return moving;
    }
};

// A clock that slows down, pauses, reverses and steps, without rounding errors.
class Clock : public Object {
public:
    explicit Clock(std::int64_t time = 0) : Object(made(time)) {}
    cueline_window advance(std::int64_t elapsed) {
        cueline_window window;
        check(cueline_clock_advance(handle(), elapsed, &window));
        return window;
    }
    void set_speed(std::int64_t num, std::uint64_t den = 1) { check(cueline_clock_set_speed(handle(), num, den)); }
    void pause() { check(cueline_clock_pause(handle())); }
    void resume() { check(cueline_clock_resume(handle())); }
    std::int64_t now() const {
        cueline_clock_state_t state;
        check(cueline_clock_state(handle(), &state));
        return state.now;
    }

private:
    static cueline_clock made(std::int64_t time) {
        cueline_clock clock;
        check(cueline_clock_new(time, &clock));
        return clock;
    }
};

// From real time to ticks of equal duration.
class FixedStep : public Object {
public:
    explicit FixedStep(std::uint32_t hz, std::uint32_t den = 1, const cueline_fixed_step_config *config = nullptr)
        : Object(made(hz, den, config)) {}
    cueline_frame advance(std::int64_t elapsed) {
        cueline_frame frame;
        check(cueline_fixed_step_advance(handle(), elapsed, &frame));
        return frame;
    }
    cueline_frame frame_at(std::int64_t now) {
        cueline_frame frame;
        check(cueline_fixed_step_frame_at(handle(), now, &frame));
        return frame;
    }

private:
    static cueline_fixed_step made(std::uint32_t hz, std::uint32_t den, const cueline_fixed_step_config *config) {
        cueline_fixed_step step;
        check(cueline_fixed_step_new(hz, den, config, &step));
        return step;
    }
};

// A clip, timeline or flipbook: what a player plays.
class Playable : public Object {
public:
    explicit Playable(cueline_playable handle) noexcept : Object(handle) {}

    std::int64_t duration() const {
        std::int64_t duration;
        check(cueline_playable_duration(handle(), &duration));
        return duration;
    }
    // The numbers of one property at a time.
    std::vector<double> value(const std::string &name, std::int64_t at) const {
        std::vector<double> numbers(16);
        std::size_t count = 0;
        check(cueline_playable_value(handle(), name.c_str(), at, numbers.data(), numbers.size(), &count));
        numbers.resize(count);
        return numbers;
    }
    // The numbers of all properties at a time, into a vector that is kept from frame to frame.
    void values(std::int64_t at, std::vector<double> &numbers) const {
        std::size_t count = 0;
        numbers.resize(numbers.capacity());
        check(cueline_playable_values(handle(), at, numbers.data(), numbers.size(), &count));
        const bool fits = count <= numbers.size();
        numbers.resize(count);
        if (!fits) check(cueline_playable_values(handle(), at, numbers.data(), numbers.size(), &count));
    }
    // Where the numbers of a property are among them.
    cueline_property property(const std::string &name) const {
        cueline_property property;
        check(cueline_playable_property(handle(), name.c_str(), &property));
        return property;
    }
    std::string text(const std::string &name, std::int64_t at) const {
        return detail::text([&](char *place, std::size_t capacity) {
            return cueline_playable_text(handle(), name.c_str(), at, place, capacity);
        });
    }
};

// Clips, timelines and flipbooks of files.
class Library : public Object {
public:
    Library() : Object(made()) {}
    // Loads a file of Cueline's own formats, for the first time or again; the name says the format.
    void load(const std::string &file, const std::string &bytes) {
        check(cueline_library_load(handle(), file.c_str(), reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()));
    }
    Playable clip(const std::string &name) const { return Playable(taken(cueline_library_clip, name)); }
    Playable timeline(const std::string &name) const { return Playable(taken(cueline_library_timeline, name)); }
    Playable flipbook(const std::string &name) const { return Playable(taken(cueline_library_flipbook, name)); }

private:
    static cueline_library made() {
        cueline_library library;
        check(cueline_library_new(&library));
        return library;
    }
    template <typename Take> cueline_object taken(Take take, const std::string &name) const {
        cueline_object object;
        check(take(handle(), name.c_str(), &object));
        return object;
    }
};

// How something plays: once, whole, forward, at normal speed, at once. Change what you need.
constexpr cueline_play once() noexcept { return {0, 0, CUELINE_NEVER, 1, 1, 1, 0, 1.0, CUELINE_REPEAT_RESTART, 0}; }

// One clip, timeline or flipbook that plays. It keeps what it plays.
class Player : public Object {
public:
    explicit Player(const Playable &what, std::int64_t start, const cueline_play *play = nullptr) : Object(made(what, start, play)) {}
    static Player load(const Playable &what, const std::vector<std::uint8_t> &save) {
        cueline_player player;
        check(cueline_player_load(what.handle(), save.data(), save.size(), &player));
        return Player(taken{}, Object(player));
    }
    Player copy() const { return Player(taken{}, Object(copied())); }

    // What became due; valid until the next step, seek or finish.
    const std::vector<cueline_event> &step(std::int64_t now) {
        return reported([&](auto *events, auto capacity, auto *count) { return cueline_player_step(handle(), now, events, capacity, count); });
    }
    const std::vector<cueline_event> &seek(std::int64_t now, std::int64_t elapsed, std::int32_t policy = CUELINE_SEEK_STATE) {
        return reported([&](auto *events, auto capacity, auto *count) {
            return cueline_player_seek(handle(), now, elapsed, policy, events, capacity, count);
        });
    }
    const std::vector<cueline_event> &finish(std::int64_t now) {
        return reported([&](auto *events, auto capacity, auto *count) { return cueline_player_finish(handle(), now, events, capacity, count); });
    }
    // The name of the cue of an event of the last step, seek or finish; empty if it has none.
    std::string cue_name(std::size_t event) const {
        return detail::text([&](char *place, std::size_t capacity) {
            const auto status = cueline_player_cue_name(handle(), event, place, capacity);
            if (status == CUELINE_UNKNOWN && capacity > 0) *place = '\0';
            return status == CUELINE_UNKNOWN ? CUELINE_OK : status;
        });
    }

    void pause(std::int64_t now) { check(cueline_player_pause(handle(), now)); }
    void resume(std::int64_t now) { check(cueline_player_resume(handle(), now)); }
    void set_speed(std::int64_t now, std::int64_t num, std::uint64_t den = 1) { check(cueline_player_set_speed(handle(), now, num, den)); }
    void reverse(std::int64_t now) { check(cueline_player_reverse(handle(), now)); }
    void fade_to(std::int64_t now, double weight, std::int64_t over) { check(cueline_player_fade_to(handle(), now, weight, over)); }
    void fade_out(std::int64_t now, std::int64_t over) { check(cueline_player_fade_out(handle(), now, over)); }
    void restart(std::int64_t now) { check(cueline_player_restart(handle(), now)); }
    void scrub(std::int64_t now, std::int64_t elapsed) { check(cueline_player_scrub(handle(), now, elapsed)); }
    void reload(std::int64_t now, const Playable &what) { check(cueline_player_reload(handle(), now, what.handle())); }

    cueline_player_state_t state(std::int64_t now) const {
        cueline_player_state_t state;
        check(cueline_player_state(handle(), now, &state));
        return state;
    }
    std::vector<double> value(const std::string &name, std::int64_t now) const {
        std::vector<double> numbers(16);
        std::size_t count = 0;
        check(cueline_player_value(handle(), name.c_str(), now, numbers.data(), numbers.size(), &count));
        numbers.resize(count);
        return numbers;
    }

private:
    Player(taken, Object object) : Object(std::move(object)) {}
    static cueline_player made(const Playable &what, std::int64_t start, const cueline_play *play) {
        cueline_player player;
        check(cueline_player_new(what.handle(), start, play, &player));
        return player;
    }
    template <typename Call> const std::vector<cueline_event> &reported(Call call) {
        std::size_t count = 0;
        events_.resize(events_.capacity());
        check(call(events_.data(), events_.size(), &count));
        const std::size_t written = events_.size() < count ? events_.size() : count;
        events_.resize(count);
        if (written < count) check(cueline_player_events(handle(), written, events_.data() + written, count - written, &count));
        return events_;
    }
    std::vector<cueline_event> events_;
};

// The value of a property that several players write, each on top of those before it, by its weight. Empty if none of them shows.
inline std::vector<double> blended(const std::vector<cueline_player> &players, const std::string &name, std::int64_t now) {
    std::vector<double> numbers(16);
    std::size_t count = 0;
    check(cueline_players_value(players.data(), players.size(), name.c_str(), now, numbers.data(), numbers.size(), &count));
    numbers.resize(count);
    return numbers;
}

} // namespace cueline

#endif // CUELINE_HPP
