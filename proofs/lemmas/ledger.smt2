; By induction on calls: of one event of one tick, what was told as new and not retracted is what the simulation has reported,
; plus what is still in doubt. So after all doubts are settled a sound plays exactly as often as it happened.
; Rust: history::Ledger::report, rewind and settle.
(define-fun doubt_after_report ((reported Int) (doubt Int)) Int (ite (< 0 doubt) (- doubt 1) doubt))
(define-fun new_in_report ((reported Int) (doubt Int)) Int (ite (< 0 doubt) 0 1))
(define-fun doubt_after_rewind ((reported Int) (doubt Int)) Int (+ doubt reported))
(define-fun retracted_in_settle ((reported Int) (doubt Int)) Int doubt)

(declare-const reported Int)
(declare-const doubt Int)
(declare-const playing Int)
(assert (and (<= 0 reported) (<= 0 doubt) (= playing (+ reported doubt))))
(check-sat)
; A report: one more has happened; it is new, or takes one out of doubt.
(push)
(assert (not (= (+ playing (new_in_report reported doubt)) (+ reported 1 (doubt_after_report reported doubt)))))
(check-sat)
(pop)
; A rewind: what had happened is in doubt, and plays on.
(push)
(assert (not (= playing (+ 0 (doubt_after_rewind reported doubt)))))
(check-sat)
(pop)
; Settled: what has not happened again stops, and only what has happened plays.
(push)
(assert (not (= (- playing (retracted_in_settle reported doubt)) reported)))
(check-sat)
(pop)
; Doubt is never negative.
(push)
(assert (not (and (<= 0 (doubt_after_report reported doubt)) (<= 0 (doubt_after_rewind reported doubt)))))
(check-sat)
(pop)
