import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { insertQueuedMessages } from '#server/records/sms-messages.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet } from '#test/fleet.ts'
import { openTestCentre, type TestCentre } from '#test/message-centre.ts'
import { selfSigned } from '#test/self-signed.ts'
import type { CommandAnswer } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { NetworkSim } from '../network-types.ts'
import type { SmppSettings } from './bind.ts'
import { openSmppLink, type SmppLink } from './link.ts'
import { numberField, octetsField, type Pdu, STATUS, textField } from './pdu.ts'
import { decodeText, partOf, userReferenceOf } from './short-message.ts'

const PATIENCE = { interval: 20 }

let database: TestDatabase
let centre: TestCentre
let links: SmppLink[] = []
let networkId: string
let clock: { now: Date }
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  centre = await openTestCentre()
  networkId = `n-${randomUUID().slice(0, 8)}`
  clock = { now: new Date() }
})
afterEach(async () => {
  await Promise.all(links.map((link) => link.close()))
  links = []
  await centre.down()
})

/** Another one with the same network is another process, or the same one after it was killed. */
function open(given: Partial<SmppSettings> = {}, lookMs?: number): SmppLink {
  const settings: SmppSettings = {
    host: '127.0.0.1',
    port: centre.port,
    isEncrypted: false,
    systemId: 'portal',
    password: 'secret',
    systemType: '',
    source: '777',
    addressing: 'iccid',
    windowSize: 10,
    submitsPerSecond: undefined,
    wantsInterim: true,
    remembersRequests: false,
    ...given,
  }
  const link = openSmppLink({
    networkId,
    pool: database.pool,
    clock: () => clock.now,
    log: pino({ level: 'silent' }),
    settings: async () => settings,
    ...(lookMs !== undefined && { lookMs }),
  })
  links.push(link)
  return link
}

function hear(link: SmppLink): NetworkEvent[] {
  const heard: NetworkEvent[] = []
  link.listen(async (events) => {
    heard.push(...events)
  })
  return heard
}

const sim: NetworkSim = { iccid: '8956030000000800019', imsi: '', msisdn: '56900000001' }
const send = (link: SmppLink, text: string, reference: string = randomUUID()): Promise<CommandAnswer> =>
  link.sendSms(sim, { text, reference, validitySeconds: 86_400 }, { requestId: reference })
const textsOf = (pdus: readonly Pdu[]): string[] =>
  pdus.map((pdu) => decodeText(partOf(pdu).octets, numberField(pdu, 'data_coding') ?? 0))
const receipt = (fields: object, stat = 'DELIVRD') => ({
  source_addr: sim.iccid,
  esm_class: 4,
  short_message: Buffer.from(`id:x sub:001 dlvrd:001 stat:${stat} err:000 text:`),
  ...fields,
})
const spoken = (text: string, fields: object = {}) => ({
  source_addr: sim.iccid,
  destination_addr: '1500',
  short_message: Buffer.from(text, 'latin1'),
  ...fields,
})
const keptByThePortal = async (name: string): Promise<void> => {
  const db = createDatabase(database.pool)
  await createFleet(db, clock.now)
  const sms = { text: 'Hola', userId: null, actor: 'ana@andes.test', at: clock.now }
  await insertQueuedMessages(db, sms, [{ companyId: COMPANIES.andes, iccid: sim.iccid, reference: name }])
}
const bound = () => expect.poll(() => centre.isBound(), PATIENCE).toBe(true)

test('a text arrives letter by letter, with the coding said and a receipt asked for', async () => {
  const link = open()
  expect(await send(link, 'Información: mañana habrá más €')).toEqual({ kind: 'accepted', reference: 'm-1' })
  expect(await send(link, '¿Señal? 5 €')).toMatchObject({ kind: 'accepted' })
  expect(textsOf(centre.submitted)).toEqual(['Información: mañana habrá más €', '¿Señal? 5 €'])
  const [first, second] = centre.submitted
  expect(first?.fields).toMatchObject({ destination_addr: sim.iccid, source_addr: '777', registered_delivery: 0x11 })
  expect(first && second && [numberField(first, 'data_coding'), numberField(second, 'data_coding')]).toEqual([8, 0])
  expect(first && textField(first, 'validity_period')).toBe('000001000000000R')
})

