import { afterAll, afterEach } from 'vitest'
// loaded once in a process: this file runs for each test file, and a driver that were wrapped anew each time would have a hundred layers
import { failForRows } from './check-rows.ts'
import { failForStatements } from './check-statements.ts'

for (const fail of [failForRows, failForStatements]) {
  afterEach(fail)
  afterAll(fail)
}
