; At the speed num/den a position is due at the first flick of the clock at which the playhead is at it or past it.
; Rust: playback::Playhead::at and next_due, once, forward.
; Assumed: no time saturates.
(define-fun along ((elapsed Int) (num Int) (den Int)) Int (div (* elapsed num) den))
(define-fun due ((at Int) (num Int) (den Int)) Int (- (div (- (* at den)) num)))

(declare-const num Int)
(declare-const den Int)
(declare-const at Int)
(declare-const elapsed Int)
(assert (and (< 0 num) (< 0 den)))
(check-sat)
; Of what was reached: at * den <= elapsed * num is the same as at <= along(elapsed), ...
(push)
(assert (not (= (<= (* at den) (* elapsed num)) (<= at (along elapsed num den)))))
(check-sat)
(pop)
; ... and the same as due(at) <= elapsed. So the playhead is at a position if and only if it is due.
(push)
(assert (not (= (<= (* at den) (* elapsed num)) (<= (due at num den) elapsed))))
(check-sat)
(pop)