test('a long text goes in parts; it is delivered when all of them are, and by whatever name the centre tells', async () => {
  const link = open()
  const heard = hear(link)
  await bound()
  const name = randomUUID()
  expect(await send(link, 'ab'.repeat(200), name)).toMatchObject({ kind: 'accepted' })
  expect(textsOf(centre.submitted).join('')).toBe('ab'.repeat(200))
  const idOf = (part: number): string => {
    const at = centre.submitted.findIndex((pdu) => octetsField(pdu, 'short_message')[5] === part)
    return `m-${at + 1}`
  }
  // the whole reference, its low eight bits, and only the centre's id
  await centre.deliver(receipt({ user_message_reference: userReferenceOf(name, 1) }))
  await centre.deliver(receipt({ user_message_reference: userReferenceOf(name, 2) & 0xff }))
  expect(heard.filter(({ kind }) => kind === 'smsDelivered')).toEqual([])
  await centre.deliver(receipt({ receipted_message_id: Buffer.from(idOf(3)) }))
  expect(heard).toMatchObject([{ kind: 'smsDelivered', iccid: sim.iccid, reference: name, segments: 3 }])
})

test('a message waits, fails for a reason, and a receipt that comes again tells the same', async () => {
  const link = open()
  const heard = hear(link)
  await bound()
  const name = randomUUID()
  await send(link, 'Hola', name)
  const own = { user_message_reference: userReferenceOf(name, 1) }
  await centre.deliver(receipt({ ...own, esm_class: 0x20 }, 'ENROUTE'))
  for (let times = 0; times < 2; times++)
    await centre.deliver(receipt({ ...own, network_error_code: Buffer.of(3, 0, 27) }, 'UNDELIV'))
  expect(heard.map(({ kind }) => kind)).toEqual(['smsBuffered', 'smsFailed', 'smsFailed'])
  expect(heard[1]).toMatchObject({ reference: name, cause: 'absent_subscriber' })
  expect(heard[2]?.id).toBe(heard[1]?.id)
})

test('a receipt that belongs to no message is answered and tells nothing', async () => {
  const heard = hear(open())
  await bound()
  const reply = await centre.deliver(receipt({ receipted_message_id: Buffer.from('nobody knows') }))
  expect([reply.kind === 'answer' && reply.pdu.status, heard]).toEqual([STATUS.ok, []])
})

test('when the connection is cut between message and answer nobody guesses: unknown, sent once, settled by its receipt', async () => {
  const link = open()
  const heard = hear(link)
  await bound()
  const answer = centre.onSubmit
  centre.onSubmit = async (pdu) => {
    await answer(pdu)
    centre.cut()
    return undefined
  }
  const name = randomUUID()
  expect(await send(link, 'Hola', name)).toEqual({ kind: 'unknown', why: 'connection' })
  centre.onSubmit = answer
  await expect.poll(() => centre.binds.length, PATIENCE).toBe(2)
  await bound()
  // the id was never told: what the portal keeps of the message is enough to know whose receipt it is
  await keptByThePortal(name)
  await centre.deliver(receipt({ user_message_reference: userReferenceOf(name, 1), receipted_message_id: Buffer.from('m-1') }))
  expect(heard).toMatchObject([{ kind: 'smsDelivered', reference: name, segments: 1 }])
  expect(centre.submitted).toHaveLength(1)
})

test('a centre that goes down and comes back is found again; what was never sent says so', async () => {
  const link = open()
  expect(await send(link, 'uno')).toMatchObject({ kind: 'accepted' })
  await centre.down()
  await expect.poll(() => link.problem(), PATIENCE).not.toBe('')
  expect(await send(link, 'dos')).toMatchObject({ kind: 'rejected', cause: 'unreachable', retryable: true })
  await centre.up()
  await expect.poll(async () => (await send(link, 'tres')).kind, PATIENCE).toBe('accepted')
  expect(textsOf(centre.submitted)).toEqual(['uno', 'tres'])
})

test('a wrong password is said, and the right one is found out by itself', async () => {
  centre.password = 'another'
  const link = open()
  expect(await send(link, 'uno')).toMatchObject({
    kind: 'rejected',
    cause: 'unreachable',
    text: 'the bind was refused: ESME_RINVPASWD',
  })
  centre.password = 'secret'
  await expect.poll(async () => (await send(link, 'dos')).kind, PATIENCE).toBe('accepted')
})

test.each([
  [0x58, { cause: 'rate_limited', retryable: true, text: 'ESME_RTHROTTLED' }],
  [0x0b, { cause: 'unknown_sim', retryable: false, text: 'ESME_RINVDSTADR' }],
  [0xff, { cause: 'network_error', retryable: false, text: 'ESME_RUNKNOWNERR' }],
])('what the centre refuses with status %d was surely not sent', async (status, refusal) => {
  centre.onSubmit = async () => ({ status })
  expect(await send(open(), 'Hola')).toEqual({ kind: 'rejected', ...refusal })
})

