; An item that plays a number of passes counts the boundaries between them, never the end, and never more than there are.
; Rust: playback::Playhead::loops_in with Repeat::Times(passes).
; Assumed: normal speed forward, and no time saturates.
(define-fun pass ((at Int) (length Int) (passes Int)) Int
  (ite (< at 0) 0 (ite (>= at (* passes length)) (- passes 1) (div at length))))
(define-fun loops ((after Int) (until Int) (length Int) (passes Int)) Int
  (- (pass until length passes) (pass after length passes)))

(declare-const length Int)
(declare-const passes Int)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (and (< 0 length) (< 0 passes) (<= a b) (<= b c)))
(check-sat)
; Partition.
(push)
(assert (not (= (loops a c length passes) (+ (loops a b length passes) (loops b c length passes)))))
(check-sat)
(pop)
; From before the start to behind the end there is one less than passes.
(push)
(assert (and (< a 0) (<= (* passes length) b)))
(assert (not (= (loops a b length passes) (- passes 1))))
(check-sat)
(pop)
; Never negative: the pass does not go back.
(push)
(assert (not (<= (pass a length passes) (pass b length passes))))
(check-sat)
(pop)
