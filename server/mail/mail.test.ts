import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { inTransaction } from '#server/context.ts'
import { openTestMailServer, type TestMailServer } from '#test/mail-server.ts'
import { startPortal } from '#test/portal.ts'
import { enqueueMail } from './enqueue-mail.ts'
import { mailHtml, mailText } from './mail-layout.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { MAIL_TEMPLATES } from './mail-templates.ts'
import { sendDueMails, startMailWorker } from './send-mails.ts'

const open: (TestMailServer | { close: () => void })[] = []
const portal = await startPortal()
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
  await portal.db.deleteFrom('mails').execute()
})
afterAll(() => portal.close())

const config = (url: string) => ({ ...portal.services.config, SMTP_URL: url, MAIL_FROM: 'Enlace <no-reply@enlace.test>' })
function connect(url: string): MailServer {
  const server = openMailServer({ url, from: 'Enlace <no-reply@enlace.test>' })
  open.push(server)
  return server
}
async function serve(options = {}): Promise<TestMailServer> {
  const server = await openTestMailServer(options)
  open.push(server)
  return server
}
const facts = { sender: 'Ana Rojas', portal: 'https://enlace.test' }
async function queue(url: string, addresses = ['ana@andes.test'], language: 'es' | 'en' = 'es') {
  const services = { ...portal.services, config: config(url) }
  return inTransaction(services, (trx) =>
    enqueueMail(trx, services, { kind: 'test', facts, language, addresses, companyId: null, at: portal.clock.now }),
  )
}
const send = (server: MailServer) => sendDueMails({ ...portal.services, server })
const rows = () => portal.db.selectFrom('mails').selectAll().orderBy('mail_id').execute()
const states = async () => (await rows()).map(({ state, attempts }) => [state, attempts])
const later = (minutes: number): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000)
}

test('a mail arrives as text and HTML, each person gets their own, accents and all', async () => {
  const { url, taken } = await serve()
  await queue(url, ['ana@andes.test', 'josé@andes.test'])
  await send(connect(url))
  expect(await states()).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
  const mail = taken.find((one) => one.includes('To: ana@andes.test')) ?? ''
  expect(taken).toHaveLength(2)
  expect(mail).toMatch(/^From: Enlace <no-reply@enlace\.test>/m)
  expect(mail).toMatch(/^Subject: Correo de prueba de Enlace/m)
  expect(mail).toMatch(/^Message-ID: <\d+\.\w+@enlace>/im)
  expect(mail).toMatch(/^Auto-Submitted: auto-generated/im)
  expect(mail).toContain('Content-Type: text/plain; charset=utf-8')
  expect(mail).toContain('Content-Type: text/html; charset=utf-8')
})

test('each kind exists in both languages, as text and as HTML with escaped facts', () => {
  const sender = '<script>alert(1)</script>'
  for (const language of ['es', 'en'] as const) {
    const content = MAIL_TEMPLATES.test[language]({ sender, portal: 'https://enlace.test/?a="b"' })
    expect(mailText(content, language)).toContain(sender)
    const html = mailHtml(content, language)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toContain('<script>')
    expect(html).toContain('href="https://enlace.test/?a=&quot;b&quot;"')
  }
  const facts = {
    subject: 's',
    title: 't',
    paragraphs: ['p'],
    facts: [
      ['SIMs', '37'],
      ['Límite', '250 MB'],
    ],
  } as const
  expect(mailText(facts, 'es')).toContain('SIMs:   37\nLímite: 250 MB\n')
  expect(mailHtml(facts, 'es')).toContain('Límite')
})

test('a secret is in the mail that goes out, and nowhere once it is gone', async () => {
  const { url, taken } = await serve()
  const services = { ...portal.services, config: config(url) }
  const secret = { text: 'k3y-0f-th3-l1nk', box: services.secrets }
  const mail = { kind: 'test', language: 'es', companyId: null, at: portal.clock.now, secret } as const
  await inTransaction(services, (trx) =>
    enqueueMail(trx, services, {
      ...mail,
      facts: { ...facts, portal: `https://enlace.test/${secret.text}` },
      addresses: ['a@b.cl'],
    }),
  )
  expect(JSON.stringify(await rows())).not.toContain(secret.text)
  await send(connect(url))
  // as it is on the way: long lines are folded
  expect(taken[0]?.replaceAll(/=\r?\n/g, '')).toContain(`https://enlace.test/${secret.text}`)
  const [row] = await rows()
  expect([row?.state, row?.sealed_secret, row?.text.includes('https://enlace.test/••••••••')]).toEqual(['sent', null, true])
})