test('no more are unanswered than the window has places, and whoever gives up before a turn was not sent', async () => {
  let inside = 0
  let most = 0
  const answers: (() => void)[] = []
  const take = centre.onSubmit
  centre.onSubmit = async (pdu) => {
    inside++
    most = Math.max(most, inside)
    await new Promise<void>((resolve) => answers.push(resolve))
    inside--
    return take(pdu)
  }
  const link = open({ windowSize: 3 })
  const sent = Array.from({ length: 12 }, (_, n) => send(link, `n ${n}`))
  await expect.poll(() => answers.length, PATIENCE).toBe(3)
  const impatient = new AbortController()
  const late = link.sendSms(
    sim,
    { text: 'x', reference: 'x', validitySeconds: 60 },
    { requestId: 'x', signal: impatient.signal },
  )
  // it stands in the queue by then: the others have gone through as far as there were places
  await new Promise((resolve) => setImmediate(resolve))
  impatient.abort()
  expect(await late).toMatchObject({ kind: 'rejected', cause: 'unreachable' })
  const pump = setInterval(() => answers.splice(0).map((go) => go()), 5)
  expect(new Set((await Promise.all(sent)).map(({ kind }) => kind))).toEqual(new Set(['accepted']))
  clearInterval(pump)
  expect([most, centre.submitted.length]).toEqual([3, 12])
})

test('a message of a device is heard once, also when it is delivered again after the connection was lost', async () => {
  const link = open()
  const heard = hear(link)
  await bound()
  await centre.deliver(spoken('OK'))
  await centre.deliver(spoken('OK'))
  expect(heard.map((event) => event.kind === 'smsReceived' && [event.text, event.to, event.segments])).toEqual([
    ['OK', '1500', 1],
    ['OK', '1500', 1],
  ])
  expect(heard[0]?.id).not.toBe(heard[1]?.id)
  centre.cut()
  await expect.poll(() => centre.binds.length, PATIENCE).toBe(2)
  await bound()
  await centre.deliver(spoken('OK'))
  expect(heard[2]?.id).toBe(heard[0]?.id)
  // a device that numbers its messages says something new
  await centre.deliver(spoken('OK', { user_message_reference: 5 }))
  await centre.deliver(spoken('OK', { user_message_reference: 5 }))
  expect([heard[3]?.id === heard[0]?.id, heard[4]?.id === heard[3]?.id]).toEqual([false, true])
})

test('what could not be kept is not answered as taken, and is taken when it comes again', async () => {
  const link = open()
  const heard: NetworkEvent[] = []
  let isFull = true
  link.listen(async (events) => {
    if (isFull) throw new Error('the disk is full')
    heard.push(...events)
  })
  await bound()
  const message = spoken('ALARMA', { user_message_reference: 9 })
  const refused = await centre.deliver(message)
  expect(refused.kind === 'answer' && refused.pdu.status).toBe(STATUS.tryAgain)
  isFull = false
  const taken = await centre.deliver(message)
  expect([taken.kind === 'answer' && taken.pdu.status, heard.length]).toEqual([STATUS.ok, 1])
})

test('parts of a device’s text are put together in whatever order and over whatever connection they come', async () => {
  const text = 'La batería está baja 😀 '.repeat(5)
  const octets = Buffer.from(text, 'utf16le').swap16()
  const size = Math.ceil(octets.length / 3)
  const part = (n: number) => ({
    source_addr: sim.iccid,
    destination_addr: '1500',
    esm_class: 0x40,
    data_coding: 8,
    short_message: Buffer.concat([Buffer.of(5, 0, 3, 12, 3, n), octets.subarray((n - 1) * size, n * size)]),
  })
  const first = open()
  hear(first)
  await bound()
  await centre.deliver(part(3))
  await first.close()
  const heard = hear(open())
  await expect.poll(() => centre.binds.length, PATIENCE).toBe(2)
  await bound()
  await centre.deliver(part(1))
  await centre.deliver(part(3))
  expect(heard).toEqual([])
  await centre.deliver(part(2))
  expect(heard).toMatchObject([{ kind: 'smsReceived', text, segments: 3 }])
})

