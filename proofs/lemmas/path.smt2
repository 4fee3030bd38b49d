; The passes of a loop end to end are a path; a position on it is a pass and an offset, and back. Forward, the boundary belongs
; to the next pass; backward, to the one before: the mirror image.
; Rust: playback::Playhead::at, endless, at the speeds 1 and -1.
; Assumed: no time saturates.
(define-fun path ((pass Int) (offset Int) (length Int)) Int (+ (* pass length) offset))
(define-fun pass_forward ((at Int) (length Int)) Int (div at length))
(define-fun offset_forward ((at Int) (length Int)) Int (mod at length))
(define-fun pass_backward ((at Int) (length Int)) Int (div (- at 1) length))
(define-fun offset_backward ((at Int) (length Int)) Int (+ (mod (- at 1) length) 1))

(declare-const length Int)
(declare-const at Int)
(assert (< 0 length))
(check-sat)
(push)
(assert (not (= (path (pass_forward at length) (offset_forward at length) length) at)))
(check-sat)
(pop)
(push)
(assert (not (= (path (pass_backward at length) (offset_backward at length) length) at)))
(check-sat)
(pop)
; Mirror: what backward playback shows at a distance behind the end is what forward playback shows at it behind the start.
(push)
(assert (not (and
  (= (offset_backward (- at) length) (- length (offset_forward at length)))
  (= (pass_backward (- at) length) (- (- 1) (pass_forward at length))))))
(check-sat)
(pop)