test('a mail belongs to the transaction that causes it', async () => {
  const { url } = await serve()
  const services = { ...portal.services, config: config(url) }
  const broken = inTransaction(services, async (trx) => {
    await enqueueMail(trx, services, {
      kind: 'test',
      facts,
      language: 'es',
      addresses: ['a@b.cl'],
      companyId: null,
      at: portal.clock.now,
    })
    throw new Error('the cause came to nothing')
  })
  await expect(broken).rejects.toThrow('came to nothing')
  expect(await rows()).toEqual([])
})

test('a server that says later is asked later, ever more seldom; one that says no is not asked again', async () => {
  let refusal = { message: 'try again', responseCode: 451 }
  const { url, attempts } = await serve({
    onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
      done(Object.assign(new Error(refusal.message), refusal)),
  })
  await queue(url)
  const server = connect(url)
  await send(server)
  await send(server)
  expect([attempts(), await states()]).toEqual([1, [['queued', 1]]])
  later(1)
  await send(server)
  later(0.7)
  await send(server)
  expect([attempts(), await states()]).toEqual([2, [['queued', 2]]])
  refusal = { message: 'no such person', responseCode: 550 }
  later(1)
  await send(server)
  later(60 * 24)
  await send(server)
  const [mail] = await rows()
  expect([attempts(), mail?.state, mail?.problem.includes('no such person'), mail?.settled_at !== null]).toEqual([
    3,
    'failed',
    true,
    true,
  ])
})

test('without a server there the mail waits, and goes when it is back', async () => {
  const gone = await openTestMailServer()
  await gone.close()
  await queue(gone.url)
  await send(connect(gone.url))
  expect(await states()).toEqual([['queued', 1]])
  const { url, taken } = await serve()
  later(1)
  await send(connect(url))
  expect([taken.length, await states()]).toEqual([1, [['sent', 2]]])
})

/** Takes a mail up to its last line, and is gone before it says so. */
async function serveAndDie(): Promise<{ url: string; close: () => void; asked: () => number }> {
  let asked = 0
  const server = createServer((socket) => {
    socket.write('220 test\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      const said = chunk.toString()
      if (said.startsWith('DATA')) asked++
      if (said.endsWith('\r\n.\r\n')) socket.destroy()
      else if (/^(EHLO|MAIL|RCPT)/.test(said)) socket.write('250 OK\r\n')
      else if (said.startsWith('DATA')) socket.write('354 go on\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close(), asked: () => asked }
}

test('a connection that breaks after the text was sent leaves it unknown: it is not sent twice', async () => {
  const dying = await serveAndDie()
  open.push(dying)
  const { url, attempts } = await serve()
  await queue(url)
  await send(connect(dying.url))
  later(60)
  await send(connect(url))
  expect([dying.asked(), attempts(), await states()]).toEqual([1, 0, [['unknown', 1]]])
})

test('two processes send each mail once; mails claimed by a dead one become unknown', async () => {
  const { url, taken } = await serve()
  await queue(
    url,
    Array.from({ length: 50 }, (_, n) => `p${n}@andes.test`),
  )
  const [first] = await rows()
  await portal.db
    .updateTable('mails')
    .set({ state: 'sending' })
    .where('mail_id', '=', first?.mail_id ?? 0)
    .execute()
  await Promise.all([send(connect(url)), send(connect(url))])
  expect([taken.length, new Set(taken.map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).size]).toEqual([49, 49])
  later(10)
  await send(connect(url))
  expect([taken.length, (await rows())[0]?.state]).toEqual([49, 'unknown'])
})

test('a worker sends by itself what was queued', async () => {
  const { url, taken } = await serve()
  const end = await startMailWorker({ ...portal.services, config: config(url) }, { error: () => undefined })
  await queue(url, ['luis@andes.test'], 'en')
  await expect.poll(() => taken.length).toBe(1)
  expect(taken[0]).toMatch(/^Subject: Test email from Enlace/m)
  await end()
})

test('without a mail server mails are kept to be read here', async () => {
  const services = { ...portal.services }
  const [mail] = await inTransaction(services, (trx) =>
    enqueueMail(trx, services, {
      kind: 'test',
      facts,
      language: 'es',
      addresses: ['ana@andes.test'],
      companyId: null,
      at: portal.clock.now,
    }),
  )
  expect(mail?.state).toBe('kept')
})
