import { afterEach } from 'vitest'
import { noteFailure } from './file-outcome.ts'

afterEach(({ task }) => {
  if (task.result?.state === 'fail') noteFailure()
})
