import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getChargeDay, getChargeSim } from '#contract/charges/charges.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { usageAsOf } from '#server/records/usage-as-of.ts'
import { type ChargeHead, chargeHead } from './charge.queries.ts'
import { ofDocument, signOf } from './charge-lines.queries.ts'

const NOT_IN_CYCLE = { es: 'Ese día no es del ciclo', en: 'That day isn’t in the cycle' }

/** Sessions listed per day; a device with more is broken. */
const MAX_SESSIONS = 200

type Sim = CallData<typeof getChargeSim>
type Session = CallData<typeof getChargeDay>['sessions'][number]

type LineRow = Sim['lines'][number] & { readonly used: number; readonly included: number; readonly isPooled: boolean }

/** The charges of a SIM, and its days of the document's cycle. Usage stays with the company that had the SIM then. */
export async function chargeSim(ctx: Ctx, documentId: number, icc: string): Promise<Sim> {
  const head = await chargeHead(ctx, documentId)
  for (const iccid of iccidCandidates(icc)) {
    const found = [linesOf(ctx, head, iccid), daysOf(ctx, head, iccid), labelOf(ctx, head, iccid)] as const
    const [lines, days, label] = await Promise.all(found)
    if (lines.length === 0 && days.length === 0) continue
    return {
      icc: iccid,
      label,
      lines: lines.map(({ used: _used, included: _included, isPooled: _isPooled, ...line }) => line),
      rated: ratedData(lines),
      days,
      usageAsOf: await usageAsOf(ctx),
      asOf: ctx.now.toISOString(),
    }
  }
  throw simNotCharged(icc)
}

/** The data of a SIM as it was rated, on all its plans of the cycle. */
function ratedData(lines: readonly LineRow[]): Sim['rated'] {
  const prices = lines.filter(({ kind }) => kind === 'price' || kind === 'price_days')
  if (prices.length === 0) return null
  return {
    usedBytes: prices.reduce((sum, { used }) => sum + used, 0),
    includedBytes: prices.reduce((sum, { included }) => sum + included, 0),
    isPooled: prices.some(({ isPooled }) => isPooled),
  }
}

const simNotCharged = (icc: string): AppError =>
  new AppError('not_found', {
    sentence: { es: `La SIM ${icc} no está en este cobro`, en: `SIM ${icc} isn’t in this charge` },
  })

async function linesOf(ctx: Ctx, head: ChargeHead, iccid: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT l.kind, l.plan_code AS "planCode", coalesce(t.plan_name, l.plan_code) AS "planName",
      l.days_from AS "firstDay", l.days_to - 1 AS "lastDay", l.quantity,
      coalesce(t.overage_unit_mb, 1) AS "unitMb", l.unit_minor AS unit, l.amount_minor * ${sql.lit(signOf(head))} AS amount,
      l.used, l.included, coalesce(t.pooled, false) AS "isPooled"
    FROM charge_lines l LEFT JOIN charge_terms t ON t.company_id = l.company_id AND t.document_id = l.document_id
      AND t.plan_code = l.plan_code AND t.usage_cycle = l.usage_cycle
    WHERE ${ofDocument(head)} AND l.iccid = ${iccid} ORDER BY l.line_no`.execute(ctx.db)
  return rows
}

const daysOf = ({ db }: Ctx, { companyId, cycleStart, cycleEnd }: ChargeHead, iccid: string): Promise<Sim['days']> =>
  db
    .selectFrom('usage_days')
    .select(['day', 'data_bytes as dataBytes', 'voice_seconds as voiceSeconds', 'sms'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .where('day', '>=', cycleStart)
    .where('day', '<', cycleEnd)
    .orderBy('day')
    .execute()

async function labelOf(ctx: Ctx, { companyId }: ChargeHead, iccid: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('sims')
    .select('custom_field_1')
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .executeTakeFirst()
  return row?.custom_field_1 ?? ''
}

type SessionRow = Omit<Session, 'startedAt' | 'stoppedAt'> & { readonly startedAt: Date; readonly stoppedAt: Date | null }

/** The data sessions open on a day of the document's cycle, and the usage reported on it. */
export async function chargeDay(
  ctx: Ctx,
  { documentId, icc, day }: { documentId: number; icc: string; day: string },
): Promise<CallData<typeof getChargeDay>> {
  const head = await chargeHead(ctx, documentId)
  if (day < head.cycleStart || day >= head.cycleEnd) throw new AppError('not_found', { sentence: NOT_IN_CYCLE })
  const { rows } = await sql<SessionRow>`
    SELECT d.started_at AS "startedAt", d.stopped_at AS "stoppedAt", d.data_bytes AS "sessionBytes", r.records, d.apn,
      CASE WHEN r.records > 0 THEN r.bytes WHEN d.started_at >= b.first AND d.stopped_at <= b.next THEN d.data_bytes END AS "dayBytes",
      d.serving_network AS "servingNetwork", d.radio_technology AS "radioTechnology"
    FROM (SELECT ${day}::date::timestamp AT TIME ZONE ${head.timeZone} AS first,
      (${day}::date + 1)::timestamp AT TIME ZONE ${head.timeZone} AS next) b
    JOIN data_sessions d ON d.company_id = ${head.companyId} AND d.iccid = ANY(${iccidCandidates(icc)}::text[])
      AND d.started_at < b.next AND coalesce(d.stopped_at, d.counted_at, 'infinity') >= b.first
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS records, sum(u.used_bytes)::bigint AS bytes FROM usage_records u
      WHERE u.company_id = d.company_id AND u.iccid = d.iccid AND u.session_key = d.session_key
        AND u.at >= greatest(b.first, d.started_at) AND u.at < b.next
    ) r
    ORDER BY d.started_at LIMIT ${sql.lit(MAX_SESSIONS)}`.execute(ctx.db)
  return { timeZone: head.timeZone, sessions: rows.map(sessionData) }
}

const sessionData = ({ startedAt, stoppedAt, ...row }: SessionRow): Session => ({
  ...row,
  startedAt: startedAt.toISOString(),
  stoppedAt: stoppedAt?.toISOString() ?? null,
})
