import type { CheckStep, Network } from '../network.ts'
import type { EventSink } from '../network-events.ts'
import type { SmppLink } from './link.ts'

/** A network whose messages go over a message centre of its own, and everything else as before. */
export function sendingOver(network: Network, link: SmppLink): Network {
  return {
    ...network,
    get capabilities() {
      const { capabilities } = network
      const others = capabilities.commands.filter((command) => command !== 'sendSms')
      return { ...capabilities, commands: [...others, 'sendSms' as const], remembersMessages: false }
    },
    sendSms: link.sendSms,
    check: async (options) => [...(await network.check(options)), stepOf(link)],
    listen: (sink) => {
      const oneAtATime = inTurn(sink)
      const ends = [network.listen(oneAtATime), link.listen(oneAtATime)]
      return async () => {
        await Promise.all(ends.map((end) => end()))
      }
    },
  }
}

/** The connection is kept by itself: how it is now is all there is to say. */
function stepOf(link: SmppLink): CheckStep {
  const text = link.problem()
  return { part: 'smpp', isFine: text === '', text, ms: 0 }
}

/** Two sources, and a sink that takes one batch at a time. */
function inTurn(sink: EventSink): EventSink {
  let before: Promise<unknown> = Promise.resolve()
  return (events) => {
    const own = before.then(() => sink(events))
    before = own.catch(() => undefined)
    return own
  }
}
