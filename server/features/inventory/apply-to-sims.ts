import { type RawBuilder, sql } from 'kysely'
import { areaLockOf } from '#domain/area-locks.ts'
import type { DeviceMode } from '#domain/locks.ts'
import { followGroups } from '#server/alarm-engine/follow-groups.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { setLocks } from '#server/lock-engine/set-locks.ts'
import { changeGroups } from '#server/records/change-groups.ts'
import { changeTags } from '#server/records/change-tags.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import type { WriteOptions } from './apply-lines.ts'
import { goodLines } from './check-lines.sql.ts'
import { type Staging, TAG_SEPARATOR } from './staging.ts'

/** Lines per statement. */
const CHUNK_LINES = 2_000

interface LineOfSim extends SimKey {
  readonly line: number
}

interface LineQuery {
  /** of goodLines l, sim_registry r and what is joined */
  readonly columns: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

/** What lines of an import say of SIMs that are there by now: a chunk of them after a line, in their order. */
const linesAfter = (staging: Staging, after: number, { columns, joins = sql``, where }: LineQuery): RawBuilder<unknown> => sql`
  SELECT l.line, r.company_id AS "companyId", l.iccid, ${columns}
  FROM ${goodLines(staging)} JOIN sim_registry r ON r.iccid = l.iccid ${joins}
  WHERE ${where} AND l.line > ${after} ORDER BY l.line LIMIT ${CHUNK_LINES}`

/**
 * Lines some thousands at a time.
 * @param ask executes the statement of linesAfter, with the type of its rows: tests check them against the type that it has there
 */
async function* inLineChunks<Line extends LineOfSim>(
  ask: (after: number) => Promise<{ rows: Line[] }>,
): AsyncGenerator<Line[]> {
  for (let after = 0; ; ) {
    const { rows } = await ask(after)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK_LINES) return
    after = last.line
  }
}

interface TaggedLine extends LineOfSim {
  readonly tags: string
}

const TAGGED: LineQuery = { columns: sql`l.tags`, where: sql`l.tags IS NOT NULL` }

/** Puts the tags of an import's lines on their SIMs. */
export async function writeTags(
  trx: DatabaseTransaction,
  staging: Staging,
  { importId, actor, now }: WriteOptions,
): Promise<void> {
  const tagged = inLineChunks((after) => sql<TaggedLine>`${linesAfter(staging, after, TAGGED)}`.execute(trx))
  for await (const rows of tagged) {
    const changes = rows.map(({ tags, ...sim }) => ({ ...sim, add: tags.split(TAG_SEPARATOR), remove: [] }))
    await changeTags(trx, changes, { actor, detail: { importId } }, now)
  }
}

interface GroupedLine extends LineOfSim {
  readonly group: string
}

const GROUPED: LineQuery = { columns: sql`l.group_path AS "group"`, where: sql`l.group_path IS NOT NULL` }

/** Moves the SIMs of an import's lines to their groups; alarms of groups follow them. */
export async function writeGroups(
  trx: DatabaseTransaction,
  staging: Staging,
  { importId, actor, now, warningPercent }: WriteOptions,
): Promise<void> {
  const grouped = inLineChunks((after) => sql<GroupedLine>`${linesAfter(staging, after, GROUPED)}`.execute(trx))
  for await (const rows of grouped) {
    const changed = await changeGroups(trx, rows, { actor, detail: { importId } }, now)
    await followGroups(trx, changed, { now, warningPercent })
  }
}

interface LockedLine extends LineOfSim {
  /** null: as it is */
  readonly mode: DeviceMode | null
  readonly values: readonly string[] | null
  readonly areas: readonly string[] | null
  /** of the lock that it has */
  readonly geofences: readonly string[]
}

const LOCKED: LineQuery = {
  columns: sql`l.device_mode AS mode, l.device_values AS values, l.area_values AS areas, coalesce(k.geofences::text[], '{}') AS geofences`,
  joins: sql`LEFT JOIN sim_locks k ON k.company_id = r.company_id AND k.iccid = r.iccid`,
  where: sql`(l.device_mode IS NOT NULL OR l.area_values IS NOT NULL)`,
}

/** Gives the SIMs of an import's lines locks of their own. Files name no geofences: they stay, unless the SIM may be anywhere. */
export async function writeLocks(
  trx: DatabaseTransaction,
  staging: Staging,
  { importId, actor, now }: WriteOptions,
): Promise<void> {
  const locked = inLineChunks((after) => sql<LockedLine>`${linesAfter(staging, after, LOCKED)}`.execute(trx))
  for await (const rows of locked) await setLocks(trx, rows.map(changeOf), { actor, detail: { importId }, language: 'es' }, now)
}

const changeOf = ({ companyId, iccid, mode, values, areas, geofences }: LockedLine) => ({
  companyId,
  iccid,
  keepsHeld: true,
  policy: null,
  ...(mode && values && { device: { mode, values } }),
  ...(areas && { area: { ...areaLockOf(areas), geofences: areas.length > 0 ? geofences : [] } }),
})
