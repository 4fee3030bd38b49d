; A fade is exact at both ends, stays between them, and never turns back.
; Rust: playback::Fade::at.
(define-fun faded ((from Int) (to Int) (elapsed Int) (over Int)) Int
  (ite (>= elapsed over) to (ite (<= elapsed 0) from (+ from (div (* (- to from) elapsed) over)))))

(declare-const from Int)
(declare-const to Int)
(declare-const over Int)
(declare-const elapsed Int)
(declare-const part Int)
(assert (and (< 0 over) (<= 0 elapsed) (< elapsed over) (<= from to)))
(check-sat)
; Rising: between its ends.
(push)
(assert (not (and (<= from (faded from to elapsed over)) (<= (faded from to elapsed over) to))))
(check-sat)
(pop)
; Falling: between its ends.
(push)
(assert (not (and (<= from (faded to from elapsed over)) (<= (faded to from elapsed over) to))))
(check-sat)
(pop)
; Exact at both ends.
(push)
(assert (not (and (= (faded from to 0 over) from) (= (faded from to over over) to))))
(check-sat)
(pop)
; One flick later it is no lower.
(push)
(assert (not (<= (faded from to elapsed over) (faded from to (+ elapsed 1) over))))
(check-sat)
(pop)
