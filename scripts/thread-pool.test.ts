import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FILE = join(import.meta.dirname, 'bootstrap/keep-thread-pool-awake.cjs')

/** Ends with the first job of the file system that it has not asked for itself. */
const UNTIL_A_JOB = `
  const { writeSync } = require('node:fs')
  require('node:async_hooks').createHook({ init(_, type) {
    if (type === 'FSREQCALLBACK') { writeSync(1, 'job'); process.exit() }
  } }).enable()
  setTimeout(() => {}, 60_000)`

test('a program that is started with it has a job for its thread pool, and still ends by itself', () => {
  const run = (script: string): string =>
    execFileSync(process.execPath, ['--require', FILE, '-e', script], { encoding: 'utf8' })
  expect(run(UNTIL_A_JOB)).toBe('job')
  expect(run('')).toBe('')
})
