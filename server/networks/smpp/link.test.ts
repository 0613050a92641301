import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { openTestCentre } from '#test/message-centre.ts'
import { selfSigned } from '#test/self-signed.ts'
import { collectEvents, openSmppRig, receiptFields, SMPP_POLL, type SmppRig, sendText, textsOf } from '#test/smpp-rig.ts'
import { userReferenceOf } from './short-message.ts'

let rig: SmppRig
const database = await createTestDatabase()
afterAll(() => database.drop())
beforeEach(async () => {
  rig = await openSmppRig(database)
})
afterEach(() => rig.close())

test('the link reconnects to a centre that was down; a message that was not sent is rejected', async () => {
  const link = rig.open()
  expect(await sendText(link, 'uno')).toMatchObject({ kind: 'accepted' })
  await rig.centre.down()
  await expect.poll(() => link.problem(), SMPP_POLL).not.toBe('')
  expect(await sendText(link, 'dos')).toMatchObject({ kind: 'rejected', cause: 'unreachable', retryable: true })
  await rig.centre.up()
  await expect.poll(async () => (await sendText(link, 'tres')).kind, SMPP_POLL).toBe('accepted')
  expect(textsOf(rig.centre.submitted)).toEqual(['uno', 'tres'])
})

test('a wrong password is reported, and the corrected one is used by itself', async () => {
  rig.centre.password = 'another'
  const link = rig.open()
  expect(await sendText(link, 'uno')).toMatchObject({
    kind: 'rejected',
    cause: 'unreachable',
    text: 'the bind was refused: ESME_RINVPASWD',
  })
  rig.centre.password = 'secret'
  await expect.poll(async () => (await sendText(link, 'dos')).kind, SMPP_POLL).toBe('accepted')
})

test('a transmitter bind is replaced by a transceiver without losing a message', async () => {
  const link = rig.open()
  await sendText(link, 'uno')
  collectEvents(link)
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => sendText(link, `n ${n}`)))
  expect(sent.filter(({ kind }) => kind !== 'accepted')).toEqual([])
  await expect.poll(() => rig.centre.binds, SMPP_POLL).toEqual(['bind_transmitter', 'bind_transceiver'])
})

test('a connection that does not speak SMPP is closed; the others continue', async () => {
  const link = rig.open()
  await sendText(link, 'uno')
  const stranger = connect(rig.centre.port, '127.0.0.1')
  const ended = new Promise((resolve) => stranger.once('close', resolve))
  stranger.on('error', () => undefined)
  stranger.write('GET / HTTP/1.1\r\n\r\n')
  await ended
  expect(await sendText(link, 'dos')).toMatchObject({ kind: 'accepted' })
})

test('over TLS messages and receipts work; a centre without a trusted certificate gets nothing', async () => {
  const identity = selfSigned()
  const secured = await openTestCentre(identity)
  const encrypted = { isEncrypted: true, port: secured.port }
  const stranger = rig.open(encrypted)
  expect(await sendText(stranger, 'Hola')).toMatchObject({
    kind: 'rejected',
    cause: 'unreachable',
    text: expect.stringContaining('self-signed certificate'),
  })
  expect(secured.binds).toEqual([])
  // closed first, or it would reconnect and be accepted once the certificate is trusted
  await stranger.close()

  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, identity.cert])
  try {
    const link = rig.open(encrypted)
    const events = collectEvents(link)
    await expect.poll(() => secured.isBound(), SMPP_POLL).toBe(true)
    const reference = randomUUID()
    expect(await sendText(link, 'Información cifrada', reference)).toMatchObject({ kind: 'accepted' })
    expect(textsOf(secured.submitted)).toEqual(['Información cifrada'])
    await secured.deliver(receiptFields({ user_message_reference: userReferenceOf(reference, 1) }))
    expect(events).toMatchObject([{ kind: 'smsDelivered', reference }])
    // who speaks plainly to it is not events
    const plain = rig.open({ port: secured.port })
    expect(await sendText(plain, 'Hola')).toMatchObject({ kind: 'rejected', cause: 'unreachable' })
    await Promise.all([link, plain].map((open) => open.close()))
  } finally {
    setDefaultCACertificates(trusted)
    await secured.down()
  }
})
