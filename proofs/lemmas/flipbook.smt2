; A flipbook changes its frame exactly on its hold, and shows the same after a whole loop.
; Rust: clip::Flipbook::frame_at, endless, frames of one duration.
; Assumed: no time saturates.
(define-fun frame ((elapsed Int) (hold Int) (frames Int)) Int (mod (div elapsed hold) frames))

; Every time is a whole number of holds and a rest, and these are whole turns and the frame that shows.
(declare-const hold Int)
(declare-const frames Int)
(declare-const holds Int)
(declare-const rest Int)
(declare-const turns Int)
(declare-const shown Int)
(assert (and (< 0 hold) (< 1 frames) (<= 0 rest) (< rest hold) (<= 0 shown) (< shown frames)))
(check-sat)
; Within a hold the frame is that of its start.
(push)
(assert (not (= (div (+ (* holds hold) rest) hold) holds)))
(check-sat)
(pop)
; A whole number of turns makes no difference to the frame. Here and below, `div` by `euclid`.
(push)
(assert (= (div (+ (* turns frames) shown) frames) turns))
(assert (not (= (mod (+ (* turns frames) shown) frames) shown)))
(check-sat)
(pop)
; One hold later it is the next frame, ...
(push)
(assert (< (+ shown 1) frames))
(assert (= (div (+ (* turns frames) (+ shown 1)) frames) turns))
(assert (not (= (mod (+ (* turns frames) (+ shown 1)) frames) (+ shown 1))))
(check-sat)
(pop)
; ... and after the last frame the first.
(push)
(assert (= (div (* (+ turns 1) frames) frames) (+ turns 1)))
(assert (not (= (mod (* (+ turns 1) frames) frames) 0)))
(check-sat)
(pop)
