import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { claimMessages } from './claim-messages.ts'

const MINUTE_MS = 60_000

const portal = await startPortal()
const { db, clock } = portal
afterAll(() => portal.close())
beforeEach(async () => {
  await db.deleteFrom('webhook_messages').execute()
  await db.deleteFrom('webhook_endpoints').execute()
})

const OWNERS = { [COMPANIES.andes]: 'ana', [COMPANIES.andesNorte]: 'sub', [COMPANIES.pacifico]: 'flota' } as const
type Owner = keyof typeof OWNERS

const addEndpoint = async (companyId: Owner): Promise<number> => {
  const { userId } = portal.fleet.people[OWNERS[companyId]]
  const { endpoint_id } = await db
    .insertInto('webhook_endpoints')
    .values({
      ...{ company_id: companyId, vouched_by: userId, url: 'https://empresa.test/', events: ['invoice.issued'], secret: 'x' },
      ...{ includes_below: false, is_active: true, language: 'es', created_at: clock.now, updated_at: clock.now },
    })
    .returning('endpoint_id')
    .executeTakeFirstOrThrow()
  return endpoint_id
}
/** Messages that are due since some minutes. */
const addDue = (companyId: Owner, endpointId: number, count: number, minutes: number) =>
  sql`
  INSERT INTO webhook_messages (company_id, endpoint_id, event, items, body, at, due_at)
  SELECT ${companyId}::int, ${endpointId}::int, 'invoice.issued', 1, '{}', due, due FROM (
    SELECT ${new Date(clock.now.getTime() - minutes * MINUTE_MS)}::timestamptz - n * interval '1 ms' AS due FROM generate_series(1, ${count}::int) n) d`.execute(
    db,
  )
async function addBacklog(companyId: Owner, endpoints: number): Promise<void> {
  for (let n = 0; n < endpoints; n++) await addDue(companyId, await addEndpoint(companyId), 20, 60)
}
const claim = async (limit = 50): Promise<number[]> =>
  (await claimMessages(db, clock.now, limit)).map(({ companyId }) => companyId)
const settle = (companyId: Owner) =>
  db
    .updateTable('webhook_messages')
    .set({ state: 'delivered', settled_at: clock.now })
    .where('company_id', '=', companyId)
    .where('state', '=', 'sending')
    .execute()

test('one that hangs holds up no other, and a failing one gets one attempt', async () => {
  const endpointId = await addEndpoint(COMPANIES.andes)
  await addDue(COMPANIES.andes, endpointId, 20, 60)
  expect(await claim()).toHaveLength(8)
  expect(await claim()).toEqual([])
  await settle(COMPANIES.andes)
  await db.updateTable('webhook_endpoints').set({ failing_since: clock.now }).execute()
  expect(await claim()).toHaveLength(1)
  expect(await claim()).toEqual([])
})

test('a company with ten slow endpoints and a backlog leaves room for the others, in every process', async () => {
  await addBacklog(COMPANIES.andes, 10)
  const other = await addEndpoint(COMPANIES.pacifico)
  expect(await claim()).toHaveLength(16)
  await addDue(COMPANIES.pacifico, other, 3, 0)
  expect(await claim()).toEqual([COMPANIES.pacifico, COMPANIES.pacifico, COMPANIES.pacifico])
  expect(await claim()).toEqual([])
  // what has ended makes room again
  await settle(COMPANIES.andes)
  expect(await claim()).toHaveLength(16)
})

test('whose company has fewer attempts under way comes first, however old the messages of others are', async () => {
  for (const companyId of [COMPANIES.andes, COMPANIES.andesNorte]) await addBacklog(companyId, 10)
  expect(await claim(20)).toHaveLength(20)
  await addDue(COMPANIES.pacifico, await addEndpoint(COMPANIES.pacifico), 3, 0)
  expect(await claim(2)).toEqual([COMPANIES.pacifico, COMPANIES.pacifico])
})

test('what is claimed at the same time is claimed once', async () => {
  await addBacklog(COMPANIES.andes, 10)
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimMessages(db, clock.now, 50)))
  const claimed = claims.flatMap((one) => one.map(({ messageId }) => messageId))
  expect(new Set(claimed).size).toBe(claimed.length)
  for (const one of claims) expect(one.length).toBeLessThanOrEqual(16)
  expect(await claim()).toEqual([])
})
