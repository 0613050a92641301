import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  addAccountingClient,
  getAccounting,
  removeAccountingClient,
  saveAccountingClient,
} from '#contract/network-admin/accounting.calls.ts'
import { secretSealContext } from '#server/ingest/radius/clients.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const SETTINGS = { name: 'GGSN Santiago', addresses: '10.20.0.7/24', interimSeconds: 900, disconnectPort: 3799 }
const secretOf = async (clientId: number): Promise<string> => {
  const { secret } = await portal.db
    .selectFrom('radius_clients')
    .select('secret')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return portal.services.secrets.open(secret, secretSealContext(clientId))
}

test('an access server is added, changed and removed; its secret goes in and never comes out', async () => {
  const { clientId } = await portal.data(addAccountingClient, 'admin', { body: { ...SETTINGS, secret: 'Secreto-Uno' } })
  const read = await portal.data(getAccounting, 'admin')
  expect(read.clients).toMatchObject([
    { ...SETTINGS, clientId, addresses: '10.20.0.0/24', openSessions: 0, lastReportAt: null, droppedPackets: 0 },
  ])
  const params = { clientId: String(clientId) }
  await portal.data(saveAccountingClient, 'admin', { params, body: { ...SETTINGS, name: 'GGSN', disconnectPort: null } })
  expect(await secretOf(clientId)).toBe('Secreto-Uno')
  await portal.data(saveAccountingClient, 'admin', { params, body: { ...SETTINGS, secret: 'Secreto-Dos' } })
  expect(await secretOf(clientId)).toBe('Secreto-Dos')
  const moved = { ...SETTINGS, addresses: '10.66.0.1' }
  const refused = await portal.envelope(saveAccountingClient, 'admin', { params, body: moved })
  expect(refused.fields).toEqual({ secret: 'Cambió la conexión: escriba otra vez este secreto' })
  const { rows: audited } = await sql`SELECT action, "before"::text || "after"::text AS told FROM audit_log
    WHERE entity = 'radius_client'`.execute(portal.db)
  expect(audited).toHaveLength(3)
  expect(JSON.stringify([read, audited])).not.toContain('Secreto')
  await portal.data(removeAccountingClient, 'admin', { params })
  expect((await portal.data(getAccounting, 'admin')).clients).toEqual([])
  expect((await portal.envelope(removeAccountingClient, 'admin', { params })).code).toBe('not_found')
})

test('an invalid range, a taken one and a short secret are reported at their fields', async () => {
  const add = (more: object) =>
    portal.envelope(addAccountingClient, 'admin', { body: { ...SETTINGS, secret: 'Secreto-Uno', ...more } })
  expect((await add({ addresses: 'ggsn.movistar.cl' })).fields).toEqual({
    addresses: 'Escriba una dirección IP o un rango, como 10.20.0.0/24',
  })
  expect((await add({ secret: 'corto' })).fields).toEqual({ secret: 'El secreto debe tener al menos 8 caracteres' })
  await add({ addresses: '192.0.2.1' })
  expect(await add({ addresses: '192.0.2.1/32' })).toMatchObject({
    code: 'conflict',
    fields: { addresses: 'Ya hay un cliente con estas direcciones' },
  })
})

test('dropped packets and SIMs that are not ours are listed, the last ones first', async () => {
  const { db, clock } = portal
  const [older, later] = [new Date(clock.now.getTime() - 60_000), clock.now]
  const refusal = { reason: 'wrong_secret', times: 3, first_at: older }
  await portal.data(addAccountingClient, 'admin', {
    body: { ...SETTINGS, name: 'PGW', addresses: '192.0.2.8/31', secret: 'Secreto-Tres' },
  })
  await db
    .insertInto('radius_refusals')
    .values([
      { ...refusal, address: '192.0.2.9', last_at: older },
      { ...refusal, address: '192.0.2.8', last_at: later },
    ])
    .execute()
  const stranger = { imsi: '310260000000001', msisdn: '', client_id: 99, reason: 'unknown', records: 2, first_at: older }
  await db
    .insertInto('unknown_subscribers')
    .values({ ...stranger, last_at: later })
    .execute()
  const read = await portal.data(getAccounting, 'admin')
  expect(read.refusals.map(({ address, times }) => [address, times])).toEqual([
    ['192.0.2.8', 3],
    ['192.0.2.9', 3],
  ])
  // 192.0.2.1 of the test before has none
  expect(read.clients.map(({ addresses, droppedPackets }) => [addresses, droppedPackets])).toEqual([
    ['192.0.2.1/32', 0],
    ['192.0.2.8/31', 6],
  ])
  expect(read.unknown).toMatchObject([{ imsi: '310260000000001', reason: 'unknown', clientName: '', records: 2 }])
  expect(read).toMatchObject({ differences: [], stuck: 0 })
})
