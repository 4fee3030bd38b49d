; An epoch ends with the last of the entries that hold it, in whatever order they were queued, and the next one starts there.
; Rust: sequencer::Sequencer.
; Assumed: durations of 0 or more that are known, and no time saturates.
(define-fun over ((a Int) (b Int)) Int (ite (< a b) b a))
(define-fun next ((start Int) (a Int) (b Int)) Int (+ start (over a b)))

(declare-const start Int)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const d Int)
(assert (and (<= 0 a) (<= 0 b) (<= 0 c) (<= 0 d)))
(check-sat)
(push)
(assert (not (= (next start a b) (next start b a))))
(check-sat)
(pop)
; More than two: the end of all is that of the last, however they are grouped.
(push)
(assert (not (= (over a (over b c)) (over (over a b) c))))
(check-sat)
(pop)
; Epochs do not overlap, and leave no gap: the end of a chain is the sum of its epochs.
(push)
(assert (not (and (<= start (next start a b))
  (= (next (next start a b) c d) (+ start (over a b) (over c d))))))
(check-sat)
(pop)
