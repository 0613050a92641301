import { afterAll, expect, test } from 'vitest'
import { countMails, exportMails, getMail, listMails, sendMail, sendTestMail } from '#contract/outbox/outbox.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { MAIL_STYLE } from '#server/mail/mail-layout.ts'
import { startPortal } from '#test/portal.ts'
import { readPage } from '#test/read-list.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const list = (query: Record<string, string> = {}) => readPage(portal, listMails, 'admin', { query })

test('a test mail is kept where there is no mail server, and can be read there as its reader would', async () => {
  const kept = await portal.envelope(sendTestMail, 'admin', { body: { address: 'ops@enlace.test' } })
  expect(kept).toMatchObject({
    status: true,
    message: 'El correo de prueba se guardó aquí, sin enviarse',
    data: { state: 'kept' },
  })
  const { mailId } = kept.data ?? { mailId: 0 }
  expect((await list()).rows[0]).toMatchObject({ mailId, kind: 'test', address: 'ops@enlace.test', state: 'kept', attempts: 0 })
  const mail = await portal.data(getMail, 'admin', { params: { mailId } })
  expect(mail).toMatchObject({ subject: 'Correo de prueba de Enlace', state: 'kept', canSend: false })
  expect(mail.text).toContain('El correo de Enlace funciona')
  // all its styles are in the sheet that the page's policy allows
  expect(mail.html.match(/<style>.*?<\/style>/gs)).toEqual([`<style>${MAIL_STYLE}</style>`])
  expect(mail.html).not.toMatch(/ style=|<script|<img|<link/)
  const again = await portal.envelope(sendMail, 'admin', { params: { mailId } })
  expect(again).toMatchObject({
    status: false,
    code: 'conflict',
    error: 'No hay servidor de correo (SMTP_URL): los correos se guardan aquí sin enviarse',
  })
})

test('mails come by pages and by state', async () => {
  for (let n = 0; n < 4; n++) await portal.data(sendTestMail, 'admin', { body: { address: `n${n}@enlace.test` } })
  const first = await list({ limit: '3' })
  const second = await list({ limit: '3', cursor: String(first.next) })
  expect([first.rows.length, second.rows.length, second.next]).toEqual([3, 2, undefined])
  expect((await list({ state: 'sent' })).rows).toEqual([])
})

test('the mails under a filter are downloaded in the order of their list, with their states and problems', async () => {
  for (let n = 0; n < 4; n++) await portal.data(sendTestMail, 'admin', { body: { address: `planilla${n}@enlace.test` } })
  const set = (address: string, values: { state: 'failed' | 'sent'; problem: string }) =>
    portal.db
      .updateTable('mails')
      .set({ ...values, settled_at: portal.clock.now })
      .where('address', '=', address)
      .execute()
  await set('planilla1@enlace.test', { state: 'failed', problem: '550 no such user' })
  await set('planilla2@enlace.test', { state: 'sent', problem: '' })
  const words: Readonly<Record<string, string>> = { kept: 'Sin servidor', failed: 'No enviado', sent: 'Enviado' }
  const filters: readonly [Record<string, string>, number][] = [
    [{ address: 'planilla' }, 4],
    [{ address: 'planilla', state: 'failed' }, 1],
  ]
  for (const [filter, count] of filters) {
    const [head = '', ...lines] = (await portal.request(exportMails, 'admin', { query: { format: 'csv', ...filter } })).body
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
    expect(head).toContain('Fecha;Asunto;Para;Estado;Intentos;Respuesta del servidor')
    const { rows } = await list(filter)
    expect(lines.map((line) => line.split(';').slice(1, 6))).toEqual(
      rows.map(({ subject, address, state, attempts, problem }) => [subject, address, words[state], String(attempts), problem]),
    )
    expect(rows).toHaveLength(count)
  }
})

test('mails are found by the beginning of their recipient and by their day, and counted by state', async () => {
  await portal.data(sendTestMail, 'admin', { body: { address: 'Luz_Marina@enlace.test' } })
  const found = async (query: Record<string, string>) => (await list(query)).rows.map(({ address }) => address)
  expect(await found({ address: ' luz_mar' })).toEqual(['Luz_Marina@enlace.test'])
  // neither a wildcard nor the middle of an address
  expect(await found({ address: 'luz%' })).toEqual([])
  expect(await found({ address: 'marina' })).toEqual([])
  const today = localDay(portal.clock.now, 'America/Santiago')
  const before = addDays(today, -1)
  expect(await found({ address: 'luz', from: today, to: today })).toHaveLength(1)
  expect(await found({ address: 'luz', to: before })).toEqual([])
  expect(await portal.data(countMails, 'admin', { query: { address: 'luz' } })).toEqual({
    counts: [{ value: 'kept', count: 1 }],
  })
})

test('a wrong address is refused at its field', async () => {
  const answer = await portal.envelope(sendTestMail, 'admin', { body: { address: 'nobody' } })
  expect(answer).toMatchObject({ status: false, fields: { address: 'El E-mail no es valido' } })
})
