import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import * as calls from '#contract/support/support.calls.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage } from '#test/read-list.ts'

const portal = await startPortal()
afterEach(async () => {
  await sql`TRUNCATE support_messages, support_conversations`.execute(portal.db)
  portal.clock.now = new Date()
})
afterAll(() => portal.close())

const write = (person: FleetUser, text: string, more: object = {}) =>
  portal.data(calls.writeToSupport, person, { body: { key: randomUUID(), text, ...more } })
const own = (person: FleetUser) => portal.data(calls.getOwnConversation, person)
const list = (query: Record<string, string> = {}) => readPage(portal, calls.listConversations, 'admin', { query })
const onlyId = async () => (await list({ show: 'open' })).rows[0]?.conversationId ?? 0
const answer = async (text: string, conversationId?: number) =>
  portal.data(calls.answerConversation, 'admin', {
    params: { conversationId: conversationId ?? (await onlyId()) },
    body: { key: randomUUID(), text },
  })
const change = (conversationId: number, body: { state?: 'open' | 'closed'; isMine?: boolean }) =>
  portal.envelope(calls.changeConversation, 'admin', { params: { conversationId }, body })

test('a question reaches the operator with where it was asked, and the answer comes back', async () => {
  const sim = portal.fleet.sims.find(({ companyId }) => companyId === COMPANIES.andes)
  await write('ana', ' La cámara está muda \n', { page: `/sims/${sim?.iccid}`, title: 'SIM', icc: sim?.iccid })
  const { rows } = await list()
  expect(rows).toMatchObject([
    { companyName: 'Transportes Andes Sur SpA', person: 'ana', lastSide: 'person', lastText: 'La cámara está muda', unread: 1 },
  ])
  const conversationId = rows[0]?.conversationId ?? 0
  const seen = await portal.data(calls.getConversation, 'admin', { params: { conversationId } })
  expect(seen).toMatchObject({ email: 'ana@andes.test', isMine: false, assignee: '', unread: 1, state: 'open' })
  expect(seen.messages).toMatchObject([{ messageNo: 1, text: 'La cámara está muda', icc: sim?.iccid, language: 'es' }])
  await answer('La reiniciamos')
  expect(await own('ana')).toMatchObject({
    unread: 1,
    messages: [{}, { side: 'operator', author: 'admin', text: 'La reiniciamos' }],
  })
  expect((await list({ show: 'waiting' })).rows).toEqual([])
  expect((await list({ show: 'mine' })).rows).toMatchObject([{ assignee: 'admin', waitingSince: null }])
})

test('a conversation is its person’s: neither a colleague, nor those above, nor another company finds it', async () => {
  await write('ana', 'Solo para el operador')
  for (const person of ['luis', 'reseller', 'sub', 'flota'] as const) {
    expect((await own(person)).messages).toEqual([])
    const conversationId = await onlyId()
    const refused = await portal.request(calls.getConversation, person, { params: { conversationId } })
    expect(refused.statusCode).toBe(403)
  }
  const unknown = await portal.envelope(calls.getConversation, 'admin', { params: { conversationId: 987_654 } })
  expect(unknown).toMatchObject({ code: 'not_found', error: 'No existe esa conversación' })
})

test('of a SIM that its writer may not see nothing is kept', async () => {
  const foreign = portal.fleet.sims.find(({ companyId }) => companyId === COMPANIES.pacifico)
  const mine = portal.fleet.sims.find(({ companyId }) => companyId === COMPANIES.andes)
  expect((await write('ana', 'Hola', { icc: foreign?.iccid })).icc).toBeNull()
  // no permit to see SIMs
  expect((await write('nadie', 'Hola', { icc: mine?.iccid })).icc).toBeNull()
  expect((await write('luis', 'Hola', { icc: mine?.iccid })).icc).toBe(mine?.iccid)
})

test('sent again with the same key, also at the same time, a message is there once', async () => {
  const body = { key: randomUUID(), text: 'Una sola vez' }
  const sent = await Promise.all(Array.from({ length: 6 }, () => portal.data(calls.writeToSupport, 'ana', { body })))
  expect(new Set(sent.map(({ messageNo }) => messageNo))).toEqual(new Set([1]))
  expect((await own('ana')).messages).toHaveLength(1)
  expect((await list()).rows).toMatchObject([{ unread: 1 }])
})

test('messages and reading marks that cross each other leave the right counts', async () => {
  await write('ana', 'Primera')
  const conversationId = await onlyId()
  const read = (upTo: number) => portal.data(calls.readConversation, 'admin', { params: { conversationId }, body: { upTo } })
  await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => write('ana', `Pregunta ${n}`)),
    ...Array.from({ length: 8 }, (_, n) => answer(`Respuesta ${n}`, conversationId)),
    ...[1, 3, 2, 5].map(read),
  ])
  const { messages } = await own('ana')
  expect(messages.map(({ messageNo }) => messageNo)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  const isUnread = ({ messageNo, side }: (typeof messages)[number], of: string, after: number) =>
    side === of && messageNo > after
  const { rows } = await sql<{ no: number; unread: number; person: number }>`
    SELECT operator_read_no AS no, operator_unread AS unread, person_unread AS person FROM support_conversations`.execute(
    portal.db,
  )
  const { no = 0, unread, person } = rows[0] ?? {}
  expect(unread).toBe(messages.filter((message) => isUnread(message, 'person', no)).length)
  expect(person).toBe(8)
  expect(await portal.data(calls.readOwnConversation, 'ana', { body: { upTo: 17 } })).toEqual({ unread: 0 })
  expect((await own('ana')).unread).toBe(0)
  expect(await read(17)).toEqual({ unread: 0 })
})

