import { afterAll, afterEach, expect, test } from 'vitest'
import { createAlarm, deleteAlarm, getNotices } from '#contract/alarms/alarms.calls.ts'
import { limitBytes } from '#domain/alarms.ts'
import { writeNotices } from '#server/alarm-engine/write-notices.ts'
import { openMailServer } from '#server/mail/mail-server.ts'
import { sendDueMails } from '#server/mail/send-mails.ts'
import { COMPANIES } from '#test/fleet.ts'
import { openTestMailServer } from '#test/mail-server.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { sendDigests } from './send-digests.ts'

const mailServer = await openTestMailServer()
const portal = await startPortal({
  now: new Date('2026-11-21T15:00:00Z'),
  env: { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://enlace.test' },
})
afterEach(async () => {
  for (const table of ['mails', 'alarm_notices', 'alarm_digests', 'alarms'] as const)
    await portal.db.deleteFrom(table).execute()
})
afterAll(async () => {
  await portal.close()
  await mailServer.close()
})

const pass = (minutes: number): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000)
}
const simsOf = (companyId: number): string[] =>
  portal.fleet.sims.filter((sim) => sim.companyId === companyId).map(({ iccid }) => iccid)
interface Made {
  readonly name?: string
  readonly email?: string
  readonly company?: number
  readonly action?: '0' | '1'
  readonly english?: boolean
}
async function make({
  name = '',
  email = 'ops@andes.test',
  company = COMPANIES.andes,
  action = '0',
  english = false,
}: Made = {}) {
  const response = await portal.request(
    createAlarm,
    'admin',
    { body: { name, company, plan: '', limit: 1000, email, active: '1', action } },
    { headers: english ? { 'accept-language': 'en' } : {} },
  )
  const alarmId: number = response.json().data.alarmId
  return { companyId: company, alarmId, planCode: '', limitMb: 1000, cutsData: action === '1' }
}
type Alarm = Awaited<ReturnType<typeof make>>
/** An alarm says of the n-th SIMs of its company that they are at the limit, or near it. */
async function say(alarm: Alarm, ns: readonly number[], kind: 'limit' | 'warning' = 'limit'): Promise<void> {
  const now = portal.clock.now
  const usedBytes = kind === 'limit' ? limitBytes(1200.5) : limitBytes(850)
  const notices = ns.map((n) => ({
    alarm,
    iccid: simsOf(alarm.companyId)[n] ?? '',
    cycleStart: '2026-11-01',
    kind,
    usedBytes,
  }))
  await portal.db.transaction().execute((trx) => writeNotices(trx, notices, { now, warningPercent: 80 }))
}
const mails = () =>
  portal.db.selectFrom('mails').select(['address', 'subject', 'text', 'language', 'kind']).orderBy('mail_id').execute()
const mailStates = async () => (await readRows(portal, getNotices, 'ana')).map(({ mail }) => mail)

test('the first news goes out at once, what comes within a quarter of an hour together at its end', async () => {
  const alarm = await make()
  await say(alarm, [0])
  await sendDigests(portal.services)
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    '1 SIM alcanzó su límite de datos · Transportes Andes Sur SpA',
  ])
  pass(1)
  await say(alarm, [1, 2])
  await sendDigests(portal.services)
  pass(13)
  await say(alarm, [3], 'warning')
  await sendDigests(portal.services)
  expect(await mails()).toHaveLength(1)
  expect((await mailStates()).sort()).toEqual(['queued', 'waiting', 'waiting', 'waiting'])
  pass(1)
  await sendDigests(portal.services)
  await sendDigests(portal.services)
  const [, second] = await mails()
  expect(second?.subject).toBe('2 SIMs alcanzaron su límite de datos · Transportes Andes Sur SpA')
  for (const n of [1, 2, 3]) expect(second?.text).toContain(simsOf(COMPANIES.andes)[n])
  expect(second?.text).toContain('  120\u00a0% · 1.201 de 1.000\u00a0MB\n')
  expect(second?.text).toContain('Una SIM se acerca al límite de una alarma.')
  expect(await mails()).toHaveLength(2)
  expect(await mailStates()).toEqual(['queued', 'queued', 'queued', 'queued'])
})

