;;;; Records which frame of a flipbook shows, in the form of flipbook/tables.json.
;;;;
;;;;   sbcl --script flipbook.lisp SEED COUNT > tables.json
;;;;
;;;; COUNT rows in each table, and a tenth as many runs of the counter. Two published strategies: the frame that follows
;;;; from the elapsed ticks, and a counter that takes one frame at most in each step. Integers have no limit here.

(setf *read-default-float-format* 'double-float) ; so that doubles are written without a mark of their type

(defun argument (index usual)
  (let ((text (nth index sb-ext:*posix-argv*)))
    (if text (parse-integer text) usual)))

(defvar *seed* (argument 1 1))
(defvar *count* (argument 2 100))
(setf *random-state* (sb-ext:seed-random-state *seed*))

;;; What is recorded.

(defun frame-shown (start now ticks-per-frame n)
  (mod (floor (- now start) ticks-per-frame) n))

(defun counted (ticks-per-frame n steps)
  "The ticker and the frame after each step."
  (let ((ticker 0) (frame 0))
    (loop for dticks in steps
          do (incf ticker dticks)
             (when (> ticker ticks-per-frame)
               (setf frame (mod (1+ frame) n))
               (decf ticker ticks-per-frame))
          collect (list ticker frame))))

;;; What is drawn from the seed.

(defun whole (from to) (+ from (random (1+ (- to from)))))
(defun pick (&rest items) (nth (random (length items)) items))
(defun chance (percent) (< (random 100) percent))
(defun of-any-size (least-bits most-bits) (random (ash 1 (whole least-bits most-bits))))

(defun at-an-edge (start ticks-per-frame n)
  "A time at, right before or right after a frame changes or the loop begins again."
  (+ start (* ticks-per-frame (pick 1 n) (whole -3 3)) (whole -1 1)))

(defun some-row (start elapsed ticks-per-frame n)
  (let ((now (if (chance 25) (at-an-edge start ticks-per-frame n) (+ start elapsed))))
    (list start now ticks-per-frame n (frame-shown start now ticks-per-frame n))))

(defun small-row ()
  (some-row (if (chance 40) 0 (of-any-size 1 45))
            (* (if (chance 25) -1 1) (of-any-size 1 45))
            (if (chance 50) (whole 1 40) (1+ (of-any-size 1 20)))
            (if (chance 50) (whole 1 12) (whole 1 1000))))

(defun large-row ()
  (some-row (if (chance 40) 0 (* (if (chance 25) -1 1) (of-any-size 40 110)))
            (* (if (chance 25) -1 1) (of-any-size 32 110))
            (pick 1 2 3 7 10 16 1000 1000003 4294967291 (1+ (of-any-size 1 30)))
            (pick 1 2 3 5 8 12 1000 4096 65537 (1+ (of-any-size 1 31)))))

(defun float-row ()
  (let* ((ticks-per-frame (pick 0.1 0.04 (/ 1000.0 (pick 24 30 60 144)) (+ 0.001 (random 100.0))))
         (size (pick 1.0 1e3 1e6 1e12))
         (elapsed (if (chance 40) (* ticks-per-frame (whole -50 1000)) (- (random size) (* 0.25 size))))
         (n (whole 1 24)))
    (list elapsed ticks-per-frame n (frame-shown 0 elapsed ticks-per-frame n))))

(defun some-run ()
  (let* ((ticks-per-frame (if (chance 80) (whole 1 40) (whole 41 100000)))
         (n (whole 1 12))
         (most (* ticks-per-frame (pick 1 1 2 4)))
         (steps (loop repeat (whole 5 60) collect (if (chance 20) (pick 0 1 ticks-per-frame) (whole 0 most)))))
    (list ticks-per-frame n steps (counted ticks-per-frame n steps))))

;;; How it is written.

(defun list-of (items &optional (written #'princ-to-string))
  (format nil "[~{~a~^, ~}]" (mapcar written items)))

(defun quoted (item) (format nil "\"~a\"" item))

(defun table (name columns row written)
  (format t " ~s: {~%  \"columns\": ~a,~%  \"rows\": [~%~{   ~a~^,~%~}~%  ]~% },~%"
          name (list-of columns #'quoted)
          (loop repeat *count* collect (list-of (funcall row) written))))

(format t "{~% \"set\": \"flipbook/tables\",~% \"made_with\": \"~a ~a\",~% \"units\": \"ticks\",~% \"seed\": ~a,~%"
        (lisp-implementation-type) (lisp-implementation-version) *seed*)
(let ((columns '("start" "now" "ticks_per_frame" "n" "frame")))
  (table "small" columns #'small-row #'princ-to-string)
  (table "large" columns #'large-row #'quoted))
(table "float" '("elapsed" "ticks_per_frame" "n" "frame") #'float-row #'princ-to-string)
(format t " \"counter\": {~%  \"runs\": [~%~{~a~^,~%~}~%  ]~% }~%}~%"
        (loop repeat (ceiling *count* 10)
              for (ticks-per-frame n steps after) = (some-run)
              collect (format nil "   {\"ticks_per_frame\": ~a, \"n\": ~a, \"dticks\": ~a, \"after\": ~a}"
                              ticks-per-frame n (list-of steps) (list-of after #'list-of))))
