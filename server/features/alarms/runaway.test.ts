import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createAlarm, getNotices, restoreNotice } from '#contract/alarms/alarms.calls.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { sendRecord } from '#server/ingest/radius/sender.ts'
import { startUsageCounter } from '#server/usage/usage-counter.ts'
import { effectsOf } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { openTestMailServer } from '#test/mail-server.ts'
import { startPortal } from '#test/portal.ts'
import { openGateway } from '#test/portal-gateway.ts'
import { startLiveWork } from '#test/portal-work.ts'
import { readRows } from '#test/read-list.ts'

const mailServer = await openTestMailServer()
const portal = await startPortal({ env: { SMTP_URL: mailServer.url } })
const counter = startUsageCounter({ db: portal.services.db, log: pino({ level: 'silent' }) })
const gateway = await openGateway(portal, counter.notify)
const endWork = await startLiveWork(portal)
afterAll(async () => {
  for (const end of [gateway.close, endWork, counter.stop]) await end()
  await portal.close()
  await mailServer.close()
})

test('an accounting packet over the limit becomes a notice, a mail at its mail server and a cut in the network, and a person takes it back', async () => {
  const sim = portal.fleet.sims.find(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
  if (!sim) throw new Error('no active SIM')
  const body = { company: COMPANIES.andes, plan: '', limit: 50, email: 'ops@andes.test', active: '1', action: '1' } as const
  await portal.data(createAlarm, 'ana', { body })
  const now = Date.now()
  await sendRecord(gateway.sender, {
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
