; A step reports each boundary of a loop exactly once, however the time is cut into steps.
; Rust: playback::Playhead::loops_in, over (after, until].
; Assumed: normal speed, and no time saturates.
(define-fun crossed ((after Int) (until Int) (length Int)) Int (- (div until length) (div after length)))
(define-fun within ((after Int) (until Int) (moment Int)) Bool (and (< after moment) (<= moment until)))

(declare-const length Int)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const k Int)
(assert (and (< 0 length) (<= a b) (<= b c)))
(check-sat)
; Each boundary k * length is in exactly one of the two windows of a cut, if it is in the whole.
(push)
(assert (not (= (within a c (* k length)) (xor (within a b (* k length)) (within b c (* k length))))))
(check-sat)
(pop)
; The count is that of the boundaries, by induction on the end of the window: none in an empty one, ...
(push)
(assert (not (= (crossed a a length) 0)))
(check-sat)
(pop)
; ... and one flick more adds one exactly where that flick is a boundary.
(push)
(assert (not (= (crossed a (+ b 1) length) (+ (crossed a b length) (ite (= (mod (+ b 1) length) 0) 1 0)))))
(check-sat)
(pop)
