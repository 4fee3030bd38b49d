// A step that reports more than a list has room for at first, and longer texts: nothing is lost.
#include <cueline.hpp>

#include <cstdio>

using namespace cueline::literals;

static bool counted(const std::vector<cueline_update> &updates) {
    for (std::size_t i = 0; i < updates.size(); i++)
        if (updates[i].payload != i) return false;
    return updates.size() == 100;
}

static int wrong() {
    cueline::Queue queue;
    for (std::uint64_t payload = 0; payload < 100; payload++) queue.concurrently(10_ms, payload);
    if (!counted(queue.advance(5_ms)) || !counted(queue.skip(CUELINE_UNTIL_END))) return 1;

    const std::string sign(5000, 'a'), cue(300, 'b'), name(5000, 'x');
    cueline::Library files;
    files.load("long.ron", "(version: 1, clips: {\"long\": (duration: \"10ms\", tracks: {\"sign\": Text([(at: 0, value: \"" + sign +
                               "\")])}, cues: [(at: \"5ms\", name: \"" + cue + "\", kind: Effect)])})");
    const auto clip = files.clip("long");
    auto play = cueline::once();
    play.passes = 100;
    cueline::Player player(clip, 0, &play);
    const auto events = player.step(1000_ms).size(); // the start, 100 cues, 99 loops, the end
    std::size_t named = 0;
    for (std::size_t i = 0; i < events; i++) named += player.cue_name(i) == cue;
    if (events != 201 || named != 100) return 2;
    if (clip.text("sign", player.state(1000_ms).position) != sign) return 3;
    try {
        clip.text(name, 0);
        return 4;
    } catch (const cueline::Error &error) {
        return std::string(error.what()).find(name) == std::string::npos ? 5 : 0;
    }
}

int main() {
    const int fault = wrong();
    if (fault != 0) std::printf("fault %d\n", fault);
    return fault;
}
