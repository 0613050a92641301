import { afterAll, expect, test } from 'vitest'
import { type Finding, FUZZ_ENV, fuzzContract } from './contract-fuzz.ts'
import { startPortal } from './portal.ts'
import { SEED, shareOf } from './share.ts'

/** Of each call, or of those of which method and path contain FUZZ_ONLY. */
const INPUTS = shareOf(15, 10_000)
const { FUZZ_INPUTS = INPUTS, FUZZ_ONLY } = process.env
/** A long run says at once what it has found, and how far it is. */
const IS_LONG = Number(FUZZ_INPUTS) > 1_000

const portal = await startPortal({ env: FUZZ_ENV })
afterAll(() => portal.close())

const TIME_MS = IS_LONG ? 7 * 86_400_000 : 600_000

test(
  'whatever is sent to any call: no fault of the server, nothing of another company, always an answer',
  async () => {
    let reported = 0
    const onCall = (call: string, ms: number, findings: readonly Finding[]) => {
      if (!IS_LONG) return
      console.log(`${String(Math.round(ms)).padStart(7)} ms  ${call}`, ...findings.slice(reported, reported + 3))
      reported = findings.length
    }
    const options = { inputs: Number(FUZZ_INPUTS), seed: SEED, only: FUZZ_ONLY, onCall }
    const { requests, statuses, findings, neverWell } = await fuzzContract(portal, options)
    if (IS_LONG) console.log(`Seed ${SEED}, ${requests} requests, answers`, statuses, 'never well:', neverWell)
    expect(findings.slice(0, 10)).toEqual([])
    // it is no fuzz when all is refused at the door
    expect(statuses[200]).toBeGreaterThan(requests / 20)
  },
  TIME_MS,
)
