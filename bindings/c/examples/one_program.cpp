// One program, one digest, in C++17.
#include <cstdio>
#include <cstring>
#include <cueline.hpp>
#include <utility>

using namespace cueline::literals;

static void print(const char *moment, std::uint64_t digest) {
    std::printf("%s: %016llx\n", moment, static_cast<unsigned long long>(digest));
}

int main() {
    enum : std::uint64_t { Attack = 1, Damage, CounterAttack, Toast };
    cueline::Queue queue;
    queue.enqueue(300_ms, Attack);
    queue.concurrently(500_ms, Damage);      // with the attack
    queue.enqueue(300_ms, CounterAttack);    // after both
    queue.background(1000_ms, Toast);        // nothing waits for it

    if (queue.advance(100_ms).size() != 2) return 1;
    print("100 ms", queue.digest());
    const auto &updates = queue.advance(450_ms); // the end of the attack and of the damage, and what shows now
    if (updates.size() != 4 || updates[0].payload != Attack || updates[2].payload != CounterAttack) return 2;
    print("550 ms", queue.digest());
    queue.skip(CUELINE_UNTIL_END);
    print("finished", queue.digest());

    cueline::Moving<1> moving({0.0});
    moving.spring_to(0_ms, {100.0}, 400_ms);
    const double x = moving.value(150_ms)[0];
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof x);
    print("moving", bits);

    // A snapshot is a copy, and a refusal is an exception with its reason.
    cueline::Queue snapshot = queue.copy();
    if (snapshot.digest() != queue.digest()) return 3;
    try {
        queue.advance(-1);
        return 4;
    } catch (const cueline::Error &error) {
        if (error.status != CUELINE_ARGUMENT || std::strstr(error.what(), "must be 0 or more") == nullptr) return 5;
    }
    cueline::Queue moved = std::move(queue);
    return moved.save().empty() ? 6 : 0;
}
