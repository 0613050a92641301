import { sql } from 'kysely'
import type { RuleDefinition } from '#domain/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { readActiveRules } from '#server/rule-engine/active-rules.ts'
import { writeFirings } from '#server/rule-engine/write-firings.ts'
import { TRUCKS_GROUP } from './load-operations.ts'

const COMPANY_ID = 4
const EMAIL = 'ana@andes.test'
/** When they were made: what SIMs did before is none of theirs. */
const SINCE_DAYS_AGO = 30
/** Questions that wait. */
const WAITING = 2

const ALWAYS = { tags: [], groups: [], plans: [], statuses: [], hours: null, weekdays: [] }
const NOTHING = { emails: [EMAIL], tag: '', operation: '', plan: '', message: '' } as const
const LIMITS = { everyHours: 24, quiet: null, digestMinutes: 15 } as const

interface DemoRule extends RuleDefinition {
  readonly name: string
  readonly isActive?: boolean
}

const OTHER_DEVICE: DemoRule = {
  name: 'SIM en otro equipo',
  trigger: { kind: 'device' },
  conditions: { ...ALWAYS, groups: [TRUCKS_GROUP] },
  actions: { ...NOTHING, operation: 'cutData', asks: true },
  limits: LIMITS,
}
const BUSY_DAY_MB = 100
const BUSY_DAY: DemoRule = {
  name: `Más de ${BUSY_DAY_MB} MB en un día`,
  trigger: { kind: 'data', per: 'day', mb: BUSY_DAY_MB },
  conditions: { ...ALWAYS, groups: [TRUCKS_GROUP] },
  actions: NOTHING,
  limits: LIMITS,
}
const SILENT_CAMERA: DemoRule = {
  name: 'Cámara sin señal',
  trigger: { kind: 'silence', hours: 12 },
  conditions: { ...ALWAYS, tags: ['Garantía 2027'] },
  actions: { ...NOTHING, operation: 'restart' },
  limits: { ...LIMITS, quiet: { from: 22, to: 7 } },
  isActive: false,
}
const DEMO_RULES = [OTHER_DEVICE, BUSY_DAY, SILENT_CAMERA]

/** Rules of a company, with what they did to the SIMs whose devices and days were so. The groups are there by then. */
export async function loadRules(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const since = new Date(now.getTime() - SINCE_DAYS_AGO * DAY_MS)
    for (const { name, isActive = true, ...definition } of DEMO_RULES)
      await trx
        .insertInto('rules')
        .values({
          ...{ company_id: COMPANY_ID, name, definition: JSON.stringify(definition), is_active: isActive, version: 1, since },
          ...{ watched_to: definition.trigger.kind === 'silence' ? '' : null, user_id: null, language: 'es' },
          ...{ created_at: since, updated_at: since, chat_endpoint_id: null, reading_due_at: null },
        })
        .execute()
    for (const rule of await readActiveRules(trx, sql`r.company_id = ${COMPANY_ID}`)) {
      const found = rule.name === OTHER_DEVICE.name ? await swappedDevices(trx, since) : await busyDays(trx, since)
      for (const { at, ...firing } of found) await writeFirings(trx, [{ ...firing, at: at.getTime(), rule }], at)
    }
    await answer(trx)
  })
}

/** Who saved them has an account only afterwards. */
export async function nameRuleOwners(trx: DatabaseTransaction): Promise<void> {
  await sql`
    UPDATE rules r SET user_id = u.user_id FROM users u WHERE u.email = ${EMAIL} AND r.company_id = ${COMPANY_ID}`.execute(trx)
}

interface Found {
  readonly iccid: string
  readonly at: Date
  readonly value: number | string
}

const trucks = sql`
  SELECT DISTINCT s.iccid FROM sim_tags s JOIN tags t ON t.company_id = s.company_id AND t.tag_id = s.tag_id
  WHERE s.company_id = ${COMPANY_ID} AND t.is_group AND t.name LIKE ${`${TRUCKS_GROUP}/%`}`

async function swappedDevices(trx: DatabaseTransaction, since: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT e.iccid, e.at, e.detail ->> 'imei' AS value FROM sim_events e
    WHERE e.company_id = ${COMPANY_ID} AND e.kind = 'imei_changed' AND e.at > ${since} AND e.iccid IN (${trucks})
    ORDER BY e.at, e.iccid`.execute(trx)
  return rows
}

/** Before today, whose usage goes on. */
async function busyDays(trx: DatabaseTransaction, since: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT u.iccid, u.day + time '21:40' AS at, u.data_bytes AS value FROM usage_days u
    WHERE u.company_id = ${COMPANY_ID} AND u.day > ${since}::date AND u.day < (SELECT max(day) FROM usage_days WHERE company_id = ${COMPANY_ID})
      AND u.data_bytes >= ${BUSY_DAY_MB * BYTES_PER_MB} AND u.iccid IN (${trucks})
    ORDER BY 2, 1`.execute(trx)
  return rows
}

/** The latest questions wait; all else was seen, and what was asked declined. */
async function answer(trx: DatabaseTransaction): Promise<void> {
  await sql`
    WITH answers AS MATERIALIZED (
      SELECT firing_id, at + interval '2 minutes' AS mailed_at, waits, CASE WHEN NOT waits THEN at + interval '1 hour' END AS acknowledged_at
      FROM (
        SELECT firing_id, at, operation = 'asked' AND row_number() OVER (PARTITION BY operation ORDER BY at DESC) <= ${WAITING} AS waits
        FROM rule_firings WHERE company_id = ${COMPANY_ID}
      ) firings
    )
    UPDATE rule_firings f SET mailed_at = n.mailed_at,
      operation = CASE WHEN n.waits OR f.operation <> 'asked' THEN f.operation ELSE 'declined' END,
      acknowledged_at = n.acknowledged_at, acknowledged_by = CASE WHEN n.waits THEN '' ELSE ${EMAIL} END
    FROM answers n
    WHERE f.company_id = ${COMPANY_ID} AND f.firing_id = n.firing_id`.execute(trx)
}
