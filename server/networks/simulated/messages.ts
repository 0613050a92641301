import type { CommandAnswer } from '../network.ts'
import type { EventSink } from '../network-events.ts'
import { openSmppLink, type SmppLink } from '../smpp/link.ts'
import type { Incoming, Reply } from './commands.ts'
import { isSmsEvent, type MessageCentre, openMessageCentre, type Submitted } from './message-centre.ts'
import type { Runner } from './runner.ts'
import type { SimulatedOptions } from './simulated-network.ts'
import { waitUntil } from './waits.ts'

interface MessagesOptions extends Pick<SimulatedOptions, 'pool' | 'log' | 'clock'> {
  readonly send: (incoming: Incoming) => Promise<Reply>
  readonly settingsOf: Runner['settingsOf']
}

/** Short messages of the embedded networks: over SMPP to a message centre of their own, as they would go to any other. */
export interface Messages {
  readonly of: (networkId: string) => SmppLink
  /** messages come over SMPP, all else as the network gives it */
  readonly listen: (networkId: string, sink: EventSink, listen: (own: EventSink) => () => Promise<void>) => () => Promise<void>
  readonly close: () => Promise<void>
}

/** As many as a network lets out at a time by default, and room for those in parts. */
const WINDOW = 100

export function createMessages({ pool, clock, log, send, settingsOf }: MessagesOptions): Messages {
  const links = new Map<string, SmppLink>()
  let opened: MessageCentre | undefined
  const centre = (): MessageCentre => {
    opened ??= openMessageCentre((submitted) => take(submitted, send, settingsOf))
    return opened
  }
  const settings = async (networkId: string) => ({
    host: '127.0.0.1',
    port: await centre().port(),
    isEncrypted: false,
    systemId: networkId,
    password: centre().password,
    systemType: '',
    source: '',
    addressing: 'iccid' as const,
    windowSize: WINDOW,
    submitsPerSecond: undefined,
    wantsInterim: true,
    remembersRequests: true,
  })
  const of = (networkId: string): SmppLink => {
    const link = links.get(networkId) ?? openSmppLink({ networkId, pool, clock, log, settings: () => settings(networkId) })
    links.set(networkId, link)
    return link
  }
  return {
    of,
    listen: (networkId, sink, listen) => {
      const endLink = of(networkId).listen(sink)
      const end = listen(async (events) => {
        const others = events.filter((event) => !isSmsEvent(event))
        if (others.length > 0) await sink(others)
        const messages = events.filter(isSmsEvent)
        if (messages.length > 0) await centre().deliver(networkId, messages)
      })
      return async () => {
        await end()
        await endLink()
      }
    },
    close: async () => {
      await Promise.all([...links.values()].map((link) => link.close()))
      await opened?.close()
    },
  }
}

/** What the centre does with a message: as the network does with any command, faults and all. */
async function take(
  { networkId, iccid, requestId, message }: Submitted,
  send: MessagesOptions['send'],
  settingsOf: Runner['settingsOf'],
): Promise<CommandAnswer | undefined> {
  const settings = settingsOf(networkId)
  if (!settings) return { kind: 'rejected', cause: 'unreachable', text: 'no such network', retryable: true }
  const start = performance.now()
  const { answer, fate } = await send({ networkId, iccid, kind: 'sendSms', requestId, message, settings })
  await waitUntil(start + fate.latencyMs, undefined)
  if (fate.kind === 'halfAnswer') return { kind: 'unknown', why: 'half_answer' }
  return fate.kind === 'lose' || fate.kind === 'silence' ? undefined : answer
}
