import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createAlarm, getNotices, restoreNotice } from '#contract/alarms/alarms.calls.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { openRadiusClients } from '#server/ingest/radius/clients.ts'
import { listenForAccounting } from '#server/ingest/radius/listener.ts'
import { createRefusalCounter } from '#server/ingest/radius/refusals.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender, sendRecord } from '#server/ingest/radius/sender.ts'
import { storeInCells } from '#server/usage/intake.ts'
import { startUsageCounter } from '#server/usage/usage-counter.ts'
import { effectsOf } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { openTestMailServer } from '#test/mail-server.ts'
import { startPortal } from '#test/portal.ts'
import { startPortalWork } from '#test/portal-work.ts'
import { readRows } from '#test/read-list.ts'

const SECRET = 'enlace-demo'
const log = pino({ level: 'silent' })
const ends: (() => Promise<void> | void)[] = []

const mailServer = await openTestMailServer()
const portal = await startPortal({ env: { SMTP_URL: mailServer.url } })
const { db, secrets, clock } = portal.services
await db
  .transaction()
  .execute((trx) => addClient(trx, secrets, { name: 'Lab', addresses: '127.0.0.1/32', secret: SECRET }, clock()))
const clients = await openRadiusClients({ db, secrets, log })
const refusals = createRefusalCounter(db, log, clock)
const counter = startUsageCounter({ db, log })
const place = { host: '127.0.0.1', port: 0 }
const listener = await listenForAccounting({
  store: storeInCells(portal.services.cells),
  clients,
  refusals,
  log,
  clock,
  address: place,
  onStored: counter.notify,
})
const port = listener.port
const endWork = await startPortalWork(portal)
const endClock = setInterval(() => {
  portal.clock.now = new Date()
}, 50)
ends.push(endWork, listener.close, counter.stop, refusals.close, clients.close, () => clearInterval(endClock))
afterAll(async () => {
  for (const end of ends) await end()
  await portal.close()
  await mailServer.close()
})

test('an accounting packet over the limit becomes a notice, a mail at its mail server and a cut in the network, and a person takes it back', async () => {
  const sim = portal.fleet.sims.find(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
  if (!sim) throw new Error('no active SIM')
  const body = { company: COMPANIES.andes, plan: '', limit: 50, email: 'ops@andes.test', active: '1', action: '1' } as const
  await portal.data(createAlarm, 'ana', { body })
  const sender = await openSender({ host: '127.0.0.1', port, secret: Buffer.from(SECRET), timeoutMs: 5_000 })
  const now = Date.now()
  await sendRecord(sender, {
    kind: 'updated',
    clientId: 0,
    nas: 'ggsn0',
    imsi: sim.imsi,
    sessionKey: 'RUNAWAY',
    atMs: now,
    hasSourceClock: true,
    seconds: 1,
    inputBytes: 0,
    outputBytes: 64 * BYTES_PER_MB,
    facts: { apn: 'm2m.enlace' },
    fingerprint: '',
  })
  await sender.close()
  const notice = async () => (await readRows(portal, getNotices, 'ana'))[0] ?? { noticeId: 0 }
  const wait = { interval: 100 }
  await expect.poll(notice, wait).toMatchObject({ icc: sim.iccid, kind: 'limit', mail: 'sent', action: 'cut' })
  expect(mailServer.taken).toHaveLength(1)
  expect(mailServer.taken[0]).toContain('To: ops@andes.test')
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut'])
  await portal.data(restoreNotice, 'ana', { params: { id: (await notice()).noticeId }, body: {} })
  await expect.poll(notice, wait).toMatchObject({ action: 'restored', muted: true })
  expect(await effectsOf(portal, sim.iccid)).toEqual(['data_cut', 'data_restored'])
})
