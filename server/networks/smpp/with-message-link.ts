import type { CheckStep, Network } from '../network.ts'
import type { EventSink } from '../network-events.ts'
import type { SmppLink } from './link.ts'

/** Wraps a network so that its messages go over its own message centre. */
export function withMessageLink(network: Network, link: SmppLink): Network {
  return {
    ...network,
    get capabilities() {
      const { capabilities } = network
      const others = capabilities.commands.filter((command) => command !== 'sendSms')
      return { ...capabilities, commands: [...others, 'sendSms' as const], areMessagesIdempotent: false }
    },
    sendSms: link.sendSms,
    check: async (options) => [...(await network.check(options)), stepOf(link)],
    listen: (sink) => {
      const ordered = serialised(sink)
      const ends = [network.listen(ordered), link.listen(ordered)]
      return async () => {
        await Promise.all(ends.map((end) => end()))
      }
    },
  }
}

/** The link reconnects by itself, so the check only reports its current state. */
function stepOf(link: SmppLink): CheckStep {
  const text = link.problem()
  return { part: 'smpp', isFine: text === '', text, ms: 0 }
}

/** Two sources share the sink, which takes one batch at a time. */
function serialised(sink: EventSink): EventSink {
  let previous: Promise<unknown> = Promise.resolve()
  return (events) => {
    const own = previous.then(() => sink(events))
    previous = own.catch(() => undefined)
    return own
  }
}
