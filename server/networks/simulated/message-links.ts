import type { KindServices } from '../kind.ts'
import type { CommandAnswer } from '../network.ts'
import type { EventSink } from '../network-events.ts'
import { openSmppLink, type SmppLink } from '../smpp/link.ts'
import type { CommandReply, IncomingCommand } from './handle-command.ts'
import { isSmsEvent, type MessageCentre, openMessageCentre, type SubmittedSms } from './message-centre.ts'
import type { SettingsLookup } from './simulation-context.ts'
import { waitUntil } from './waits.ts'

interface MessagesOptions extends Pick<KindServices, 'pool' | 'askCells' | 'log' | 'clock'> {
  readonly send: (incoming: IncomingCommand) => Promise<CommandReply>
  readonly settingsOf: SettingsLookup
}

/** Short messages of the embedded networks, sent over SMPP to their own message centre as to any other. */
export interface MessageLinks {
  readonly linkOf: (networkId: string) => SmppLink
  /** message events arrive over SMPP, all others directly from the network */
  readonly listen: (networkId: string, sink: EventSink, listen: (own: EventSink) => () => Promise<void>) => () => Promise<void>
  readonly close: () => Promise<void>
}

/** The default concurrency of a network, plus room for multipart messages. */
const WINDOW_SIZE = 100

export function createMessageLinks({ pool, askCells, clock, log, send, settingsOf }: MessagesOptions): MessageLinks {
  const links = new Map<string, SmppLink>()
  let opened: MessageCentre | undefined
  const centre = (): MessageCentre => {
    opened ??= openMessageCentre((submitted) => handleSubmit(submitted, send, settingsOf))
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
    windowSize: WINDOW_SIZE,
    submitsPerSecond: undefined,
    wantsInterim: true,
    isIdempotent: true,
  })
  const linkOf = (networkId: string): SmppLink => {
    const link =
      links.get(networkId) ?? openSmppLink({ networkId, pool, askCells, clock, log, settings: () => settings(networkId) })
    links.set(networkId, link)
    return link
  }
  return {
    linkOf,
    listen: (networkId, sink, listen) => {
      const endLink = linkOf(networkId).listen(sink)
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

/** Handles a submitted message like any command, including injected faults. */
async function handleSubmit(
  { networkId, iccid, requestId, message }: SubmittedSms,
  send: MessagesOptions['send'],
  settingsOf: SettingsLookup,
): Promise<CommandAnswer | undefined> {
  const settings = settingsOf(networkId)
  if (!settings) return { kind: 'rejected', cause: 'unreachable', text: 'no such network', retryable: true }
  const start = performance.now()
  const { answer, outcome } = await send({ networkId, iccid, kind: 'sendSms', requestId, message, settings })
  await waitUntil(start + outcome.latencyMs, undefined)
  if (outcome.kind === 'halfAnswer') return { kind: 'unknown', why: 'half_answer' }
  return outcome.kind === 'lose' || outcome.kind === 'silence' ? undefined : answer
}
