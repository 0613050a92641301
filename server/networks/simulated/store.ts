import type pg from 'pg'
import { createPool } from '../../db/pool.ts'
import type { CommandAnswer } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { RosterEntry } from '../roster.queries.ts'
import { firstSight, withOldOrders } from './first-sight.ts'
import type { Effect } from './orders.ts'
import { CHANGING, changesOf, rowOf, type SimRow, simOf } from './rows.ts'
import type { Moment, Sim } from './sim.ts'

export type Client = pg.PoolClient
export type Store = ReturnType<typeof createStore>

/** What a command was answered, and how often it came. */
export interface Remembered {
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

/** All that a batch leaves behind. */
export interface Changes {
  /** as they are now; they were there before */
  readonly sims: readonly Sim[]
  /** seen for the first time, as they are now */
  readonly fresh?: readonly Sim[]
  readonly commands: readonly Remembered[]
  readonly effects: readonly Effect[]
  readonly events: readonly OutgoingEvent[]
  readonly messages: readonly BufferedMessage[]
}

/** Locked rows, and those that are not there yet. */
export interface Taken {
  readonly known: ReadonlyMap<string, Sim>
  readonly fresh: ReadonlyMap<string, Sim>
}

/** Another transaction was first to see a SIM. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

const CONNECTIONS = 4
const SIM_COLUMNS = Object.keys(rowOf({} as Sim)).join(', ')

/**
 * The embedded network's own connections and statements. Its commits don't wait for the disk: what the portal writes later because
 * of an answer goes to the same log behind it, so the network never knows less than the portal after a crash.
 */
export function createStore(connectionString: string, find: (iccids: readonly string[]) => Promise<RosterEntry[]>) {
  const pool = createPool({ connectionString, max: CONNECTIONS, applicationName: 'enlace-simulated-network' })

  /** Runs in one transaction; serialises with others through the SIMs' rows. Runs again when it was overtaken. */
  const inTransaction = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await tryTransaction(work)
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
      }
    }
  }
  const tryTransaction = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
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
  const seconds = async (client: Client): Promise<number> => {
    const { rows } = await client.query<{ seconds: number }>('SELECT seconds FROM simulated_network.clock')
    return rows[0]?.seconds ?? 0
  }

  /**
   * The SIMs of these numbers, locked in their order. Those that were never seen are as the roster has them, and still to be
   * written.
   */
  const takeSims = async (client: Client, iccids: readonly string[], moment: Moment): Promise<Taken> => {
    const known = await lockWhere(client, 'iccid = ANY($1::text[]) ORDER BY iccid FOR UPDATE', [iccids])
    const missing = iccids.filter((iccid) => !known.has(iccid))
    const entries = missing.length === 0 ? [] : await find(missing)
    const fresh = entries.map((entry) => withOldOrders(firstSight(entry, moment), entry, moment.now))
    return { known, fresh: new Map(fresh.map((sim) => [sim.iccid, sim])) }
  }

  return { pool, inTransaction, seconds, takeSims, addSims, lockWhere, remembered, write, end: () => pool.end() }
}

/** @param rest condition, order, limit and lock; text of ours */
async function lockWhere(client: Client, rest: string, values: unknown[]): Promise<Map<string, Sim>> {
  const { rows } = await client.query<SimRow>(`SELECT ${SIM_COLUMNS} FROM simulated_network.sims WHERE ${rest}`, values)
  return new Map(rows.map((row) => [row.iccid, simOf(row)]))
}

/** Those that another one added meanwhile stay as they are. @returns how many were added here */
async function addSims(client: Client, sims: readonly Sim[]): Promise<number> {
  if (sims.length === 0) return 0
  const { rowCount } = await client.query(
    `INSERT INTO simulated_network.sims (${SIM_COLUMNS})
     SELECT ${SIM_COLUMNS} FROM json_populate_recordset(NULL::simulated_network.sims, $1::json) ORDER BY iccid
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(sims.map(rowOf))],
  )
  return rowCount ?? 0
}

async function remembered(
  client: Client,
  wanted: readonly { readonly iccid: string; readonly requestId: string }[],
): Promise<Map<string, Remembered>> {
  const { rows } = await client.query<Remembered>(
    `SELECT c.iccid, c.request_id AS "requestId", c.kind, c.answer, c.times
     FROM unnest($1::text[], $2::text[]) AS w(iccid, request_id)
     JOIN simulated_network.commands c ON c.iccid = w.iccid AND c.request_id = w.request_id`,
    [wanted.map(({ iccid }) => iccid), wanted.map(({ requestId }) => requestId)],
  )
  return new Map(rows.map((row) => [row.requestId, row]))
}

const SETS = CHANGING.map((column) => `${column} = n.${column}`).join(', ')

/**
 * Writes a batch.
 * @throws Overtaken when another one saw a SIM for the first time meanwhile: the batch is to be judged again
 */
async function write(client: Client, changes: Changes, now: Date): Promise<void> {
  const { sims, fresh = [], commands, effects, events, messages } = changes
  if ((await addSims(client, fresh)) < fresh.length) throw new Overtaken()
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
    [...[sims.map(changesOf), commands, effects, messages, events].map((rows) => JSON.stringify(rows)), now],
  )
}
