; The ticks of a frame and the rest to the next tick: frames of any length run the same ticks in all.
; Rust: time::FixedStep::advance and Frame::alpha. `step` is the flicks of a tick.
; Assumed: a tick is a whole number of flicks, and no frame is limited.
(define-fun ticks ((phase Int) (elapsed Int) (step Int)) Int (div (+ phase elapsed) step))
(define-fun left ((phase Int) (elapsed Int) (step Int)) Int (mod (+ phase elapsed) step))

(declare-const step Int)
(declare-const phase Int)
(declare-const a Int)
(declare-const b Int)
(assert (and (< 0 step) (<= 0 phase) (< phase step) (<= 0 a) (<= 0 b)))
(check-sat)
(push)
(assert (not (and
  (= (+ (ticks phase a step) (ticks (left phase a step) b step)) (ticks phase (+ a b) step))
  (= (left (left phase a step) b step) (left phase (+ a b) step)))))
(check-sat)
(pop)
; The drawn position lies between two ticks, and no tick runs backwards.
(push)
(assert (not (and (<= 0 (left phase a step)) (< (left phase a step) step) (<= 0 (ticks phase a step)))))
(check-sat)
(pop)
