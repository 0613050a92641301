import type { Pool } from 'pg'
import { BLANK, type Memory, memorySchema } from './memory.ts'

export interface Store {
  /** Takes the turn to walk over the SIMs until a moment; false while another process has it, or it is not due. */
  readonly takeTurn: (now: Date, until: Date) => Promise<boolean>
  /** Says when the next walk is due; while one is under way, how long the others keep off. */
  readonly putOff: (until: Date) => Promise<void>
  /** Those of some ICCIDs that the portal has. */
  readonly ours: (iccids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly recall: (iccids: readonly string[]) => Promise<ReadonlyMap<string, Memory>>
  readonly keep: (memories: ReadonlyMap<string, Memory>) => Promise<void>
}

const TAKE_TURN = `
  INSERT INTO soracom_walks (network_id, due_at) VALUES ($1, $3)
  ON CONFLICT (network_id) DO UPDATE SET due_at = excluded.due_at WHERE soracom_walks.due_at <= $2
  RETURNING network_id`
const KEEP = `
  INSERT INTO soracom_sims (network_id, iccid, memory)
  SELECT $1, iccid, memory FROM unnest($2::text[], $3::jsonb[]) AS n(iccid, memory) ORDER BY iccid COLLATE "C"
  ON CONFLICT (network_id, iccid) DO UPDATE SET memory = excluded.memory`

/** What is remembered of the SIMs of one network, in the portal's database. */
export function createStore(pool: Pool, networkId: string): Store {
  return {
    takeTurn: async (now, until) => (await pool.query(TAKE_TURN, [networkId, now, until])).rows.length > 0,
    putOff: async (until) => {
      await pool.query('UPDATE soracom_walks SET due_at = $2 WHERE network_id = $1', [networkId, until])
    },
    ours: async (iccids) => {
      const text = 'SELECT iccid FROM sim_registry WHERE iccid = ANY($1::text[])'
      const { rows } = await pool.query<{ iccid: string }>(text, [iccids])
      return new Set(rows.map(({ iccid }) => iccid))
    },
    recall: async (iccids) => {
      const text = 'SELECT iccid, memory FROM soracom_sims WHERE network_id = $1 AND iccid = ANY($2::text[])'
      const { rows } = await pool.query<{ iccid: string; memory: unknown }>(text, [networkId, iccids])
      return new Map(rows.map(({ iccid, memory }) => [iccid, memorySchema.safeParse(memory).data ?? BLANK]))
    },
    keep: async (memories) => {
      if (memories.size === 0) return
      await pool.query(KEEP, [networkId, [...memories.keys()], [...memories.values()].map((memory) => JSON.stringify(memory))])
    },
  }
}