test('each recipient gets one mail with all notices, in the language of the user who saved the alarms', async () => {
  const [mine, ours] = [
    await make({ email: 'ana@andes.test' }),
    await make({ email: 'ANA@andes.test, luis@andes.test', english: true }),
  ]
  await say(mine, [0])
  await say(ours, [0, 1])
  await sendDigests(portal.services)
  const sent = await mails()
  expect(sent.map(({ address, language }) => [address, language])).toEqual([
    ['ana@andes.test', 'es'],
    ['luis@andes.test', 'en'],
  ])
  expect(sent.map(({ subject }) => subject)).toEqual([
    '2 SIMs alcanzaron su límite de datos · Transportes Andes Sur SpA',
    '2 SIMs reached the data limit · Transportes Andes Sur SpA',
  ])
  expect(sent[1]?.text).toContain('  120% · 1,201 of 1,000\u00a0MB\n')
})

test('the name of the only alarm leads a mail; of several, each leads what is said of its SIMs', async () => {
  const [fleet, cold] = [
    await make({ name: 'Flota RM', email: 'ana@andes.test, luis@andes.test' }),
    await make({ name: 'Cadena de frío', email: 'luis@andes.test' }),
  ]
  await say(fleet, [0])
  await say(fleet, [2, 3], 'warning')
  await say(cold, [1])
  await sendDigests(portal.services)
  const [one, several] = await mails()
  expect(one?.subject).toBe('Flota RM: 1 SIM alcanzó su límite de datos · Transportes Andes Sur SpA')
  expect(one?.text).toContain('Una SIM alcanzó el límite de la alarma Flota RM.')
  expect(one?.text).toContain('2 SIMs se acercan al límite de la alarma Flota RM.')
  expect(one?.text).not.toContain('Flota RM · 1.201')
  expect(several?.subject).toBe('2 SIMs alcanzaron su límite de datos · Transportes Andes Sur SpA')
  expect(several?.text).toContain('2 SIMs alcanzaron el límite de una alarma.')
  expect(several?.text).toContain('Flota RM · 1.201 de 1.000\u00a0MB')
  expect(several?.text).toContain('Cadena de frío · 1.201 de 1.000\u00a0MB')
})

test('one company does not wait for another, and two processes send each digest once', async () => {
  const [andes, pacifico] = [await make(), await make({ company: COMPANIES.pacifico, email: 'flota@pacifico.test' })]
  await say(andes, [0])
  await sendDigests(portal.services)
  await say(pacifico, [0])
  await Promise.all([sendDigests(portal.services), sendDigests(portal.services)])
  expect((await mails()).map(({ address }) => address)).toEqual(['ops@andes.test', 'flota@pacifico.test'])
})

test('a deleted alarm sends no mail, and a mail lists forty SIMs at most', async () => {
  const [gone, stays] = [await make({ email: 'gone@andes.test' }), await make()]
  await say(gone, [0])
  await say(
    stays,
    Array.from({ length: 50 }, (_, n) => n),
  )
  await portal.data(deleteAlarm, 'ana', { params: { id: gone.alarmId } })
  await sendDigests(portal.services)
  const [mail, ...others] = await mails()
  expect([mail?.address, others]).toEqual(['ops@andes.test', []])
  expect(mail?.text.match(/^ *89\d{17,18}$/gm)).toHaveLength(40)
  expect(mail?.text).toContain('Y 10 más: véalas todas en Enlace.')
  expect(new Set(await mailStates())).toEqual(new Set(['none', 'queued']))
})

test('the mail arrives at a mail server, and the list says so', async () => {
  const alarm = await make({ action: '1' })
  await say(alarm, [0])
  await sendDigests(portal.services)
  const server = openMailServer({ url: mailServer.url, from: 'Enlace <no-reply@enlace.test>' })
  await sendDueMails({ ...portal.services, server })
  server.close()
  const mail = mailServer.taken.at(-1) ?? ''
  expect(mail).toContain('To: ops@andes.test')
  expect(mail).toContain('Content-Type: text/html; charset=utf-8')
  expect(mail).toContain('https://enlace.test/alarm-notified')
  expect(await mailStates()).toEqual(['sent'])
})
