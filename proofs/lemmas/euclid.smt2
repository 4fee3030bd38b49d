; Division rounds down and its remainder is never negative; there is one such quotient and one such remainder.
; Rust: i128::div_euclid and rem_euclid, which all times are divided with; z3 and Rust mean the same by them.
(define-fun quotient ((n Int) (d Int)) Int (div n d))
(define-fun remainder ((n Int) (d Int)) Int (mod n d))

(declare-const n Int)
(declare-const d Int)
(declare-const q Int)
(declare-const r Int)
(assert (and (< 0 d) (<= 0 r) (< r d) (= n (+ (* q d) r))))
(check-sat)
(push)
(assert (not (and (= (quotient n d) q) (= (remainder n d) r))))
(check-sat)
(pop)
