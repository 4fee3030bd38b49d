; The products of times fit the 128 bits that they are computed in, with room for a sum.
; Rust: time::TickRate (a tick times the flicks of den seconds) and time::Clock::advance (elapsed times num).
(define-fun fits ((n Int) (bits Int)) Bool
  (ite (= bits 8) (and (<= (- 128) n) (< n 128))
  (ite (= bits 16) (and (<= (- 32768) n) (< n 32768))
  (ite (= bits 64) (and (<= (- 9223372036854775808) n) (< n 9223372036854775808))
    (and (<= (- (- 170141183460469231731687303715884105727) 1) n) (<= n 170141183460469231731687303715884105727))))))

(declare-const tick Int)
(declare-const step Int)
(declare-const num Int)
(assert (and (fits tick 64) (fits num 64)))
; 705,600,000 flicks a second, times a den of 32 bits.
(assert (and (< 0 step) (<= step (* 705600000 4294967295))))
(check-sat)
(push)
(assert (not (fits (* tick step) 128)))
(check-sat)
(pop)
; Rounding up adds less than the divisor.
(push)
(assert (not (fits (+ (* tick step) step) 128)))
(check-sat)
(pop)
(push)
(assert (not (fits (+ (* tick num) 9223372036854775807) 128)))
(check-sat)
(pop)
; The scaled claim, which the test of 8 bits tries whole: 8 bits times 8 bits fit 16.
(push)
(declare-const a Int)
(declare-const b Int)
(assert (and (fits a 8) (fits b 8)))
(assert (not (fits (* a b) 16)))
(check-sat)
(pop)
