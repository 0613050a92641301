import type pg from 'pg'
import { createPool } from '#server/db/pool.ts'
import type { CommandAnswer } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { RosterEntry } from '../roster.queries.ts'
import type { Effect } from './execute-command.ts'
import { initialSim, withEarlierCommand } from './initial-sim.ts'
import { fromRow, MUTABLE_COLUMNS, mutableColumnsOf, type SimulatedSimRow, toRow } from './rows.ts'
import type { SimulatedSim, SimulationTime } from './sim.ts'

export type StoreClient = pg.PoolClient
export type SimulationStore = ReturnType<typeof createSimulationStore>

/** A recorded command: its answer, and how often it was received. */
export interface RecordedCommand {
  readonly iccid: string
  readonly requestId: string
  readonly kind: string
  readonly answer: CommandAnswer | { readonly kind: 'lost' }
  readonly times: number
}

export interface BufferedMessage {
  readonly iccid: string
  readonly reference: string
  readonly segments: number
  readonly expiresAt: Date
  readonly dueAt: Date
}

export interface OutgoingEvent {
  readonly networkId: string
  readonly event: NetworkEvent
  readonly dueAt: Date
}

/** All changes of a batch. */
export interface SimulationChanges {
  /** existing SIMs in their new state */
  readonly sims: readonly SimulatedSim[]
  /** SIMs to be inserted in their new state */
  readonly created?: readonly SimulatedSim[]
  readonly commands: readonly RecordedCommand[]
  readonly effects: readonly Effect[]
  readonly events: readonly OutgoingEvent[]
  readonly messages: readonly BufferedMessage[]
}

/** Locked existing SIMs, and new ones that are not stored yet. */
export interface LockedSims {
  readonly existing: ReadonlyMap<string, SimulatedSim>
  readonly created: ReadonlyMap<string, SimulatedSim>
}

/** Another transaction inserted the same SIM first. */
class ConcurrentInsert extends Error {
  override name = 'ConcurrentInsert'
}

const CONNECTIONS = 4
const SIM_COLUMNS = Object.keys(toRow({} as SimulatedSim)).join(', ')

/**
 * The embedded network's own connections and statements. Commits are asynchronous: what the portal writes because of an
 * answer follows in the same WAL, so after a crash the network never lags behind the portal.
 */
export function createSimulationStore(connectionString: string, find: (iccids: readonly string[]) => Promise<RosterEntry[]>) {
  const pool = createPool({ connectionString, max: CONNECTIONS, applicationName: 'enlace-simulated-network' })

  /** Runs work in one transaction, serialised by the SIMs' row locks, and retries it after a concurrent insert. */
  const inTransaction = async <T>(work: (client: StoreClient) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await tryTransaction(work)
      } catch (error) {
        if (!(error instanceof ConcurrentInsert)) throw error
      }
    }
  }
  const tryTransaction = async <T>(work: (client: StoreClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN; SET LOCAL synchronous_commit = off')
      const result = await work(client)
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      const isBroken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      )
      client.release(isBroken)
      throw error
    }
  }

  /** Network seconds now. */
  const seconds = async (client: StoreClient): Promise<number> => {
    const { rows } = await client.query<{ seconds: number }>('SELECT seconds FROM simulated_network.clock')
    return rows[0]?.seconds ?? 0
  }

  /** Locks the SIMs of these ICCIDs in order. New ones are derived from the roster and still to be stored. */
  const lockSims = async (client: StoreClient, iccids: readonly string[], moment: SimulationTime): Promise<LockedSims> => {
    const existing = await lockWhere(client, 'iccid = ANY($1::text[]) ORDER BY iccid FOR UPDATE', [iccids])
    const missing = iccids.filter((iccid) => !existing.has(iccid))
    const entries = missing.length === 0 ? [] : await find(missing)
    const created = entries.map((entry) => withEarlierCommand(initialSim(entry, moment), entry, moment.now))
    return { existing, created: new Map(created.map((sim) => [sim.iccid, sim])) }
  }

  return { pool, inTransaction, seconds, lockSims, addSims, lockWhere, readCommands, write, end: () => pool.end() }
}

