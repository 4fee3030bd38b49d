// One program, one digest: a queue of four animations and a value on a spring.
#include <cueline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int32_t status) {
    if (status != CUELINE_OK) {
        char reason[256];
        cueline_error(reason, sizeof reason);
        fprintf(stderr, "%s\n", reason);
        exit(1);
    }
}

static void print(const char *moment, cueline_object object) {
    uint64_t digest;
    check(cueline_digest(object, &digest));
    printf("%s: %016llx\n", moment, (unsigned long long)digest);
}

int main(void) {
    enum { ATTACK = 1, DAMAGE, COUNTER_ATTACK, TOAST };
    cueline_queue queue;
    check(cueline_queue_new(0, &queue));
    check(cueline_queue_enqueue(queue, 300 * CUELINE_MS, ATTACK, NULL));
    check(cueline_queue_concurrently(queue, 500 * CUELINE_MS, DAMAGE, NULL));        // with the attack
    check(cueline_queue_enqueue(queue, 300 * CUELINE_MS, COUNTER_ATTACK, NULL));     // after both
    check(cueline_queue_background(queue, 1000 * CUELINE_MS, TOAST, NULL));          // nothing waits for it

    check(cueline_queue_advance(queue, 100 * CUELINE_MS, NULL, 0, NULL));
    print("100 ms", queue);
    check(cueline_queue_advance(queue, 450 * CUELINE_MS, NULL, 0, NULL));
    print("550 ms", queue);
    check(cueline_queue_skip(queue, CUELINE_UNTIL_END, NULL, NULL, 0, NULL));
    print("finished", queue);

    double x = 0, target = 100;
    cueline_moving moving;
    check(cueline_moving_new(&x, 1, &moving));
    check(cueline_moving_spring_to(moving, 0, &target, 1, 400 * CUELINE_MS, 0));
    check(cueline_moving_value(moving, 150 * CUELINE_MS, &x, 1));
    unsigned long long bits = 0;
    memcpy(&bits, &x, sizeof x);
    printf("moving: %016llx\n", bits);

    check(cueline_free(moving));
    check(cueline_free(queue));
    return cueline_objects() != 0;
}
