import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import * as calls from '#contract/support/support.calls.ts'
import type { FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { notifyOperator, notifyPeople } from './send-unread.ts'

const MINUTE_MS = 60_000

const portal = await startPortal({ env: { PUBLIC_URL: 'https://portal.test' } })
afterEach(async () => {
  await sql`TRUNCATE support_messages, support_conversations, mails`.execute(portal.db)
  portal.clock.now = new Date()
})
afterAll(() => portal.close())

const pass = (minutes: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * MINUTE_MS)
}
const write = (person: FleetUser, text: string, language = 'es') =>
  portal.request(
    calls.writeToSupport,
    person,
    { body: { key: randomUUID(), text } },
    { headers: { 'accept-language': language } },
  )
const idOf = async (person: FleetUser) => {
  const { rows } = await sql<{ id: number }>`
    SELECT conversation_id AS id FROM support_conversations WHERE user_id = ${portal.fleet.people[person].userId}`.execute(
    portal.db,
  )
  return rows[0]?.id ?? 0
}
const answer = async (person: FleetUser, text: string) => {
  const params = { conversationId: await idOf(person) }
  return portal.data(calls.answerConversation, 'admin', { params, body: { key: randomUUID(), text } })
}
/** Two processes run at the same time, as they may. */
const notify = async () => {
  await Promise.all([notifyPeople, notifyOperator, notifyPeople, notifyOperator].map((work) => work(portal.services)))
  const { rows } = await sql<{ address: string; subject: string; text: string }>`
    SELECT address, subject, text FROM mails ORDER BY mail_id`.execute(portal.db)
  return rows
}

test('the operator is notified once of messages unread for five minutes, in one mail', async () => {
  await write('ana', 'Primera')
  await write('flota', 'Otra empresa')
  pass(4)
  await write('ana', 'Segunda')
  expect(await notify()).toEqual([])
  pass(1.1)
  const mails = await notify()
  expect(mails).toMatchObject([{ address: 'admin@enlace.test', subject: 'Hay 2 conversaciones de soporte sin leer' }])
  expect(mails[0]?.text).toContain('ana · Transportes Andes Sur SpA\n')
  expect(mails[0]?.text).toContain('Segunda')
  expect(mails[0]?.text).toContain('https://portal.test/support')
  await write('ana', 'Tercera')
  pass(20)
  expect(await notify()).toHaveLength(1)
  // still unread, an hour after the mail: later messages are reported
  pass(45)
  expect(await notify()).toHaveLength(2)
})

test('messages read in time cause no mail', async () => {
  await write('ana', 'Hola')
  await portal.data(calls.readConversation, 'admin', { params: { conversationId: await idOf('ana') }, body: { upTo: 1 } })
  await answer('ana', 'Buenas')
  await portal.data(calls.readOwnConversation, 'ana', { body: { upTo: 2 } })
  pass(10)
  expect(await notify()).toEqual([])
})

test('a user is notified in the language in which they wrote, with the address of the chat', async () => {
  await write('ana', 'Hello', 'en')
  await portal.data(calls.readConversation, 'admin', { params: { conversationId: await idOf('ana') }, body: { upTo: 1 } })
  await answer('ana', 'One moment')
  await answer('ana', 'It is <b>done</b>')
  pass(6)
  const [mail, ...others] = await notify()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ address: 'ana@andes.test', subject: 'Support replied to you' })
  expect(mail?.text).toContain('2 messages')
  expect(mail?.text).toContain('It is <b>done</b>')
  expect(mail?.text).toContain('https://portal.test/#support')
  // read, answered again: that is news
  await portal.data(calls.readOwnConversation, 'ana', { body: { upTo: 3 } })
  await answer('ana', 'And one more thing')
  pass(6)
  expect(await notify()).toHaveLength(2)
})

test('a deactivated user gets no mail', async () => {
  await write('luis', 'Hola')
  await portal.data(calls.readConversation, 'admin', { params: { conversationId: await idOf('luis') }, body: { upTo: 1 } })
  await answer('luis', 'Buenas')
  const { userId } = portal.fleet.people.luis
  await portal.db.updateTable('users').set({ deactivated_at: portal.clock.now }).where('user_id', '=', userId).execute()
  pass(6)
  expect(await notify()).toEqual([])
})
