import { sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import type { ItemFailure } from '#domain/operations.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { changeGroups } from '#server/records/change-groups.ts'
import { changeTags } from '#server/records/change-tags.ts'
import type { DemoSim } from './make-sims.ts'
import { OFF_SEASON } from './off-season.ts'

/** The company whose operations there are, and who started them. */
const COMPANY_ID = 4
const ACTOR = 'ana@andes.test'

/** The trucks' groups: the path of each, and what the field says of its trucks. */
const TRUCK_GROUPS = [
  { path: 'Camiones/Ruta 5 Sur', note: 'Ruta 5 Sur' },
  { path: 'Camiones/Zona centro', note: 'Zona centro' },
  { path: 'Camiones/Región Metropolitana', note: 'RM' },
  { path: 'Camiones/Biobío', note: 'Biobío' },
] as const
export const TRUCKS_GROUP = 'Camiones'

/** Lines a second, as networks take them. */
const LINES_PER_SECOND = 40

interface DemoOperation {
  readonly kind: OperationKind
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly reason?: string
  readonly daysAgo: number
  readonly iccids: readonly string[]
  /** which SIMs a person chose by; undefined: one by one */
  readonly filter?: SimFilter
  /** SIMs for which it failed, and why */
  readonly failed?: { readonly sims: number; readonly code: ItemFailure }
}

interface RecordedOperation {
  readonly operationId: number
  readonly at: Date
  /** those for which it succeeded */
  readonly iccids: readonly string[]
}

/** What a company has done to its fleet: groups and tags, a season's hibernation, a restart. */
export async function loadOperations(db: Database, sims: readonly DemoSim[], now: Date): Promise<void> {
  const settled = sims.filter(
    ({ companyId, label, boughtDaysAgo }) => companyId === COMPANY_ID && label !== '' && boughtDaysAgo > 100,
  )
  const iccidsOf = (isChosen: (sim: DemoSim) => boolean) => settled.filter(isChosen).map(({ iccid }) => iccid)
  const isChilean = ({ country }: DemoSim) => country === 'CL'
  const trucks = (note: string) => iccidsOf((sim) => isChilean(sim) && sim.profile.label === 'Camión' && sim.note === note)
  await db.transaction().execute(async (trx) => {
    for (const [index, { path, note }] of TRUCK_GROUPS.entries())
      await group(trx, now, { path, daysAgo: 31 - index / 400, iccids: trucks(note), filter: { search: note } })
    await tag(trx, now, { name: 'Arriendo', daysAgo: 24.2, iccids: trucks('Arriendo'), filter: { search: 'Arriendo' } })
    await hibernate(trx, now, iccidsOf(OFF_SEASON.isHibernated))
    await tag(trx, now, { name: 'Garantía 2027', daysAgo: 12.4, iccids: iccidsOf(({ profile }) => profile.label === 'Cámara') })
    const isRestarted = ({ status, profile, index }: DemoSim) =>
      status === ADMINISTRATIVE_STATUS.active && profile.label === 'Router' && index % 12 === 0
    await restart(trx, now, iccidsOf(isRestarted))
  })
}

/** They have their accounts only afterwards. */
export async function nameStarters(trx: DatabaseTransaction): Promise<void> {
  await sql`UPDATE operations o SET user_id = u.user_id FROM users u WHERE u.email = o.actor AND o.user_id IS NULL`.execute(trx)
}

async function group(
  trx: DatabaseTransaction,
  now: Date,
  { path, ...of }: Omit<DemoOperation, 'kind'> & { readonly path: string },
): Promise<void> {
  const { operationId, at, iccids } = await record(trx, now, { ...of, kind: 'group', parameters: { group: path } })
  const changes = iccids.map((iccid) => ({ companyId: COMPANY_ID, iccid, group: path }))
  await changeGroups(trx, changes, { actor: ACTOR, detail: { operationId } }, at)
}

async function tag(
  trx: DatabaseTransaction,
  now: Date,
  { name, ...of }: Omit<DemoOperation, 'kind'> & { readonly name: string },
): Promise<void> {
  const { operationId, at, iccids } = await record(trx, now, { ...of, kind: 'tag', parameters: { add: [name], remove: [] } })
  const changes = iccids.map((iccid) => ({ companyId: COMPANY_ID, iccid, add: [name], remove: [] }))
  await changeTags(trx, changes, { actor: ACTOR, detail: { operationId } }, at)
}

/** The timelines of these SIMs have their hibernation already. */
async function hibernate(trx: DatabaseTransaction, now: Date, iccids: readonly string[]): Promise<void> {
  const { startedDaysAgo: daysAgo, reason } = OFF_SEASON
  const { operationId } = await record(trx, now, { kind: 'hibernate', reason, daysAgo, iccids })
  await sql`
    UPDATE sim_events SET detail = detail || ${JSON.stringify({ operationId })}::jsonb
    WHERE company_id = ${COMPANY_ID} AND iccid = ANY(${iccids}::text[])
      AND kind IN ('hibernation_requested', 'hibernated')`.execute(trx)
}

async function restart(trx: DatabaseTransaction, now: Date, iccids: readonly string[]): Promise<void> {
  const reason = 'Sin datos desde el corte de energía'
  const failed = { sims: 3, code: 'unreachable' } as const
  const operation = await record(trx, now, { kind: 'restart', reason, daysAgo: 6.3, iccids, failed })
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT ${COMPANY_ID}, iccid, ${operation.at}, 'restarted', ${ACTOR}, ${JSON.stringify({ operationId: operation.operationId, reason })}::jsonb
    FROM unnest(${operation.iccids}::text[]) AS iccid`.execute(trx)
}

/** Writes an operation that has ended, with its lines. */
async function record(
  trx: DatabaseTransaction,
  now: Date,
  { kind, parameters = {}, reason = '', daysAgo, iccids, filter, failed = { sims: 0, code: 'internal' } }: DemoOperation,
): Promise<RecordedOperation> {
  const startedAt = new Date(now.getTime() - daysAgo * DAY_MS)
  const at = new Date(startedAt.getTime() + Math.ceil(iccids.length / LINES_PER_SECOND) * 1000)
  const { operation_id: operationId } = await trx
    .insertInto('operations')
    .values({
      company_id: COMPANY_ID,
      kind,
      reason,
      actor: ACTOR,
      user_id: null,
      state: 'finished',
      file_id: null,
      file_name: null,
      parameters: JSON.stringify(parameters),
      total: iccids.length,
      failed: failed.sims,
      succeeded: iccids.length - failed.sims,
      source: filter ? 'filter' : 'list',
      filter: filter ? JSON.stringify({ filter, except: [] }) : null,
      created_at: startedAt,
      started_at: startedAt,
      finished_at: at,
      updated_at: at,
      scheduled_at: null,
      withdrawn_at: null,
    })
    .returning('operation_id')
    .executeTakeFirstOrThrow()
  await sql`
    WITH lines AS (
      SELECT line, s.iccid, s.company_id, s.administrative_status, line <= ${failed.sims} AS has_failed
      FROM unnest(${iccids}::text[]) WITH ORDINALITY AS given(iccid, line)
      JOIN sims s ON s.company_id = ${COMPANY_ID} AND s.iccid = given.iccid COLLATE "C"
    )
    INSERT INTO operation_items (company_id, operation_id, line, iccid, sim_company_id, state, code, retryable, attempts, due_at, updated_at,
      from_status, network)
    SELECT ${COMPANY_ID}, ${operationId}, line, iccid, company_id, CASE WHEN has_failed THEN 'failed' ELSE 'succeeded' END,
      CASE WHEN has_failed THEN ${failed.code} ELSE '' END, has_failed, 1, ${at}, ${at},
      CASE WHEN administrative_status = ${ADMINISTRATIVE_STATUS.hibernated} THEN ${ADMINISTRATIVE_STATUS.active} ELSE administrative_status END, ''
    FROM lines`.execute(trx)
  return { operationId, at, iccids: iccids.slice(failed.sims) }
}
