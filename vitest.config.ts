import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { declaredRows } from './scripts/test/declared-rows.ts'
import { workInScratchFolder } from './scripts/test/scratch-folder.ts'
import { shareOf } from './test/share.ts'

workInScratchFolder()

const root = import.meta.dirname
const ALL = '{client,contract,deploy,domain,server,terminal,web,test,lab,scripts,bench}/**/*.test.{ts,tsx}'
/** Tests that start processes of their own, which wait more than they work, and those that replace a module in theirs. */
const PROCESSES = '**/*.process.test.ts'
/** Builds the container image: `npm run test:image`, and before a release. */
const IMAGE = 'deploy/image/*.test.ts'

/** Loses machines, as root on Debian: `npm run drill`, and in the soak. */
const DRILLS = 'deploy/drill/*.drill.test.ts'

/** What imports nothing of test/ needs no database: rules, formats, codecs, what a page computes. */
const isPure = (file: string): boolean =>
  !/from '(#test\/|\.{1,2}\/(database|portal)\.ts')/.test(readFileSync(`${root}/${file}`, 'utf8'))
const pure = globSync(ALL, { cwd: root, exclude: [PROCESSES, IMAGE, DRILLS] }).filter(isPure)

const database = {
  globalSetup: ['test/postgres.setup.ts'],
  setupFiles: ['test/each-file.setup.ts', 'test/check-queries.setup.ts'],
}

export default defineConfig({
  test: {
    // what hangs is told from what is slow on a machine of which others take half, too; in the soak one test is a whole long walk
    testTimeout: shareOf(300_000, 1_800_000),
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          pool: 'threads',
          isolate: false,
          sequence: { groupOrder: 0 },
          setupFiles: ['test/each-file.setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [declaredRows(root)],
        // loading the server for each file anew takes two thirds of the time of a run
        // two more than cores: with one more, a sixth of the time is waiting
        test: {
          name: 'database',
          include: [ALL],
          exclude: [...pure, PROCESSES, IMAGE, DRILLS],
          pool: 'forks',
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          ...database,
        },
      },
      {
        extends: true,
        test: { name: 'process', include: [PROCESSES], pool: 'forks', maxWorkers: 2, sequence: { groupOrder: 2 }, ...database },
      },
      {
        extends: true,
        test: { name: 'image', include: [IMAGE], pool: 'forks', sequence: { groupOrder: 3 }, ...database },
      },
      {
        extends: true,
        test: { name: 'drill', include: [DRILLS], pool: 'forks', maxWorkers: 1, sequence: { groupOrder: 4 } },
      },
    ],
  },
})
