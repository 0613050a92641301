import pino from 'pino'
import { takeSmsEvents } from '#server/features/sims/tools/sms-events.ts'
import { createEventSink } from '#server/networks/events/event-intake.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import type { Portal } from './portal.ts'

/** Has a portal take in what its first network says of messages, as a working server does. */
export const deliverNetworkEvents = ({ services }: Portal, events: readonly NetworkEvent[]): Promise<void> =>
  createEventSink({ ...services, log: pino({ level: 'silent' }), consumers: [takeSmsEvents] }, 'simulated-1')(events)
