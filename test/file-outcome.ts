let failed = false

/** Whether a test of this test file has failed so far. */
export const hasFailed = (): boolean => failed

export function noteFailure(): void {
  failed = true
}

export function resetFailures(): void {
  failed = false
}
