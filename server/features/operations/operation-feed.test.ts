import { afterAll, expect, test } from 'vitest'
import type { Ctx } from '#server/context.ts'
import { createDatabase } from '#server/db/database.ts'
import { notify } from '#server/db/notifications.ts'
import { createPool } from '#server/db/pool.ts'
import { loadActor } from '#server/http/actor.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { OperationFeed } from './operation-feed.ts'

const portal = await startPortal()
const { services } = portal
// a pool of its own counts what the streams read
const pool = createPool({ connectionString: services.pool.options.connectionString ?? '', max: 5 })
const own = { pool, db: createDatabase(pool) }
afterAll(async () => {
  await pool.end()
  await portal.close()
})

const contextOf = async (person: FleetUser): Promise<Ctx> => {
  const actor = await loadActor(services, portal.fleet.people[person].userId)
  const readableCells = [{ ...services.cells.home, ...own }]
  return { ...services, ...own, now: services.clock(), actor, readableCells } as unknown as Ctx
}

/** An operation without lines, which no worker changes. */
async function addOperation(total: number): Promise<number> {
  const { operation_id } = await portal.db
    .insertInto('operations')
    .values({
      ...{ company_id: COMPANIES.andes, kind: 'hibernate', state: 'running', source: 'list', actor: 'ana@andes.test' },
      ...{ total, pending: total, created_at: portal.clock.now, updated_at: portal.clock.now },
    })
    .returning('operation_id')
    .executeTakeFirstOrThrow()
  return operation_id
}

test('many streams and many notifications of an operation are few reads, and each stream gets the last state', async () => {
  const CHANGES = 100
  const operationId = await addOperation(CHANGES)
  const feed = new OperationFeed(services.notifications)
  const percents: number[][] = []
  const follow = async (ctx: Ctx): Promise<void> => {
    const received: number[] = []
    percents.push(received)
    for await (const { percent } of feed.follow(ctx, { operationId, seconds: 3600 })) received.push(percent)
  }
  const readers = await Promise.all((['ana', 'luis', 'reseller'] as const).map(contextOf))
  const streams = Array.from({ length: 20 }, () => readers.map(follow)).flat()
  await expect.poll(() => percents.filter((received) => received.length === 1).length).toBe(60)
  let reads = 0
  pool.on('acquire', () => {
    reads++
  })
  const began = performance.now()
  for (let n = 0; n < CHANGES; n++)
    await portal.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('operations')
        .set(({ eb }) => ({ pending: eb('pending', '-', 1), succeeded: eb('succeeded', '+', 1) }))
        .where('operation_id', '=', operationId)
        .execute()
      await notify(trx, 'operationChanged', `${COMPANIES.andes}:${operationId}`)
    })
  await expect.poll(() => percents.every((received) => received.at(-1) === 100)).toBe(true)
  const seconds = (performance.now() - began) / 1000
  feed.endStreams()
  await Promise.all(streams)
  // of two scopes, each four times a second, and at the beginning and the end
  expect(reads).toBeLessThanOrEqual(2 * (4 * seconds + 2))
})
