; A ping-pong has no jump: one flick moves the clip by one flick, and both sides of a boundary show the same moment.
; Rust: playback::Playhead::at with RepeatMode::PingPong, endless, at the speeds 1 and -1.
; Assumed: no time saturates.
(define-fun fold ((pass Int) (offset Int) (length Int)) Int (ite (= (mod pass 2) 0) offset (- length offset)))
(define-fun local_forward ((at Int) (length Int)) Int (fold (div at length) (mod at length) length))
(define-fun local_backward ((at Int) (length Int)) Int
  (fold (div (- at 1) length) (+ (mod (- at 1) length) 1) length))
; Of whole passes and an offset, so that z3 meets no product of two unknown numbers.
(declare-const length Int)
(declare-const pass Int)
(declare-const offset Int)
(assert (and (< 0 length) (<= 0 offset) (< offset length)))
(check-sat)
; The end of a pass is the start of the next one.
(push)
(assert (not (= (fold pass length length) (fold (+ pass 1) 0 length))))
(check-sat)
(pop)
; A step of one flick within a pass moves by one flick.
(push)
(assert (not (or
  (= (fold pass (+ offset 1) length) (+ (fold pass offset length) 1))
  (= (fold pass (+ offset 1) length) (- (fold pass offset length) 1)))))
(check-sat)
(pop)
; It never leaves the clip.
(push)
(assert (not (and (<= 0 (fold pass offset length)) (<= (fold pass offset length) length))))
(check-sat)
(pop)
; Forward and backward show the same at every position.
(push)
(declare-const at Int)
(assert (not (= (local_forward at length) (local_backward at length))))
(check-sat)
(pop)
