import fc from 'fast-check'
import { afterEach } from 'vitest'
import { noteFailure, resetFailures } from './file-outcome.ts'
import { SEED, shareOf } from './share.ts'

fc.configureGlobal({ seed: SEED, numRuns: shareOf(100, 1_000) })

// the process may have run other files before
resetFailures()
afterEach(({ task }) => {
  if (task.result?.state === 'fail') noteFailure()
})
