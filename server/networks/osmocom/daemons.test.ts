import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { DaemonAddress } from './connect-tcp.ts'
import { openConsole } from './console.ts'
import { openControl } from './control.ts'
import { openHlr } from './hlr.ts'
import { IPA, ipaFrame } from './ipa.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A fake daemon; `talk` handles each connection. */
async function startDaemon(talk: (socket: Socket) => void): Promise<{ address: DaemonAddress; server: Server }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port }, server }
}

/** A console with the answer to each line; undefined for silence. */
const fakeConsole =
  (answer: (line: string) => string | undefined) =>
  (socket: Socket): void => {
    // a telnet command first, split in the middle, as a network may split it
    socket.write(Buffer.of(255, 251))
    setTimeout(() => socket.write(Buffer.concat([Buffer.of(1), Buffer.from('Welcome\r\nOsmoHLR> ')])), 5)
    socket.on('data', (data) => {
      for (const line of data.toString().split('\n').slice(0, -1)) {
        const shown = answer(line)
        if (shown !== undefined) socket.write(`${line}\r\n${shown}`)
      }
    })
  }
const PROMPT = 'OsmoHLR# '
const answerSetup = (line: string): string | undefined => (/^(enable|terminal)/.test(line) ? PROMPT : undefined)

test('lines are sent one after the other, and each gets its own answer', async () => {
  const { address } = await startDaemon(fakeConsole((line) => answerSetup(line) ?? `% did ${line}\r\n${PROMPT}`))
  const line = openConsole(() => address)
  closers.push(line.close)
  expect(await Promise.all(['one', 'two', 'three'].map((text) => line.run(text)))).toEqual([
    '% did one',
    '% did two',
    '% did three',
  ])
  expect(() => line.run('show\nexit')).toThrow(TypeError)
})

test('after a time-out the next line is sent on a new connection and never gets the answer to the line before', async () => {
  let hangs = true
  const { address } = await startDaemon(fakeConsole((line) => answerSetup(line) ?? (hangs ? undefined : `fine\r\n${PROMPT}`)))
  const line = openConsole(() => address, 100)
  closers.push(line.close)
  await expect(line.run('first')).rejects.toMatchObject({ reason: 'timeout' })
  hangs = false
  await expect.poll(() => line.run('second').catch(String)).toBe('fine')
})

test('an answer that breaks off is a half answer; a daemon that is gone is unreachable', async () => {
  const { address, server } = await startDaemon((socket) =>
    fakeConsole((line) => {
      if (answerSetup(line)) return PROMPT
      setTimeout(() => socket.destroy(), 10)
      return 'MM Conte'
    })(socket),
  )
  const line = openConsole(() => address)
  closers.push(line.close)
  await expect(line.run('show')).rejects.toMatchObject({ reason: 'half_answer' })
  server.close()
  await expect(line.run('show')).rejects.toMatchObject({ reason: 'unreachable' })
})

test('an unknown command is rejected as not supported', async () => {
  const { address } = await startDaemon(fakeConsole((line) => answerSetup(line) ?? `% Unknown command.\r\n${PROMPT}`))
  const line = openConsole(() => address)
  closers.push(line.close)
  await expect(line.run('show')).rejects.toMatchObject({ reason: 'not_supported' })
})

test('the control interface handles chunks of any size, answers in any order, traps and time-outs', async () => {
  const { address } = await startDaemon((socket) => {
    const say = (text: string): Buffer => ipaFrame(IPA.osmo, Buffer.concat([Buffer.of(0), Buffer.from(text)]))
    let asked = 0
    socket.on('data', () => {
      if (++asked > 1) return
      const all = Buffer.concat([say('TRAP 0 cdr-v1 row'), say('GET_REPLY 2 b two'), say('ERROR 1 No such thing.')])
      for (const octet of all) socket.write(Buffer.of(octet))
    })
  })
  const traps: string[] = []
  const control = await openControl(address, { onTrap: (name, value) => traps.push(`${name} ${value}`) }, 200)
  closers.push(control.close)
  const [one, two, three] = ['a', 'b', 'c'].map((name) => control.get(name))
  await expect(one).rejects.toMatchObject({ name: 'ControlRefusal', message: 'No such thing.' })
  expect(await two).toBe('two')
  expect(traps).toEqual(['cdr-v1 row'])
  await expect(three).rejects.toMatchObject({ reason: 'timeout' })
  expect(control.isOpen()).toBe(false)
})

test('only digits are sent, and an incomplete answer of the HLR is rejected', async () => {
  const { address } = await startDaemon((socket) =>
    socket.on('data', () => {
      const text = 'GET_REPLY 1 subscriber.by-imsi-901700000000001.info \nimsi\t901700000000001\nnam_cs\t1'
      socket.write(ipaFrame(IPA.osmo, Buffer.concat([Buffer.of(0), Buffer.from(text)])))
    }),
  )
  const hlr = openHlr(
    () => address,
    () => address,
  )
  closers.push(hlr.close)
  await expect(hlr.read('901700000000001')).rejects.toMatchObject({ reason: 'half_answer' })
  await expect(hlr.read('1 create')).rejects.toThrow(TypeError)
  expect(() => hlr.setMsisdn('901700000000001', '569\nexit')).toThrow(TypeError)
})
