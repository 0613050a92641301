import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Network } from './network.ts'
import type { DataSessionEvent } from './network-events.ts'
import type { Roster } from './roster.queries.ts'

/**
 * Tells the portal of data sessions by accounting messages, as gateways do; resolves when each was answered.
 * @throws when one was not: they are to be told again
 */
export type TellUsage = (networkId: string, events: readonly DataSessionEvent[]) => Promise<void>

/** What an adapter gets from the process it runs in. */
export interface KindServices {
  readonly pool: Pool
  readonly roster: Roster
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly clock: () => Date
  /** for networks that are embedded in the process; without it sessions are events like others */
  readonly tellUsage?: TellUsage | undefined
}

/** A kind of network: an adapter, open once in a process for all the networks of that kind. */
export interface NetworkKind<Settings = unknown> {
  /** what an administrator may set; an empty object gives the defaults */
  readonly settings: z.ZodType<Settings>
  /** which of them are kept sealed; they are opened and put among the others before `settings` reads them */
  readonly secretNames?: readonly string[]
  /** Asks nothing of any network yet. Also called to try out settings that nobody has saved, and closed after it. */
  open(services: KindServices): OpenKind<Settings>
}

export interface OpenKind<Settings = unknown> {
  /**
   * Asks nothing of the network yet: work of its own begins with `listen`.
   * @param settings asked at each use, so that a change takes effect at once
   */
  connect(networkId: string, settings: () => Settings): Network
  close(): Promise<void>
}
