; A clock at the speed num/den moves by whole flicks and keeps the rest: one long step is the same as two short ones.
; Rust: time::Clock::advance. `n` is elapsed * num.
; Assumed: no time saturates, and the speed stays between the steps.
(define-fun moved ((rest Int) (n Int) (den Int)) Int (div (+ rest n) den))
(define-fun kept ((rest Int) (n Int) (den Int)) Int (mod (+ rest n) den))

(declare-const den Int)
(declare-const rest Int)
(declare-const a Int)
(declare-const b Int)
(assert (and (< 0 den) (<= 0 rest) (< rest den)))
(check-sat)
; Partition: the time, and the rest.
(push)
(assert (not (and
  (= (+ (moved rest a den) (moved (kept rest a den) b den)) (moved rest (+ a b) den))
  (= (kept (kept rest a den) b den) (kept rest (+ a b) den)))))
(check-sat)
(pop)
; There and back again: the time.
(push)
(assert (not (= (+ (moved rest a den) (moved (kept rest a den) (- a) den)) 0)))
(check-sat)
(pop)
