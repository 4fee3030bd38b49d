;;;; A walking figure, drawn from another thread: sbcl --script flipbook.lisp
;;;;
;;;; The rules keep when the figure began to walk, and nothing else. Another thread draws, at its own rate: it asks which
;;;; picture shows now. There is no animation thread that counts pictures, no queue between the two, and no lock.
(load (merge-pathnames "cueline.lisp" *load-truename*))

(defparameter *pictures* #("o-->" " o->" "  o>" "   o"))
(defvar *walk* (cueline:make-flipbook (length *pictures*) 100))

(defun draw (start frames-per-second seconds)
  "What a screen shows: one line for each picture that is another one than before."
  (loop with last = nil
        for frame from 0 to (* frames-per-second seconds)
        for now = (+ start (/ (* 1000 frame) frames-per-second)) ; exact: a rational
        for picture = (cueline:frame *walk* start now)
        unless (eql picture last) collect (aref *pictures* picture)
        do (setf last picture)))

;; Two screens of other rates draw the same walk, while this thread goes on.
(let* ((start 5000)
       (screens (loop for rate in '(60 144)
                      collect (let ((rate rate)) (sb-thread:make-thread (lambda () (draw start rate 1))))))
       (drawn (mapcar #'sb-thread:join-thread screens)))
  (assert (equal (first drawn) (second drawn)))
  (assert (= (length (first drawn)) 11)) ; ten changes in a second
  (format t "~{~a~%~}" (first drawn))
  (cueline:free *walk*))
