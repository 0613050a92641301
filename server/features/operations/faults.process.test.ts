import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStandBy, FAULT_SIMS, faultRun, HARD_TIMES, prepareFaults } from '#test/fault-runs.ts'
import { FuzzRandom } from '#test/fuzz-random.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { SEED, shareOf } from '#test/share.ts'

const RUNS = shareOf(2, 200)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ network: HARD_TIMES })
  await prepareFaults(portal)
})
afterAll(async () => {
  await endStandBy()
  await portal.close()
})

test.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
  `run %i: workers die while ${FAULT_SIMS} SIMs are hibernated and brought back; nothing is lost, nothing happens twice`,
  async (run) => {
    const random = new FuzzRandom(run)
    const verdict = await faultRun(portal, () => random.next())
    expect(verdict.wrong).toEqual([])
    expect(verdict.succeeded).toBeGreaterThan(FAULT_SIMS)
  },
  400_000,
)
