; The progress of what lasts is a fraction of whole numbers: 0 at its start, 1 at its end, between them at all other times, and
; never back, at any speed. What takes no time is at its end.
; Rust: sequencer::Shown::progress, sequencer::Update::progress, and what a tween of a timeline::Timeline shows.
; Assumed: the one division of the two numbers as `f64` is rounded to the nearest, which keeps their order and both ends.
(define-fun whole ((over Int) (den Int)) Int
  (ite (<= over 0) 1 (* over den)))
(define-fun part ((elapsed Int) (num Int) (over Int) (den Int)) Int
  (ite (<= over 0) 1
  (ite (<= (* elapsed num) 0) 0
  (ite (>= (* elapsed num) (* over den)) (* over den) (* elapsed num)))))

(declare-const over Int)
(declare-const num Int)
(declare-const den Int)
(declare-const elapsed Int)
(declare-const later Int)
(assert (and (< 0 over) (< 0 num) (< 0 den) (<= elapsed later)))
(check-sat)
; Never outside of 0 to 1.
(push)
(assert (not (and (<= 0 (part elapsed num over den)) (<= (part elapsed num over den) (whole over den)) (< 0 (whole over den)))))
(check-sat)
(pop)
; 0 up to the start, and not behind it.
(push)
(assert (not (= (= (part elapsed num over den) 0) (<= elapsed 0))))
(check-sat)
(pop)
; 1 from the end on, and not before it.
(push)
(assert (not (= (= (part elapsed num over den) (whole over den)) (>= (* elapsed num) (* over den)))))
(check-sat)
(pop)
; Later is never less.
(push)
(assert (not (<= (part elapsed num over den) (part later num over den))))
(check-sat)
(pop)
; A flick more is at most a flick's part of it: no jump.
(push)
(assert (not (<= (- (part (+ elapsed 1) num over den) (part elapsed num over den)) num)))
(check-sat)
(pop)
; What takes no time is at its end.
(push)
(assert (not (= (part elapsed num 0 den) (whole 0 den))))
(check-sat)
(pop)
