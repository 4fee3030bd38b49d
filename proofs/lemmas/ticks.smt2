; Tick k starts at the first flick at or past its exact time k * step / rate, also where a tick is no whole number of flicks.
; Rust: time::TickRate::time_of and tick_at. `step` is 705,600,000 * den, `rate` is num.
; Assumed: no time saturates.
(define-fun time_of ((tick Int) (step Int) (rate Int)) Int (- (div (- (* tick step)) rate)))
(define-fun tick_at ((time Int) (step Int) (rate Int)) Int (div (* time rate) step))

(declare-const step Int)
(declare-const rate Int)
(declare-const tick Int)
(declare-const time Int)
(declare-const from Int)
(assert (and (< 0 rate) (<= rate step)))
(check-sat)
; tick_at(time) >= tick if and only if time >= time_of(tick): the one is the inverse of the other.
(push)
(assert (= from (time_of tick step rate)))
(assert (not (= (<= (* tick step) (* time rate)) (<= from time))))
(check-sat)
(pop)
; The tick of a time has begun, and the next one has not.
(push)
(assert (= tick (tick_at time step rate)))
(assert (not (and (<= (* tick step) (* time rate)) (< (* time rate) (* (+ tick 1) step)))))
(check-sat)
(pop)
; Two ticks never start at the same flick, as a tick takes at least one.
(push)
(assert (not (< (time_of tick step rate) (time_of (+ tick 1) step rate))))
(check-sat)
(pop)
