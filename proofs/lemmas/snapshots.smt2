; By induction on the ticks of a simulation: a ring of `room` states that keeps each tick, and each tick again after a
; rollback, holds the last `room` ticks without a gap.
; Rust: history::Snapshots::keep. The ring holds the ticks low ..= high; none is low = high + 1.
(define-fun high_after ((low Int) (high Int) (tick Int) (room Int)) Int tick)
(define-fun low_after ((low Int) (high Int) (tick Int) (room Int)) Int
  (ite (< tick low) tick (ite (< room (+ (- tick low) 1)) (+ (- tick room) 1) low)))

(declare-const low Int)
(declare-const high Int)
(declare-const tick Int)
(declare-const room Int)
; What holds before the step: as many states as fit. The game keeps the next tick, or one of the ring again.
(define-fun holds ((low Int) (high Int) (room Int)) Bool (and (<= low (+ high 1)) (<= (+ (- high low) 1) room)))
(assert (and (< 0 room) (holds low high room) (<= low tick) (<= tick (+ high 1))))
(check-sat)
; It holds after it.
(push)
(assert (not (holds (low_after low high tick room) (high_after low high tick room) room)))
(check-sat)
(pop)
; The tick itself is in the ring, and so is every tick that a rollback within the ring may ask for.
(push)
(declare-const asked Int)
(assert (and (<= low asked) (<= asked tick) (< (- tick room) asked)))
(assert (not (and (<= (low_after low high tick room) asked) (<= asked (high_after low high tick room)))))
(check-sat)
(pop)
; A state is dropped only for want of room.
(push)
(assert (and (< low (low_after low high tick room)) (not (= (+ (- tick (low_after low high tick room)) 1) room))))
(check-sat)
(pop)
