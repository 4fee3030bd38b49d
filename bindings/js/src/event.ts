/** Why something was called or reported. */
export type Reason = 'played' | 'skipped' | 'sought' | 'resimulated' | 'cancelled' | 'muted';

/** The reasons by their numbers in the module. */
export const REASONS: readonly Reason[] = ['played', 'skipped', 'sought', 'resimulated', 'cancelled', 'muted'];
/** The kinds of events by their numbers in the module. */
export const KINDS = ['start', 'cue', 'loop', 'end'] as const;
