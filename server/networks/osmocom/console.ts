import type { Socket } from 'node:net'
import { NetworkFault } from '../network.ts'
import { connectTcp, type DaemonAddress } from './connect-tcp.ts'
import { type DaemonConnection, reconnecting } from './reconnecting.ts'

/** A daemon's line console (VTY), over telnet (RFC 854). Lines are sent one after the other, also those of several callers. */
export interface Console {
  /**
   * Sends a line and returns the output before the next prompt. The output does not show whether the command succeeded: '%' begins
   * confirmations and errors.
   * @throws NetworkFault 'unreachable' when the line was surely not sent; another reason when it may have been
   */
  readonly run: (line: string, signal?: AbortSignal) => Promise<string>
  readonly close: () => void
}

interface Session extends DaemonConnection {
  readonly send: (line: string) => Promise<string>
}

const ANSWER_TIMEOUT_MS = 4_000
/** The prompt, after the last line break: the daemon's name, the node of the command tree, '>' or, when privileged, '#'. */
const PROMPT = /^[\w.-]+(?:\([\w.-]+\))?[>#] $/
/** Errors of the command parser: surely nothing was done. */
const REFUSED = /^% (?:Unknown command|Ambiguous command|Command incomplete)/m
/** A line break would start another command, '?' asks for help. */
const PLAIN = /^[\x20-\x3e\x40-\x7e]+$/

/**
 * Connects at the first line, and again after the connection was lost.
 * @param address read at each use
 * @param timeoutMs longest wait for the answer to a line; milliseconds
 */
export function openConsole(address: () => DaemonAddress, timeoutMs = ANSWER_TIMEOUT_MS): Console {
  const connection = reconnecting(address, (current) => openSession(current, timeoutMs))
  let previous: Promise<unknown> = Promise.resolve()
  const sendLine = async (line: string, signal: AbortSignal | undefined): Promise<string> => {
    if (signal?.aborted) throw new NetworkFault('unreachable', 'the caller no longer waits')
    const session = await connection.get()
    const output = await session.send(line)
    if (REFUSED.test(output)) throw new NetworkFault('not_supported', output.trim())
    return output
  }
  return {
    run: (line, signal) => {
      if (!PLAIN.test(line)) throw new TypeError('not a line for a console')
      const own = previous.then(() => sendLine(line, signal))
      previous = own.catch(() => undefined)
      return own
    },
    close: connection.close,
  }
}

/** Connects and enters the privileged mode, in which commands may change something. */
async function openSession(address: DaemonAddress, timeoutMs: number): Promise<Session> {
  const socket = await connectTcp(address)
  const terminal = createTerminal(socket, `${address.host}:${address.port}`, timeoutMs)
  try {
    await terminal.waitForPrompt()
    await terminal.send('enable')
    await terminal.send('terminal length 0')
  } catch (error) {
    socket.destroy()
    // no command was sent yet
    throw new NetworkFault('unreachable', error instanceof Error ? error.message : String(error))
  }
  return { send: terminal.send, isOpen: () => !socket.destroyed, close: () => socket.destroy() }
}

interface Terminal {
  readonly waitForPrompt: () => Promise<string>
  readonly send: (line: string) => Promise<string>
}

function createTerminal(socket: Socket, name: string, timeoutMs: number): Terminal {
  const stripTelnet = createTelnetFilter()
  let output = ''
  let settle: ((fault?: NetworkFault) => void) | undefined
  const fail = (reason: 'timeout' | 'connection' | 'half_answer', what: string): void =>
    settle?.(new NetworkFault(reason, `${name}: ${what}`))
  socket.on('data', (chunk: Buffer) => {
    output += stripTelnet(chunk)
    if (PROMPT.test(output.slice(output.lastIndexOf('\n') + 1))) settle?.()
  })
  socket.on('close', () =>
    output === '' ? fail('connection', 'the connection broke') : fail('half_answer', 'the answer broke off'),
  )
  const waitForPrompt = (): Promise<string> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new NetworkFault('unreachable', `${name}: the connection broke`))
      // a late answer would be taken for the answer to the next line
      const timer = setTimeout(() => {
        fail('timeout', 'no answer')
        socket.destroy()
      }, timeoutMs)
      settle = (fault) => {
        clearTimeout(timer)
        settle = undefined
        if (fault) reject(fault)
        else resolve(output)
      }
    })
  const send = async (line: string): Promise<string> => {
    output = ''
    const answer = waitForPrompt()
    socket.write(`${line}\n`)
    // the first line is the echo, the last one the prompt
    return (await answer).split('\n').slice(1, -1).join('\n')
  }
  return { waitForPrompt, send }
}

const IAC = 255
const CARRIAGE_RETURN = 13

/** Removes telnet's own commands: IAC, a verb and an option, three octets, which two chunks may share. */
function createTelnetFilter(): (chunk: Buffer) => string {
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
