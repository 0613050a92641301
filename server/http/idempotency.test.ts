import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { editCustom } from '#contract/sims/sim-tools.calls.ts'
import { createPool } from '#server/db/pool.ts'
import { closeWorkerIdentity, workerIdentityOf } from '#server/db/worker-identity.ts'
import { failWrites } from '#test/fail-writes.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

test('a request whose process died is done at once by the next one with its key, and waits while the process lives', async () => {
  const { iccid = '' } = portal.fleet.sims.find(({ companyId, status }) => companyId === 3 && status === 2) ?? {}
  const body = { icc: iccid, customField1: 'otra' }
  const { connectionString = '' } = portal.services.pool.options
  // another process: it has claimed the request and works on it
  const pool = createPool({ connectionString, max: 1 })
  const { workerId } = await workerIdentityOf(pool)
  const { userId, companyId } = portal.fleet.people.ana
  await portal.db
    .insertInto('idempotency_keys')
    .values({
      ...{ company_id: companyId, user_id: userId, key: 'k-1', created_at: portal.clock.now, worker_id: workerId },
      request_hash: createHash('sha256')
        .update(`POST /api${editCustom.path}\n${JSON.stringify(body)}`)
        .digest(),
    })
    .execute()
  let isAnswered = false
  const asked = portal.request(editCustom, 'ana', { body }, { headers: { 'idempotency-key': 'k-1' } }).then((response) => {
    isAnswered = true
    return response
  })
  await sleep(1_000)
  expect(isAnswered).toBe(false)
  await closeWorkerIdentity(pool)
  await pool.end()
  expect((await asked).json()).toMatchObject({ status: true, data: { customField1: 'otra', changed: ['customField1'] } })
  // from now on it has its answer
  const again = await portal.request(editCustom, 'ana', { body }, { headers: { 'idempotency-key': 'k-1' } })
  expect(again.json()).toMatchObject({ data: { changed: ['customField1'] } })
})

test('a request that ends in favour of another is answered by 503 with Retry-After, and is done by the next one with its key', async () => {
  const { iccid = '' } = portal.fleet.sims.find(({ companyId, status }) => companyId === 3 && status === 2) ?? {}
  const edit = () =>
    portal.request(
      editCustom,
      'ana',
      { body: { icc: iccid, customField1: 'después' } },
      { headers: { 'idempotency-key': 'k-2' } },
    )
  const allow = await failWrites(portal.db, 'audit_log', 'deadlocked')
  const ended = await edit()
  expect([ended.statusCode, ended.json().code, ended.headers['retry-after']]).toEqual([503, 'unavailable', '1'])
  await allow()
  expect((await edit()).json()).toMatchObject({ status: true, data: { changed: ['customField1'] } })
})
