/** Seconds between the reports of a session where its client has no setting (Acct-Interim-Interval, RFC 2869 section 5.16). */
export const DEFAULT_INTERIM_S = 900

/** Seconds beyond two intervals: a report that was lost and one that is late do not end a session. */
export const STALE_GRACE_S = 900

/** Milliseconds without a report after which a session no longer counts as connected. @param interimSeconds between reports */
export const staleAfterMs = (interimSeconds: number): number => (2 * interimSeconds + STALE_GRACE_S) * 1000
