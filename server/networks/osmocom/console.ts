import type { Socket } from 'node:net'
import { NetworkFault } from '../network.ts'
import { type Breakable, keepOpen } from './keep-open.ts'
import { type Place, reach } from './reach.ts'

/** A daemon's line console (VTY), over telnet (RFC 854). Lines are typed one after the other, whoever asks. */
export interface Console {
  /**
   * Types a line, and gives what is shown before the next prompt. Whether a daemon did what it was told is not seen by the form of its
   * answer: '%' begins good news and bad.
   * @throws NetworkFault 'unreachable' when the line was surely not typed; another reason when it perhaps was
   */
  readonly run: (line: string, signal?: AbortSignal) => Promise<string>
  readonly close: () => void
}

interface Session extends Breakable {
  readonly type: (line: string) => Promise<string>
}

const ANSWER_MS = 4_000
/** A console that waits for a line, behind the last line break: its name, the node it is in, '>' or, when privileged, '#'. */
const PROMPT = /^[\w.-]+(?:\([\w.-]+\))?[>#] $/
/** Not known to this version of the daemon: surely nothing was done. */
const REFUSED = /^% (?:Unknown command|Ambiguous command|Command incomplete)/m
/** A line break would begin another command, '?' asks for help. */
const PLAIN = /^[\x20-\x3e\x40-\x7e]+$/

/**
 * Connects at the first line, and anew when the connection was lost.
 * @param place asked at each use
 * @param answerMs longest wait for the answer to a line; milliseconds
 */
export function openConsole(place: () => Place, answerMs = ANSWER_MS): Console {
  const kept = keepOpen(place, (there) => openSession(there, answerMs))
  let before: Promise<unknown> = Promise.resolve()
  const typeLine = async (line: string, signal: AbortSignal | undefined): Promise<string> => {
    if (signal?.aborted) throw new NetworkFault('unreachable', 'the caller no longer waits')
    const session = await kept.get()
    const shown = await session.type(line)
    if (REFUSED.test(shown)) throw new NetworkFault('not_supported', shown.trim())
    return shown
  }
  return {
    run: (line, signal) => {
      if (!PLAIN.test(line)) throw new TypeError('not a line for a console')
      const own = before.then(() => typeLine(line, signal))
      before = own.catch(() => undefined)
      return own
    },
    close: kept.close,
  }
}

/** Connects, and goes where commands that change something are known. */
async function openSession(place: Place, answerMs: number): Promise<Session> {
  const socket = await reach(place)
  const screen = createScreen(socket, `${place.host}:${place.port}`, answerMs)
  try {
    await screen.prompt()
    await screen.type('enable')
    await screen.type('terminal length 0')
  } catch (error) {
    socket.destroy()
    // nothing that matters was typed yet
    throw new NetworkFault('unreachable', error instanceof Error ? error.message : String(error))
  }
  return { type: screen.type, isOpen: () => !socket.destroyed, close: () => socket.destroy() }
}

interface Screen {
  readonly prompt: () => Promise<string>
  readonly type: (line: string) => Promise<string>
}

function createScreen(socket: Socket, name: string, answerMs: number): Screen {
  const plain = createTelnet()
  let shown = ''
  let settle: ((fault?: NetworkFault) => void) | undefined
  const fail = (reason: 'timeout' | 'connection' | 'half_answer', what: string): void =>
    settle?.(new NetworkFault(reason, `${name}: ${what}`))
  socket.on('data', (chunk: Buffer) => {
    shown += plain(chunk)
    if (PROMPT.test(shown.slice(shown.lastIndexOf('\n') + 1))) settle?.()
  })
  socket.on('close', () =>
    shown === '' ? fail('connection', 'the connection broke') : fail('half_answer', 'the answer broke off'),
  )
  const prompt = (): Promise<string> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new NetworkFault('unreachable', `${name}: the connection broke`))
      // who comes too late with an answer would give it to the next question
      const timer = setTimeout(() => {
        fail('timeout', 'no answer')
        socket.destroy()
      }, answerMs)
      settle = (fault) => {
        clearTimeout(timer)
        settle = undefined
        if (fault) reject(fault)
        else resolve(shown)
      }
    })
  const type = async (line: string): Promise<string> => {
    shown = ''
    const answered = prompt()
    socket.write(`${line}\n`)
    // the first line is what was typed, the last one the prompt
    return (await answered).split('\n').slice(1, -1).join('\n')
  }
  return { prompt, type }
}

const IAC = 255
const CARRIAGE_RETURN = 13

/** Takes out what telnet itself has to say: IAC, a verb and an option, three octets, perhaps in two pieces. */
function createTelnet(): (chunk: Buffer) => string {
  let skip = 0
  return (chunk) => {
    const kept = chunk.filter((octet) => {
      if (skip > 0) {
        skip--
        return false
      }
      if (octet === IAC) skip = 2
      return octet !== IAC && octet !== 0 && octet !== CARRIAGE_RETURN
    })
    return Buffer.from(kept).toString('latin1')
  }
}
