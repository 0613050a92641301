import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Finding, FUZZ_ENV, fuzzContract } from './contract-fuzz.ts'
import { type Portal, startPortal } from './portal.ts'

/** Of each call, always the same. scripts/fuzz-contract.ts makes more, and others. */
const INPUTS = 200
const SEED = 20_261_121
const { FUZZ_INPUTS, FUZZ_SEED = SEED, FUZZ_ONLY } = process.env

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: FUZZ_ENV })
})
afterAll(() => portal.close())

const TIME_MS = FUZZ_INPUTS ? 7 * 86_400_000 : 600_000

test(
  'whatever is sent to any call: no fault of the server, nothing of another company, always an answer',
  async () => {
    let told = 0
    // a long run tells what it has found as soon as it has
    const onCall = (call: string, ms: number, findings: readonly Finding[]) => {
      if (!FUZZ_INPUTS) return
      console.log(`${String(Math.round(ms)).padStart(7)} ms  ${call}`, ...findings.slice(told, told + 3))
      told = findings.length
    }
    const options = { inputs: Number(FUZZ_INPUTS ?? INPUTS), seed: Number(FUZZ_SEED), only: FUZZ_ONLY, onCall }
    const { requests, statuses, findings, neverWell } = await fuzzContract(portal, options)
    if (FUZZ_INPUTS) console.log(`Seed ${FUZZ_SEED}, ${requests} requests, answers`, statuses, 'never well:', neverWell)
    expect(findings.slice(0, 10)).toEqual([])
    // it is no fuzz when all is refused at the door
    expect(statuses[200]).toBeGreaterThan(requests / 20)
  },
  TIME_MS,
)
