;;;; Cueline for Common Lisp (SBCL), over libcueline.so, in foreign calls of SBCL alone.
;;;;
;;;;     (load "cueline.lisp")
;;;;     (let ((queue (cueline:make-queue)))
;;;;       (cueline:enqueue queue 300 1)
;;;;       (cueline:advance queue 16))        ; => ((1 0.0533d0 nil) ...): payload, progress, whether it has ended
;;;;
;;;; Times are milliseconds, whole ones or rationals. A refused call signals CUELINE:REFUSED with its reason. CUELINE_LIBRARY
;;;; names the library if it is not where the system looks.
(defpackage :cueline
  (:use :common-lisp :sb-alien)
  (:export #:make-queue #:enqueue #:concurrently #:background #:advance #:finish #:digest #:free
           #:make-moving #:spring-to #:value #:make-flipbook #:frame #:refused
           #:make-library #:load-file #:find-clip #:find-timeline #:find-flipbook
           #:make-player #:load-player #:save #:play-up-to #:pause #:resume #:set-speed #:fade-out #:player-value #:player-text
           #:blend))
(in-package :cueline)

(load-shared-object (or (sb-ext:posix-getenv "CUELINE_LIBRARY") "libcueline.so"))

(define-condition refused (error)
  ((reason :initarg :reason :reader reason))
  (:report (lambda (condition stream) (write-string (reason condition) stream))))

(defun octets (room) (make-array room :element-type '(unsigned-byte 8) :initial-element 0))
(defun decoded (octets) (sb-ext:octets-to-string octets :external-format :utf-8 :end (position 0 octets)))

(defun check (status)
  (unless (zerop status)
    (flet ((reason (place room)
             (alien-funcall (extern-alien "cueline_error" (function size-t system-area-pointer size-t)) place room)))
      (let ((reason (octets (reason (sb-sys:int-sap 0) 0))))
        (sb-sys:with-pinned-objects (reason) (reason (sb-sys:vector-sap reason) (length reason)))
        (error 'refused :reason (decoded reason))))))

(defmacro call (name &rest arguments)
  "Calls a function of cueline.h; an argument is (type value)."
  `(check (alien-funcall (extern-alien ,(format nil "cueline_~a" name) (function int ,@(mapcar #'first arguments)))
                         ,@(mapcar #'second arguments))))

(defmacro made (name &rest arguments)
  "Calls a function whose last argument is a place for a handle or a number, and returns what it wrote."
  `(with-alien ((place (unsigned 64) 0))
     (call ,name ,@arguments ((* (unsigned 64)) (addr place)))
     place))

(defmacro written (name &rest arguments)
  "The text that a call writes to its last two arguments, with room that grows until it fits; nil if there is none."
  `(loop for room = 64 then (* 2 room)
         for text = (octets room)
         for status = (sb-sys:with-pinned-objects (text)
                        (alien-funcall (extern-alien ,(format nil "cueline_~a" name)
                                                     (function int ,@(mapcar #'first arguments) system-area-pointer size-t))
                                       ,@(mapcar #'second arguments) (sb-sys:vector-sap text) room))
         unless (= status -9)              ; too small
           return (unless (= status -6)    ; unknown
                    (check status)
                    (decoded text))))

(defmacro listed ((element type read object) (name &rest arguments) form)
  "Collects FORM for each ELEMENT, number I, that a step of OBJECT reports; READ reads them all, however many they are."
  `(with-alien ((count size-t 0))
     (call ,name ((unsigned 64) ,object) ,@arguments (system-area-pointer (sb-sys:int-sap 0)) (size-t 0)
           ((* size-t) (addr count)))
     (let ((list (make-alien ,type (max count 1))))
       (unwind-protect
            (progn
              (call ,read ((unsigned 64) ,object) (size-t 0) ((* ,type) list) (size-t count) ((* size-t) (addr count)))
              (loop for i below count for ,element = (deref list i) collect ,form))
         (free-alien list)))))

(defun flicks (ms) (values (round (* ms 705600))))

(define-alien-type nil
    (struct update (payload (unsigned 64)) (entry (unsigned 64)) (elapsed (signed 64)) (before (signed 64))
            (duration (signed 64)) (at (signed 64)) (lateness (signed 64)) (progress double)
            (started int) (ended int) (role int) (reason int)))
(define-alien-type nil (struct picture (next-change (signed 64)) (frame (unsigned 32)) (is-over int)))

(defun make-queue () (made "queue_new" ((signed 64) 0)))
(macrolet ((door (name function)
             `(defun ,name (queue ms payload)
                (made ,function ((unsigned 64) queue) ((signed 64) (flicks ms)) ((unsigned 64) payload)))))
  (door enqueue "queue_enqueue")
  (door concurrently "queue_concurrently")
  (door background "queue_background"))

(macrolet ((updates (name &rest arguments)
             "The updates of a step: (payload progress ended) each."
             `(listed (update (struct update) "queue_updates" queue) (,name ,@arguments)
                (list (slot update 'payload) (slot update 'progress) (plusp (slot update 'ended))))))
  (defun advance (queue ms) (updates "queue_advance" ((signed 64) (flicks ms))))
  (defun finish (queue) (updates "queue_skip" (int 0) (system-area-pointer (sb-sys:int-sap 0)))))

(defun digest (object) (made "digest" ((unsigned 64) object)))
(defun free (object) (call "free" ((unsigned 64) object)))

(defun make-moving (value)
  (with-alien ((numbers double (coerce value 'double-float)))
    (made "moving_new" ((* double) (addr numbers)) (size-t 1))))
(defun spring-to (moving now target ms)
  (with-alien ((numbers double (coerce target 'double-float)))
    (call "moving_spring_to" ((unsigned 64) moving) ((signed 64) (flicks now)) ((* double) (addr numbers)) (size-t 1)
          ((signed 64) (flicks ms)) (double 0d0))))
(defun value (moving now)
  (with-alien ((numbers double 0d0))
    (call "moving_value" ((unsigned 64) moving) ((signed 64) (flicks now)) ((* double) (addr numbers)) (size-t 1))
    numbers))

(defun make-flipbook (frames ms)
  "Pictures of equal duration, over and over."
  (made "flipbook_equal" ((unsigned 32) frames) ((signed 64) (flicks ms)) (int 0) ((unsigned 32) 0) ((signed 64) 0)))
(defun frame (flipbook start now)
  "The picture that a flipbook begun at START shows at NOW, from 0. A function of two times, from any thread."
  (with-alien ((picture (struct picture)))
    (call "flipbook_at" ((unsigned 64) flipbook) ((signed 64) (flicks start)) ((signed 64) (flicks now))
          ((* (struct picture)) (addr picture)))
    (slot picture 'frame)))

;;; Files, and players of what is in them.

(define-alien-type nil
    (struct event (entry (unsigned 64)) (due (signed 64)) (lateness (signed 64)) (loop-index (unsigned 64))
            (kind int) (cue (unsigned 32)) (reason int) (backward int)))
(define-alien-type nil
    (struct play (delay (signed 64)) (from (signed 64)) (to (signed 64)) (speed-num (signed 64)) (speed-den (unsigned 64))
            (passes (unsigned 64)) (fade-in (signed 64)) (weight double) (repeat int) (coalesced int)))
(define-alien-type nil
    (struct state (position (signed 64)) (pass (signed 64)) (speed-num (signed 64)) (speed-den (unsigned 64)) (weight double)
            (phase int) (backward int) (is-paused int) (is-over int)))

(defun make-library () (made "library_new"))
(defun load-file (library name path)
  "Loads a file under a name, which says its format."
  (with-open-file (file path :element-type '(unsigned-byte 8))
    (let ((bytes (make-array (file-length file) :element-type '(unsigned-byte 8))))
      (read-sequence bytes file)
      (sb-sys:with-pinned-objects (bytes)
        (call "library_load" ((unsigned 64) library) (c-string name)
              (system-area-pointer (sb-sys:vector-sap bytes)) (size-t (length bytes)))))))
(defun find-clip (library name) (made "library_clip" ((unsigned 64) library) (c-string name)))
(defun find-timeline (library name) (made "library_timeline" ((unsigned 64) library) (c-string name)))
(defun find-flipbook (library name) (made "library_flipbook" ((unsigned 64) library) (c-string name)))

(defun make-player (what now &key (delay 0) (fade-in 0) (weight 1) (speed 1) (passes 1))
  "Plays a clip, timeline or flipbook; passes of 0 are endless ones, the speed is a rational."
  (with-alien ((play (struct play)))
    (setf (slot play 'delay) (flicks delay) (slot play 'from) 0 (slot play 'to) (1- (expt 2 63))
          (slot play 'speed-num) (numerator speed) (slot play 'speed-den) (denominator speed)
          (slot play 'passes) passes (slot play 'fade-in) (flicks fade-in) (slot play 'weight) (coerce weight 'double-float)
          (slot play 'repeat) 0 (slot play 'coalesced) 0)
    (made "player_new" ((unsigned 64) what) ((signed 64) (flicks now)) ((* (struct play)) (addr play)))))

(defun save (object)
  "The bytes of a state."
  (with-alien ((length size-t 0))
    (alien-funcall (extern-alien "cueline_save" (function int (unsigned 64) system-area-pointer size-t (* size-t)))
                   object (sb-sys:int-sap 0) 0 (addr length))
    (let ((bytes (make-array length :element-type '(unsigned-byte 8))))
      (sb-sys:with-pinned-objects (bytes)
        (call "save" ((unsigned 64) object) (system-area-pointer (sb-sys:vector-sap bytes)) (size-t length)
              ((* size-t) (addr length))))
      bytes)))
(defun load-player (what bytes)
  (sb-sys:with-pinned-objects (bytes)
    (made "player_load" ((unsigned 64) what) (system-area-pointer (sb-sys:vector-sap bytes)) (size-t (length bytes)))))

(defun cue-name (player event) (written "player_cue_name" ((unsigned 64) player) (size-t event)))
(defun play-up-to (player now)
  "What became due, in order: (kind item due name) each, the name of a cue or nil."
  (listed (event (struct event) "player_events" player) ("player_step" ((signed 64) (flicks now)))
    (list (aref #(:start :cue :loop :end) (slot event 'kind)) (slot event 'entry) (/ (slot event 'due) 705600) (cue-name player i))))

(defun pause (player now) (call "player_pause" ((unsigned 64) player) ((signed 64) (flicks now))))
(defun resume (player now) (call "player_resume" ((unsigned 64) player) ((signed 64) (flicks now))))
(defun set-speed (player now speed)
  (call "player_set_speed" ((unsigned 64) player) ((signed 64) (flicks now)) ((signed 64) (numerator speed))
        ((unsigned 64) (denominator speed))))
(defun fade-out (player now ms)
  (call "player_fade_out" ((unsigned 64) player) ((signed 64) (flicks now)) ((signed 64) (flicks ms))))

(defmacro numbers (name &rest arguments)
  "The numbers that a call writes to a list."
  `(with-alien ((numbers (array double 16)) (count size-t 0))
     (call ,name ,@arguments ((* double) (cast numbers (* double))) (size-t 16) ((* size-t) (addr count)))
     (loop for i below count collect (deref numbers i))))
(defun player-value (player name now)
  (numbers "player_value" ((unsigned 64) player) (c-string name) ((signed 64) (flicks now))))
(defun player-text (player what name now)
  (with-alien ((state (struct state)))
    (call "player_state" ((unsigned 64) player) ((signed 64) (flicks now)) ((* (struct state)) (addr state)))
    (or (written "playable_text" ((unsigned 64) what) (c-string name) ((signed 64) (slot state 'position)))
        (check -6))))
(defun blend (players name now)
  "The numbers of a property that several players write, each on top of those before it; none if nothing shows."
  (let ((handles (coerce players '(simple-array (unsigned-byte 64) (*)))))
    (sb-sys:with-pinned-objects (handles)
      (numbers "players_value" (system-area-pointer (sb-sys:vector-sap handles)) (size-t (length handles)) (c-string name)
               ((signed 64) (flicks now))))))
