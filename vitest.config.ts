import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Minutes of waiting for killed workers, and of making things up: begun first, they pass beside everything else. */
const LONGEST = ['operations/faults.test.ts', 'test/contract-fuzz.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.some((name) => moduleId.endsWith(name))
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{contract,domain,server,web,database,test,scripts,bench}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    // one more than cores: some wait, for time-outs and for killed processes
    maxWorkers: 3,
    globalSetup: ['test/postgres.setup.ts'],
    setupFiles: ['test/each-file.setup.ts'],
    sequence: { sequencer: LongestFirst },
    // what hangs is told from what is slow on a machine of which others take half, too
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
