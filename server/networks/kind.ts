import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Network } from './network.ts'
import type { Roster } from './roster.queries.ts'

/** What an adapter gets from the process it runs in. */
export interface KindServices {
  readonly pool: Pool
  readonly roster: Roster
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly clock: () => Date
}

/** A kind of network: an adapter, open once in a process for all the networks of that kind. */
export interface NetworkKind<Settings = unknown> {
  /** what an administrator may set; an empty object gives the defaults */
  readonly settings: z.ZodType<Settings>
  open(services: KindServices): OpenKind<Settings>
}

export interface OpenKind<Settings = unknown> {
  /** @param settings asked at each use, so that a change takes effect at once */
  connect(networkId: string, settings: () => Settings): Network
  close(): Promise<void>
}
