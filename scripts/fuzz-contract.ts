import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * The fuzz of the whole contract with as many requests as one has time for, each time others:
 * `node scripts/fuzz-contract.ts --inputs 10000 --seed 7 --only "POST /sim"`. What a seed has found it finds again.
 */
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
})

const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const env = { ...process.env, FUZZ_INPUTS: values.inputs, ENLACE_SEED: values.seed, FUZZ_ONLY: values.only }
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/contract-fuzz.test.ts'], {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
