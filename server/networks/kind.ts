import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { AskCells } from '../cells/ask-cells.ts'
import type { Network } from './network.ts'
import type { DataSessionEvent } from './network-events.ts'
import type { Roster } from './roster.queries.ts'

/**
 * Reports data sessions to the portal by RADIUS accounting, as gateways do; resolves once every message was
 * acknowledged.
 * @throws when one was not: all are to be sent again
 */
export type ReportUsage = (networkId: string, events: readonly DataSessionEvent[]) => Promise<void>

/** Services that the process provides to adapters. */
export interface KindServices {
  /** for what lies outside of cells */
  readonly pool: Pool
  readonly askCells: AskCells
  readonly roster: Roster
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly clock: () => Date
  /** for networks embedded in the process; without it, sessions are reported as events of the port */
  readonly reportUsage?: ReportUsage | undefined
}

/** A kind of network: an adapter, opened once per process for all networks of that kind. */
export interface NetworkKind<Settings = unknown> {
  /** the schema of an administrator's settings; an empty object gives the defaults */
  readonly settings: z.ZodType<Settings>
  /** names of the secret settings, which are stored sealed; they are opened and merged before `settings` parses */
  readonly secretNames?: readonly string[]
  /** Opens the adapter without any network traffic. Also used to check unsaved settings, and closed afterwards. */
  open(services: KindServices): OpenKind<Settings>
}

export interface OpenKind<Settings = unknown> {
  /**
   * Connects a network without any traffic: background work starts with `listen`.
   * @param settings read at each use, so that a change takes effect at once
   */
  connect(networkId: string, settings: () => Settings): Network
  close(): Promise<void>
}
