// Plays a clip and a timeline of a file: door FILE.
#include <cueline.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

using namespace cueline::literals;

static void print(double number) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    std::printf("%016" PRIx64 "\n", bits);
}

static void print(cueline::Player &player, const std::vector<cueline_event> &events) {
    static const char *const kinds[] = {"start", "cue", "loop", "end"};
    for (std::size_t i = 0; i < events.size(); i++) {
        const auto &event = events[i];
        std::printf("%s of %d at %d ms", kinds[event.kind], int(event.entry), int(event.due / CUELINE_MS));
        const std::string name = player.cue_name(i);
        std::printf(name.empty() ? "\n" : ": %s\n", name.c_str());
    }
}

static int play(const char *path) {
    std::ifstream opened(path, std::ios::binary);
    const std::string file{std::istreambuf_iterator<char>(opened), {}};
    cueline::Library library;
    library.load("door.ron", file);
    const auto clip = library.clip("open");

    cueline::Player player(clip, 0);
    print(player, player.step(500_ms));
    player.pause(500_ms);
    player.resume(800_ms);
    player.set_speed(800_ms, 2);
    print(player, player.step(825_ms));
    print(player.value("angle", 825_ms)[0]);
    const auto light = player.value("light", 825_ms);
    print(light[0]);
    print(light[3]);
    std::printf("%s\n", clip.text("sign", player.state(825_ms).position).c_str());
    std::printf("player: %016" PRIx64 "\n", player.digest());
    print(player, player.step(1000_ms));

    cueline::Player enter(library.timeline("enter"), 0);
    for (const auto now : {1000_ms, 2000_ms}) {
        print(enter, enter.step(now)); // it stops at the pause by itself
        enter.resume(now);
        print(enter.value("hero.x", now + 100_ms)[0]);
    }
    std::printf("player: %016" PRIx64 "\n", enter.digest());

    const auto again = cueline::Player::load(library.timeline("enter"), enter.save());
    std::printf("again: %016" PRIx64 "\n", again.digest());

    cueline_play play = cueline::once();
    play.fade_in = 400_ms; // over the first one, which needs no fade
    const cueline::Player first(clip, 0), second(clip, 200_ms, &play);
    print(cueline::blended({first.handle(), second.handle()}, "angle", 400_ms)[0]);
    try {
        library.clip("opne");
        return 3;
    } catch (const cueline::Error &error) {
        if (error.status != CUELINE_UNKNOWN || !std::strstr(error.what(), "open")) return 4;
    }
    return 0;
}

int main(int argc, char **argv) {
    const int status = argc > 1 ? play(argv[1]) : 2;
    return cueline_objects() == 0 ? status : 5;
}
