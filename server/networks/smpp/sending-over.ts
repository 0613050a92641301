import type { EventSink, Network } from '../network.ts'
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
    listen: (sink) => {
      const oneAtATime = inTurn(sink)
      const ends = [network.listen(oneAtATime), link.listen(oneAtATime)]
      return async () => {
        await Promise.all(ends.map((end) => end()))
      }
    },
  }
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
