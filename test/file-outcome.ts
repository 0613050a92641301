let failed = false

/** Whether a test of this test file has failed so far (each file has its own copy of this module). */
export const hasFailed = (): boolean => failed

export function noteFailure(): void {
  failed = true
}
