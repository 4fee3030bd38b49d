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
           #:make-moving #:spring-to #:value #:make-flipbook #:frame #:refused))
(in-package :cueline)

(load-shared-object (or (sb-posix:getenv "CUELINE_LIBRARY") "libcueline.so"))

(define-condition refused (error)
  ((reason :initarg :reason :reader reason))
  (:report (lambda (condition stream) (write-string (reason condition) stream))))

(defun check (status)
  (unless (zerop status)
    (with-alien ((text (array char 512)))
      (alien-funcall (extern-alien "cueline_error" (function size-t (* char) size-t)) (cast text (* char)) 512)
      (error 'refused :reason (cast text c-string)))))

(defmacro call (name &rest arguments)
  "Calls a function of cueline.h; an argument is (type value)."
  `(check (alien-funcall (extern-alien ,(format nil "cueline_~a" name) (function int ,@(mapcar #'first arguments)))
                         ,@(mapcar #'second arguments))))

(defmacro made (name &rest arguments)
  "Calls a function whose last argument is a place for a handle or a number, and returns what it wrote."
  `(with-alien ((place (unsigned 64) 0))
     (call ,name ,@arguments ((* (unsigned 64)) (addr place)))
     place))

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

(defun updates (function)
  "The updates of a step: (payload progress ended) each."
  (with-alien ((updates (array (struct update) 16)) (count size-t 0))
    (funcall function (cast updates (* (struct update))) (addr count))
    (loop for i below (min count 16)
          for update = (deref updates i)
          collect (list (slot update 'payload) (slot update 'progress) (plusp (slot update 'ended))))))

(defun advance (queue ms)
  (updates (lambda (list count)
             (call "queue_advance" ((unsigned 64) queue) ((signed 64) (flicks ms)) ((* (struct update)) list)
                   (size-t 16) ((* size-t) count)))))
(defun finish (queue)
  (updates (lambda (list count)
             (call "queue_skip" ((unsigned 64) queue) (int 0) (system-area-pointer (sb-sys:int-sap 0)) ((* (struct update)) list)
                   (size-t 16) ((* size-t) count)))))

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