test('a bind that only sends is followed by one that receives, and nothing is lost on the way', async () => {
  const link = open()
  await send(link, 'uno')
  hear(link)
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(link, `n ${n}`)))
  expect(sent.filter(({ kind }) => kind !== 'accepted')).toEqual([])
  await expect.poll(() => centre.binds, PATIENCE).toEqual(['bind_transmitter', 'bind_transceiver'])
})

test('what is no SMPP ends its connection and nothing else', async () => {
  const link = open()
  await send(link, 'uno')
  const stranger = connect(centre.port, '127.0.0.1')
  const ended = new Promise((resolve) => stranger.once('close', resolve))
  stranger.on('error', () => undefined)
  stranger.write('GET / HTTP/1.1\r\n\r\n')
  await ended
  expect(await send(link, 'dos')).toMatchObject({ kind: 'accepted' })
})

test('over TLS texts leave and receipts come back; a centre that cannot prove who it is gets nothing', async () => {
  const identity = selfSigned()
  const secured = await openTestCentre(identity)
  const encrypted = { isEncrypted: true, port: secured.port }
  const stranger = open(encrypted)
  expect(await send(stranger, 'Hola')).toMatchObject({
    kind: 'rejected',
    cause: 'unreachable',
    text: expect.stringContaining('self-signed certificate'),
  })
  expect(secured.binds).toEqual([])
  // it would come again, and be let in by what follows
  await stranger.close()

  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, identity.cert])
  try {
    const link = open(encrypted)
    const heard = hear(link)
    await expect.poll(() => secured.isBound(), PATIENCE).toBe(true)
    const name = randomUUID()
    expect(await send(link, 'Información cifrada', name)).toMatchObject({ kind: 'accepted' })
    expect(textsOf(secured.submitted)).toEqual(['Información cifrada'])
    await secured.deliver(receipt({ user_message_reference: userReferenceOf(name, 1) }))
    expect(heard).toMatchObject([{ kind: 'smsDelivered', reference: name }])
    // who speaks plainly to it is not heard
    const plain = open({ port: secured.port })
    expect(await send(plain, 'Hola')).toMatchObject({ kind: 'rejected', cause: 'unreachable' })
    await Promise.all([link, plain].map((one) => one.close()))
    links = []
  } finally {
    setDefaultCACertificates(trusted)
    await secured.down()
  }
})

test('a long message of which a part never came is given after an hour, with a mark, once', async () => {
  const link = open({}, 20)
  const heard = hear(link)
  await bound()
  const part = (place: number, text: string) =>
    spoken('', {
      esm_class: 0x40,
      short_message: Buffer.concat([Buffer.of(5, 0, 3, 77, 3, place), Buffer.from(text, 'latin1')]),
    })
  await centre.deliver(part(1, 'Nivel de agua '))
  await centre.deliver(part(3, 'revisar la bomba'))
  clock.now = new Date(clock.now.getTime() + 59 * 60_000)
  await centre.deliver(spoken('entre medio'))
  expect(heard).toMatchObject([{ kind: 'smsReceived', text: 'entre medio' }])
  clock.now = new Date(clock.now.getTime() + 2 * 60_000)
  await expect.poll(() => heard.length, PATIENCE).toBe(2)
  expect(heard[1]).toMatchObject({
    kind: 'smsReceived',
    iccid: sim.iccid,
    text: 'Nivel de agua  […] revisar la bomba',
    segments: 2,
    isIncomplete: true,
  })
  await centre.deliver(spoken('después'))
  await expect.poll(() => heard.length, PATIENCE).toBe(3)
  const { rows } = await database.pool.query('SELECT FROM smpp_received WHERE network_id = $1 AND octets IS NOT NULL', [
    networkId,
  ])
  expect(rows).toEqual([])
})

test('whoever takes long to keep an incomplete text is given it once', async () => {
  const link = open({}, 5)
  const heard: NetworkEvent[] = []
  const { promise: isKept, resolve: keep } = Promise.withResolvers<void>()
  link.listen(async (events) => {
    heard.push(...events)
    // as a busy database does: for as long as many looks
    await sleep(250)
    keep()
  })
  await bound()
  await centre.deliver(
    spoken('', {
      esm_class: 0x40,
      short_message: Buffer.concat([Buffer.of(5, 0, 3, 78, 2, 1), Buffer.from('Nivel ', 'latin1')]),
    }),
  )
  clock.now = new Date(clock.now.getTime() + 61 * 60_000)
  await isKept
  expect(heard).toMatchObject([{ kind: 'smsReceived', segments: 1, isIncomplete: true }])
})
