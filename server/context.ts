import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Language } from '#domain/languages.ts'
import type { Permit } from '#domain/permits.ts'
import type { Cell, Cells } from './cells/cells.ts'
import { keepInCells } from './cells/moves.ts'
import type { ReadReplica } from './cells/read-replica.ts'
import type { Config } from './config.ts'
import type { Database, DatabaseTransaction } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import type { NetworkRegistry } from './networks/registry.ts'
import type { SecretBox } from './secrets/secret-box.ts'

/** Who acts: rights are computed once, when the login session is checked. */
export interface Actor {
  /** for a company's API key: the user who made it */
  readonly userId: number
  /** names the actor in histories; for an API key see apiKeyActor */
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly companyId: number
  /** where the company's rows are */
  readonly cellId: number
  readonly companyName: string
  readonly timeZone: string
  readonly currency: string
  readonly cycleAnchorDay: number
  readonly permits: readonly Permit[]
  readonly canHibernate: boolean
  readonly isAdmin: boolean
  /** the own company and those below; 'all' for users of the root company */
  readonly companyIds: 'all' | readonly number[]
  /** the company, or one above it, is blocked: everything can be seen and nothing changed */
  readonly isBlocked?: boolean
  readonly isDeactivated?: boolean
  /** the administrator who views the portal as this user: then nothing may change */
  readonly viewer?: { readonly userId: number; readonly companyId: number; readonly email: string; readonly name: string }
  /** the same person in their own company, while they work in one below it: all of theirs above is that company's then */
  readonly home?: Actor
  /** the company's API key that acts; a person has none */
  readonly apiKeyId?: number
}

/** What lives as long as the process. */
export interface Services {
  readonly config: Config
  readonly cells: Cells
  /** for what only reads; undefined without DATABASE_REPLICA_URL */
  readonly replica?: ReadReplica | undefined
  /** connections to one cell, and to what lies outside of cells */
  readonly pool: Pool
  readonly db: Database
  readonly clock: () => Date
  readonly notifications: Notifications
  readonly networks: NetworkRegistry
  readonly secrets: SecretBox
  /** judge each answer by its schema: in tests and development, not where speed counts */
  readonly checkAnswers: boolean
}

/** The portal's address as mails name it: the public one, or where this process listens. */
export const portalUrl = ({ config: { PUBLIC_URL, HOST, PORT } }: Pick<Services, 'config'>): string =>
  PUBLIC_URL ?? `http://${HOST}:${PORT}`

/** What lives as long as one request. */
export interface RequestContext extends Services {
  readonly now: Date
  readonly log: FastifyBaseLogger
  readonly requestId: string
  readonly language: Language
  /** the caller's network address */
  readonly address: string
  /** names the request, so that it has no second effect; see http/idempotency.ts */
  readonly idempotencyKey: string | undefined
}

export interface Ctx extends RequestContext {
  readonly actor: Actor
  /** the cells with companies that the actor may see; `pool` and `db` are of the first, until `inCell` narrows them */
  readonly readableCells: readonly Cell[]
  /** customers that had moved between cells when the request began; undefined with one cell */
  readonly moves?: number | undefined
}

type TransactionServices = Pick<Services, 'db'> & Partial<Pick<Ctx, 'readableCells' | 'moves'>>

/**
 * Runs `work` in one transaction: all of it or nothing.
 * @throws CustomerMoved in a request, when a customer has moved to another cell since it began
 */
export function inTransaction<T>(
  { db, readableCells, moves }: TransactionServices,
  work: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (readableCells && moves !== undefined) await keepInCells(trx, { readableCells, moves })
    return work(trx)
  })
}
