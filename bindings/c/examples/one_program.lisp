;;;; One program, one digest, in Common Lisp: sbcl --script one_program.lisp
(load (merge-pathnames "cueline.lisp" *load-truename*))

(let ((queue (cueline:make-queue)) (attack 1) (damage 2) (counter-attack 3) (toast 4))
  (cueline:enqueue queue 300 attack)
  (cueline:concurrently queue 500 damage)      ; with the attack
  (cueline:enqueue queue 300 counter-attack)   ; after both
  (cueline:background queue 1000 toast)        ; nothing waits for it
  (assert (equal (mapcar #'first (cueline:advance queue 100)) (list attack damage)))
  (format t "100 ms: ~(~16,'0x~)~%" (cueline:digest queue))
  (assert (equal (mapcar #'first (cueline:advance queue 450)) (list attack damage counter-attack toast)))
  (format t "550 ms: ~(~16,'0x~)~%" (cueline:digest queue))
  (cueline:finish queue)
  (format t "finished: ~(~16,'0x~)~%" (cueline:digest queue))
  (cueline:free queue)
  (handler-case (progn (cueline:digest queue) (error "a freed queue was not refused"))
    (cueline:refused (reason) (assert (search "was freed" (princ-to-string reason))))))

(let ((moving (cueline:make-moving 0)))
  (cueline:spring-to moving 0 100 400)
  (let ((x (cueline:value moving 150)))
    (format t "moving: ~(~8,'0x~8,'0x~)~%" (ldb (byte 32 0) (sb-kernel:double-float-high-bits x))
            (sb-kernel:double-float-low-bits x)))
  (cueline:free moving))
