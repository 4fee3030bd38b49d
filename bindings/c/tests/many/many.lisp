;;;; A step that reports more than a list has room for at first, and longer texts: nothing is lost.
(load (merge-pathnames "cueline.lisp" *load-truename*))

(let ((queue (cueline:make-queue)) (payloads (loop for payload below 100 collect payload)))
  (dolist (payload payloads) (cueline:concurrently queue 10 payload))
  (assert (equal (mapcar #'first (cueline:advance queue 5)) payloads))
  (assert (equal (mapcar #'first (cueline:finish queue)) payloads))
  (cueline:free queue))

(let ((sign (make-string 5000 :initial-element (code-char 228)))
      (cue (make-string 300 :initial-element #\b))
      (path (merge-pathnames "long.ron" *load-truename*))
      (files (cueline:make-library)))
  (with-open-file (file path :direction :output :if-exists :supersede :external-format :utf-8)
    (format file "(version: 1, clips: {\"long\": (duration: \"10ms\",
    tracks: {\"sign\": Text([(at: 0, value: \"~a\")])}, cues: [(at: \"5ms\", name: \"~a\", kind: Effect)])})" sign cue))
  (cueline:load-file files "long.ron" path)
  (let* ((clip (cueline:find-clip files "long"))
         (player (cueline:make-player clip 0 :passes 100))
         (events (cueline:play-up-to player 1000)))
    (assert (= (length events) 201))      ; the start, 100 cues, 99 loops, the end
    (assert (equal (remove nil (mapcar #'fourth events)) (make-list 100 :initial-element cue)))
    (assert (equal (cueline:player-text player clip "sign" 1000) sign))
    (let ((name (make-string 5000 :initial-element #\x)))
      (handler-case (progn (cueline:player-text player clip name 1000) (error "a property that does not exist was not refused"))
        (cueline:refused (refused) (assert (search name (princ-to-string refused))))))))
