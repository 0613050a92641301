import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { foldTallies } from '#server/records/sim-tallies.ts'
import { startPortal } from '#test/portal.ts'
import { setSims } from '#test/set-sims.ts'
import { retireSims } from './retire-sims.ts'

const DAY_MS = 86_400_000

const portal = await startPortal()
afterAll(() => portal.close())

test('a terminated SIM is retired after 50 days, once, and not a day before', async () => {
  const { db, clock, fleet } = portal
  const [young, old, other] = fleet.sims.filter(({ status }) => status === STATUS.active).map(({ iccid }) => iccid)
  if (!young || !old || !other) throw new Error('too few SIMs')
  const terminate = (iccid: string, days: number) =>
    setSims(db, iccid, {
      administrative_status: STATUS.terminated,
      status_since: new Date(clock.now.getTime() - days * DAY_MS),
    })
  await terminate(young, 49)
  await terminate(old, 50)
  expect(await retireSims(db, clock.now)).toBe(1)
  expect(await retireSims(db, clock.now)).toBe(0)
  const rows = await db
    .selectFrom('sims')
    .select(['iccid', 'administrative_status as status', 'previous_status as before', 'status_since as since'])
    .where('iccid', 'in', [young, old, other])
    .execute()
  const of = (iccid: string) => rows.find((row) => row.iccid === iccid)
  expect(of(young)?.status).toBe(STATUS.terminated)
  expect(of(old)).toMatchObject({ status: STATUS.retired, before: STATUS.terminated, since: clock.now })
  expect(of(other)?.status).toBe(STATUS.active)
  const events = await db.selectFrom('sim_events').selectAll().where('iccid', '=', old).where('kind', '=', 'retired').execute()
  expect(events).toMatchObject([{ from_status: STATUS.terminated, to_status: STATUS.retired, actor: '' }])
  await foldTallies(db)
  const { rows: tallied } = await sql<{ sims: number }>`
    SELECT sum(sims)::int AS sims FROM fleet_tallies WHERE administrative_status = ${STATUS.retired}`.execute(db)
  expect(tallied[0]?.sims).toBe(1)
})
