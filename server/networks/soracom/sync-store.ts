import type { Pool } from 'pg'
import type { AskCells } from '#server/cells/ask-cells.ts'
import { INITIAL_SYNC_STATE, type SyncState, syncStateSchema } from './sync-state.ts'

export interface SyncStore {
  /** Acquires the lease for polling until a moment; false while another process holds it, or polling is not due. */
  readonly acquireLease: (now: Date, until: Date) => Promise<boolean>
  /** Sets when the next poll is due; during a poll, extends the lease. */
  readonly extendLease: (until: Date) => Promise<void>
  /** Filters ICCIDs that the portal has. */
  readonly filterKnown: (iccids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly load: (iccids: readonly string[]) => Promise<ReadonlyMap<string, SyncState>>
  readonly save: (states: ReadonlyMap<string, SyncState>) => Promise<void>
}

const ACQUIRE_LEASE = `
  INSERT INTO soracom_polls (network_id, due_at) VALUES ($1, $3)
  ON CONFLICT (network_id) DO UPDATE SET due_at = excluded.due_at WHERE soracom_polls.due_at <= $2
  RETURNING network_id`
const SAVE = `
  INSERT INTO soracom_sims (network_id, iccid, sync_state)
  SELECT $1, iccid, sync_state FROM unnest($2::text[], $3::jsonb[]) AS n(iccid, sync_state) ORDER BY iccid COLLATE "C"
  ON CONFLICT (network_id, iccid) DO UPDATE SET sync_state = excluded.sync_state`

/** The synchronisation states of one network's SIMs, in the portal's database. */
export function createSyncStore(pool: Pool, askCells: AskCells, networkId: string): SyncStore {
  return {
    acquireLease: async (now, until) => (await pool.query(ACQUIRE_LEASE, [networkId, now, until])).rows.length > 0,
    extendLease: async (until) => {
      await pool.query('UPDATE soracom_polls SET due_at = $2 WHERE network_id = $1', [networkId, until])
    },
    filterKnown: async (iccids) => {
      const text = 'SELECT iccid FROM sim_registry WHERE iccid = ANY($1::text[])'
      const rows = await askCells<{ iccid: string }>({ text, values: [iccids] })
      return new Set(rows.map(({ iccid }) => iccid))
    },
    load: async (iccids) => {
      const text = 'SELECT iccid, sync_state FROM soracom_sims WHERE network_id = $1 AND iccid = ANY($2::text[])'
      const { rows } = await pool.query<{ iccid: string; sync_state: unknown }>(text, [networkId, iccids])
      return new Map(
        rows.map(({ iccid, sync_state }) => [iccid, syncStateSchema.safeParse(sync_state).data ?? INITIAL_SYNC_STATE]),
      )
    },
    save: async (states) => {
      if (states.size === 0) return
      await pool.query(SAVE, [
        networkId,
        [...states.keys()],
        [...states.values()].map((sync_state) => JSON.stringify(sync_state)),
      ])
    },
  }
}
