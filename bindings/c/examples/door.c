/* Plays a clip and a timeline of a file: door FILE. */
#include <cueline.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int32_t status) {
    if (status == CUELINE_OK) return;
    char reason[4096];
    cueline_error(reason, sizeof reason);
    fprintf(stderr, "%d: %s\n", (int)status, reason);
    exit(1);
}

static void print_number(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    printf("%016" PRIx64 "\n", bits);
}

static void print_digest(const char *name, cueline_player player) {
    uint64_t digest;
    check(cueline_digest(player, &digest));
    printf("%s: %016" PRIx64 "\n", name, digest);
}

/* Steps, and prints what happened. */
static void step(cueline_player player, int64_t now) {
    static const char *const kinds[] = {"start", "cue", "loop", "end"};
    cueline_event events[16];
    size_t count;
    check(cueline_player_step(player, now, events, 16, &count));
    for (size_t i = 0; i < count && i < 16; i++) {
        printf("%s of %d at %d ms", kinds[events[i].kind], (int)events[i].entry, (int)(events[i].due / CUELINE_MS));
        char name[32];
        if (cueline_player_cue_name(player, i, name, sizeof name) == CUELINE_OK) printf(": %s", name);
        printf("\n");
    }
}

int main(int argc, char **argv) {
    static uint8_t file[1 << 16];
    FILE *opened = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (opened == NULL) return 2;
    const size_t length = fread(file, 1, sizeof file, opened);
    fclose(opened);

    cueline_library library;
    cueline_clip clip;
    cueline_timeline timeline;
    check(cueline_library_new(&library));
    check(cueline_library_load(library, "door.ron", file, length));
    check(cueline_library_clip(library, "open", &clip));
    check(cueline_library_timeline(library, "enter", &timeline));
    check(cueline_free(library));

    cueline_player player;
    check(cueline_player_new(clip, 0, NULL, &player)); /* from 0 on, once */
    step(player, 500 * CUELINE_MS);
    check(cueline_player_pause(player, 500 * CUELINE_MS));
    check(cueline_player_resume(player, 800 * CUELINE_MS));
    check(cueline_player_set_speed(player, 800 * CUELINE_MS, 2, 1)); /* twice as fast */
    step(player, 825 * CUELINE_MS);

    cueline_property light; /* looked up once, then one call a frame reads everything */
    double numbers[8];
    char sign[16];
    cueline_player_state_t state;
    check(cueline_playable_property(clip, "light", &light));
    check(cueline_player_values(player, 825 * CUELINE_MS, numbers, 8, NULL));
    print_number(numbers[0]);
    print_number(numbers[light.first]);
    print_number(numbers[light.first + 3]);
    check(cueline_player_state(player, 825 * CUELINE_MS, &state));
    check(cueline_playable_text(clip, "sign", state.position, sign, sizeof sign));
    printf("%s\n", sign);
    print_digest("player", player);
    step(player, 1000 * CUELINE_MS);
    check(cueline_free(player));

    check(cueline_player_new(timeline, 0, NULL, &player)); /* the player keeps what it plays */
    for (int64_t now = 1000 * CUELINE_MS; now <= 2000 * CUELINE_MS; now += 1000 * CUELINE_MS) {
        step(player, now); /* it stops at the pause by itself */
        check(cueline_player_resume(player, now));
        double x;
        check(cueline_player_value(player, "hero.x", now + 100 * CUELINE_MS, &x, 1, NULL));
        print_number(x);
    }
    print_digest("player", player);

    uint8_t save[256];
    size_t saved;
    cueline_player again;
    check(cueline_save(player, save, sizeof save, &saved));
    check(cueline_player_load(timeline, save, saved, &again)); /* what it plays is found by its name */
    print_digest("again", again);
    check(cueline_free(player));
    check(cueline_free(again));
    check(cueline_free(timeline));

    cueline_play play = {0};
    play.to = CUELINE_NEVER;
    play.speed_num = 1;
    play.speed_den = 1;
    play.passes = 1;
    play.weight = 1;
    play.fade_in = 400 * CUELINE_MS; /* over the first one, which needs no fade */
    cueline_player both[2];
    double angle;
    check(cueline_player_new(clip, 0, NULL, &both[0]));
    check(cueline_player_new(clip, 200 * CUELINE_MS, &play, &both[1]));
    check(cueline_players_value(both, 2, "angle", 400 * CUELINE_MS, &angle, 1, NULL));
    print_number(angle);
    check(cueline_free(both[0]));
    check(cueline_free(both[1]));
    check(cueline_free(clip));
    return cueline_objects() == 0 ? 0 : 3;
}