/** @param rest condition, order, limit and lock; never user input */
async function lockWhere(client: StoreClient, rest: string, values: unknown[]): Promise<Map<string, SimulatedSim>> {
  const { rows } = await client.query<SimulatedSimRow>(
    `SELECT ${SIM_COLUMNS} FROM simulated_network.sims WHERE ${rest}`,
    values,
  )
  return new Map(rows.map((row) => [row.iccid, fromRow(row)]))
}

/** SIMs inserted concurrently stay as they are. @returns the number inserted here */
async function addSims(client: StoreClient, sims: readonly SimulatedSim[]): Promise<number> {
  if (sims.length === 0) return 0
  const { rowCount } = await client.query(
    `INSERT INTO simulated_network.sims (${SIM_COLUMNS})
     SELECT ${SIM_COLUMNS} FROM json_populate_recordset(NULL::simulated_network.sims, $1::json) ORDER BY iccid
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(sims.map(toRow))],
  )
  return rowCount ?? 0
}

async function readCommands(
  client: StoreClient,
  keys: readonly { readonly iccid: string; readonly requestId: string }[],
): Promise<Map<string, RecordedCommand>> {
  const { rows } = await client.query<RecordedCommand>(
    `SELECT c.iccid, c.request_id AS "requestId", c.kind, c.answer, c.times
     FROM unnest($1::text[], $2::text[]) AS w(iccid, request_id)
     JOIN simulated_network.commands c ON c.iccid = w.iccid AND c.request_id = w.request_id`,
    [keys.map(({ iccid }) => iccid), keys.map(({ requestId }) => requestId)],
  )
  return new Map(rows.map((row) => [row.requestId, row]))
}

const SETS = MUTABLE_COLUMNS.map((column) => `${column} = n.${column}`).join(', ')

/**
 * Writes a batch.
 * @throws ConcurrentInsert when another transaction inserted a SIM first: the batch is to be processed again
 */
async function write(client: StoreClient, changes: SimulationChanges, now: Date): Promise<void> {
  const { sims, created = [], commands, effects, events, messages } = changes
  if ((await addSims(client, created)) < created.length) throw new ConcurrentInsert()
  await client.query(
    `WITH sims AS (
       UPDATE simulated_network.sims s SET ${SETS}
       FROM json_populate_recordset(NULL::simulated_network.sims, $1::json) n WHERE n.iccid = s.iccid
     ), commands AS (
       INSERT INTO simulated_network.commands AS c (iccid, request_id, kind, answer, times, received_at)
       SELECT x.iccid, x."requestId", x.kind, x.answer, x.times, $6
       FROM json_to_recordset($2::json) AS x(iccid text, "requestId" text, kind text, answer jsonb, times int)
       ON CONFLICT (iccid, request_id) DO UPDATE SET times = excluded.times, answer = excluded.answer
     ), effects AS (
       INSERT INTO simulated_network.effects (iccid, request_id, kind, at)
       SELECT x.iccid, x."requestId", x.kind, x.at
       FROM json_to_recordset($3::json) AS x(iccid text, "requestId" text, kind text, at timestamptz)
     ), messages AS (
       INSERT INTO simulated_network.messages (iccid, reference, segments, expires_at, due_at)
       SELECT x.iccid, x.reference, x.segments, x."expiresAt", x."dueAt"
       FROM json_to_recordset($4::json)
         AS x(iccid text, reference text, segments int, "expiresAt" timestamptz, "dueAt" timestamptz)
       ON CONFLICT DO NOTHING
     )
     INSERT INTO simulated_network.events (network_id, event, due_at)
     SELECT x."networkId", x.event, x."dueAt"
     FROM ROWS FROM (json_to_recordset($5::json) AS ("networkId" text, event json, "dueAt" timestamptz)) WITH ORDINALITY AS x
     ORDER BY x.ordinality`,
    [...[sims.map(mutableColumnsOf), commands, effects, messages, events].map((rows) => JSON.stringify(rows)), now],
  )
}
