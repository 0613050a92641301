import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { createDatabase } from './database.ts'
import { Notifications, notify } from './notifications.ts'

const database = await createTestDatabase()
const db = createDatabase(database.pool)
const notifications = new Notifications({ connectionString: database.connectionString, log: pino({ level: 'silent' }) })
afterAll(async () => {
  await notifications.close()
  await database.drop()
})

test('what a transaction notifies arrives when it commits, once for each payload, and never when it is rolled back', async () => {
  const received: string[] = []
  const stop = await notifications.listen('operationDue', (payload) => received.push(payload))
  const rolledBack = db.transaction().execute(async (trx) => {
    await notify(trx, 'operationDue', 'rolled back')
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await db.transaction().execute(async (trx) => {
    await notify(trx, 'operationDue', '1:2')
    await notify(trx, 'operationDue', '1:2')
    await notify(trx, 'mailDue')
    await notify(trx, 'operationDue', '1:3')
    expect(received).toEqual([])
  })
  await expect.poll(() => received).toEqual(['1:2', '1:3'])
  stop()
  await notify(db, 'operationDue', '1:4')
  expect(received).toEqual(['1:2', '1:3'])
})

test('a connection that was cut is opened again and listens to everything as before', async () => {
  const received: string[] = []
  const stops = [
    await notifications.listen('mailDue', () => received.push('mail')),
    await notifications.listen('operationDue', (payload) => received.push(payload)),
  ]
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'enlace-listen' AND datname = current_database()`,
  )
  expect(rowCount).toBe(1)
  await expect
    .poll(async () => {
      await notify(db, 'operationDue', 'again')
      await notify(db, 'mailDue')
      return received.slice(0, 2).sort()
    })
    .toEqual(['again', 'mail'])
  for (const stop of stops) stop()
})