test('a closed conversation is not waiting; a new message reopens it', async () => {
  await write('ana', 'Listo, gracias')
  const conversationId = await onlyId()
  expect(await change(conversationId, { state: 'closed' })).toMatchObject({ message: 'Conversación cerrada' })
  expect([(await list({ show: 'waiting' })).rows, (await list({ show: 'open' })).rows]).toEqual([[], []])
  expect((await list({ show: 'closed' })).rows).toMatchObject([{ state: 'closed', conversationId }])
  expect((await own('ana')).state).toBe('closed')
  await write('ana', 'Una cosa más')
  expect((await list({ show: 'waiting' })).rows).toMatchObject([{ state: 'open', conversationId }])
  expect(await change(conversationId, { isMine: true })).toMatchObject({ message: 'Conversación asignada a usted' })
  expect((await list({ show: 'mine' })).rows).toHaveLength(1)
  expect(await change(conversationId, { isMine: false })).toMatchObject({ status: true })
  expect((await list({ show: 'mine' })).rows).toEqual([])
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_log WHERE entity = 'conversation' AND entity_id = ${String(conversationId)} ORDER BY audit_id`.execute(
    portal.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['conversation.closed', 'conversation.taken', 'conversation.released'])
})

test('each list of open conversations has its count', async () => {
  const counts = async () => (await portal.data(calls.countConversations, 'admin', {})).counts
  expect(await counts()).toEqual([])
  await write('ana', 'Una')
  await answer('Respondida')
  await write('luis', 'Otra')
  expect(await counts()).toEqual([
    { value: 'mine', count: 1 },
    { value: 'open', count: 2 },
    { value: 'waiting', count: 1 },
  ])
  await change(await onlyId(), { state: 'closed' })
  expect(await counts()).toEqual([
    { value: 'mine', count: 1 },
    { value: 'open', count: 1 },
  ])
})

test('conversations come by pages, each of them once: who waits longest first, and the newest first', async () => {
  await sql`
    INSERT INTO support_conversations (company_id, user_id, person_language, last_no, last_at, waiting_since, operator_unread, created_at,
      updated_at)
    SELECT ${COMPANIES.andes}, 1000 + n, 'es', 1, now() - n / 2 * interval '1 minute', now() - n / 2 * interval '1 minute', 1, now(), now()
    FROM generate_series(1, 25) n`.execute(portal.db)
  for (const show of ['waiting', 'open'] as const) {
    const seen: { conversationId: number; lastAt: string }[] = []
    let cursor: string | undefined
    do {
      const { rows, next } = await list({ show, limit: '7', ...(cursor ? { cursor } : {}) })
      seen.push(...rows)
      cursor = next === undefined ? undefined : String(next)
    } while (cursor)
    expect(new Set(seen.map(({ conversationId }) => conversationId)).size).toBe(25)
    const times = seen.map(({ lastAt }) => lastAt)
    expect(times).toEqual(show === 'waiting' ? times.toSorted() : times.toSorted().reverse())
  }
  const refused = await portal.request(calls.listConversations, 'admin', { query: { cursor: 'nonsense' } })
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['cursor']])
})

test('older messages come by pages', async () => {
  await write('ana', 'Uno')
  const conversationId = await onlyId()
  for (let n = 2; n <= 52; n++) await answer(String(n), conversationId)
  const last = await own('ana')
  expect([last.messages[0]?.messageNo, last.messages.length, last.hasOlder]).toEqual([3, 50, true])
  const older = await portal.data(calls.getOwnConversation, 'ana', { query: { before: 3 } })
  expect([older.messages.map(({ messageNo }) => messageNo), older.hasOlder]).toEqual([[1, 2], false])
})

test('an empty message, one that is too long and too many a minute are refused', async () => {
  const send = (text: string) => portal.envelope(calls.writeToSupport, 'ana', { body: { key: randomUUID(), text } })
  expect(await send('  ')).toMatchObject({ code: 'invalid_request', fields: { text: 'Este campo es requerido' } })
  expect(await send('x'.repeat(4001))).toMatchObject({ fields: { text: 'El mensaje tiene más de 4000 caracteres' } })
  expect(await send('x'.repeat(4000))).toMatchObject({ status: true })
  for (let n = 2; n <= 20; n++) expect((await send(`n ${n}`)).status).toBe(true)
  expect(await send('una más')).toMatchObject({ code: 'too_many_requests' })
  portal.clock.now = new Date(portal.clock.now.getTime() + 61_000)
  expect((await send('una más')).status).toBe(true)
})
