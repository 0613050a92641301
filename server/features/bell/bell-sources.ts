import { type RawBuilder, sql } from 'kysely'
import type { BellKind } from '#domain/bell.ts'
import { DRAFT_LIFE_MS, type DraftKind } from '#domain/drafts.ts'
import { PAYMENT_DAYS } from '#domain/invoices.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { stateAt } from '#server/records/charge-state.ts'

/** Where lines of a kind are read from. All sources give the same columns, so that they can be read as one list. */
export interface BellSource {
  readonly kind: BellKind
  /** its rows lie outside of the cells */
  readonly isInDirectory?: boolean
  readonly rows: (ctx: Ctx, part: SourcePart) => RawBuilder<unknown>
}

/** The part of a source that is read. */
export interface SourcePart {
  /** older rows are left out */
  readonly since: Date
  /** what a line has to fulfil besides, by its moment and key; a source need not ask for it */
  readonly isAsked: (at: RawBuilder<unknown>, key: RawBuilder<unknown>) => RawBuilder<unknown>
  /** the newest lines are enough, so many */
  readonly limit: number
}

interface Columns {
  /** names the line */
  readonly key: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  /** the line's own fields on the wire, in pairs of name and value */
  readonly data: RawBuilder<unknown>
  /** read where it was written */
  readonly isRead?: RawBuilder<unknown>
  readonly companyId?: RawBuilder<unknown>
  /** the only SIM that it is about */
  readonly sim?: { readonly companyId: RawBuilder<unknown>; readonly iccid: RawBuilder<unknown> }
  /** several cells may have a part of it */
  readonly spans?: RawBuilder<unknown>
}

const columns = ({ key, at, data, isRead = sql`false`, companyId = sql`NULL::int`, sim, spans = sql`false` }: Columns) => sql`
  ${key} AS key, ${at} AS at, ${isRead} AS is_read, ${companyId} AS company_id, ${sim?.companyId ?? sql`NULL::int`} AS sim_company_id,
  ${sim?.iccid ?? sql`NULL::text`} AS iccid, ${spans} AS spans, json_build_object(${data}) AS data`

const hourKey = (hour: RawBuilder<unknown>) => sql`extract(epoch FROM ${hour})::bigint / 3600`

/** The company itself for users of the operator: alarms of customers are the customers' affair. */
const companiesOf = ({ companyIds, companyId }: Ctx['actor']): readonly number[] =>
  companyIds === 'all' ? [companyId] : companyIds

/**
 * How many SIMs reached an alarm in an hour. Each company gives its newest, straight from an index; a few of each give a bound first, as
 * in `newestOf`: for 200 of 2 000 companies together the planner read all hours of 90 days, half a second.
 */
const ALARMS: BellSource = {
  kind: 'alarms',
  rows: ({ actor }, { since, isAsked, limit }) => {
    const key = sql`'alarm:' || h.alarm_id || ':' || h.kind || ':' || ${hourKey(sql`h.hour`)}`
    const companyIds = companiesOf(actor)
    const companies = sql`unnest(${[...companyIds]}::int[]) AS mine(company_id)`
    const own = sql`FROM alarm_hours h WHERE h.company_id = mine.company_id AND h.at > ${since} AND ${isAsked(sql`h.at`, key)}`
    const few = Math.ceil(limit / companyIds.length) + 1
    return sql`
      SELECT ${columns({
        key: sql`h.key`,
        at: sql`h.at`,
        data: sql`'kind', 'alarms', 'what', h.kind, 'alarmId', h.alarm_id, 'alarmName', coalesce(a.name, ''),
          'plan', coalesce(h.plan_code, ''), 'planName', coalesce(p.name, ''),
          'limitMb', h.limit_mb, 'sims', h.sims, 'draftId', NULL, 'agent', ''`,
        companyId: sql`h.company_id`,
        sim: { companyId: sql`CASE WHEN h.sims = 1 THEN h.company_id END`, iccid: sql`h.iccid` },
      })}
      FROM (
        SELECT h.* FROM ${companies} CROSS JOIN LATERAL (
          SELECT h.*, ${key} AS key ${own} AND h.at >= coalesce((
            SELECT f.at FROM ${companies} CROSS JOIN LATERAL (SELECT h.at ${own} ORDER BY h.at DESC LIMIT ${few}) f
            ORDER BY 1 DESC OFFSET ${limit - 1} LIMIT 1
          ), '-infinity')
          ORDER BY h.at DESC FETCH FIRST ${sql.lit(limit)} ROWS WITH TIES
        ) h
        ORDER BY h.at DESC, h.key COLLATE "C" DESC LIMIT ${limit}
      ) h
      LEFT JOIN plans p ON p.plan_code = h.plan_code
      LEFT JOIN alarms a ON a.company_id = h.company_id AND a.alarm_id = h.alarm_id`
  },
}

/** How often a rule fired in an hour. */
const RULES: BellSource = {
  kind: 'rules',
  rows: ({ actor }, { since }) => sql`
    SELECT ${columns({
      key: sql`'rule:' || h.rule_id || ':' || ${hourKey(sql`h.hour`)}`,
      at: sql`h.at`,
      data: sql`'kind', 'rules', 'what', 'fired', 'ruleId', h.rule_id, 'ruleName', h.rule_name, 'trigger', h.trigger, 'sims', h.sims,
        'draftId', NULL, 'agent', ''`,
      companyId: sql`h.company_id`,
      sim: { companyId: sql`CASE WHEN h.sims = 1 THEN h.company_id END`, iccid: sql`h.iccid` },
    })}
    FROM rule_hours h WHERE h.company_id = ANY(${[...companiesOf(actor)]}::int[]) AND h.at > ${since}`,
}

/** How many SIMs broke their locks in an hour. */
const LOCKS: BellSource = {
  kind: 'locks',
  rows: ({ actor }, { since }) => sql`
    SELECT ${columns({
      key: sql`'lock:' || h.kind || ':' || h.company_id || ':' || ${hourKey(sql`h.hour`)}`,
      at: sql`h.at`,
      data: sql`'kind', 'locks', 'what', h.kind, 'sims', h.sims, 'icc', CASE WHEN h.sims = 1 THEN h.iccid ELSE '' END`,
      companyId: sql`h.company_id`,
      sim: { companyId: sql`CASE WHEN h.sims = 1 THEN h.company_id END`, iccid: sql`h.iccid` },
    })}
    FROM lock_hours h WHERE h.company_id = ANY(${[...companiesOf(actor)]}::int[]) AND h.at > ${since}`,
}

/** What an agent drafted; its actor names the agent and the person. */
const isAgents = sql`o.actor LIKE 'agent:%'`

/** Operations that the reader began, in any company that they see, and that ended. Of those on a single SIM, which are followed where they were begun, failures only. */
const OPERATIONS: BellSource = {
  kind: 'operations',
  rows: ({ actor }, { since }) => sql`
    SELECT ${columns({
      key: sql`'operation:' || o.operation_id`,
      at: sql`o.finished_at`,
      data: sql`'kind', 'operations', 'operationId', o.operation_id, 'operation', o.kind, 'total', o.total, 'succeeded', o.succeeded,
        'failed', o.failed, 'agent', ''`,
      sim: { companyId: sql`i.sim_company_id`, iccid: sql`i.iccid` },
      spans: sql`o.spans_cells`,
    })}
    FROM operations o
    LEFT JOIN operation_items i ON o.total = 1 AND i.company_id = o.company_id AND i.operation_id = o.operation_id AND i.line = 1
    WHERE ${inScope(scopeOf(actor), sql`o.company_id`)} AND o.user_id = ${actor.userId}
      AND (o.actor = ${actor.email} OR ${isAgents}) AND o.state = 'finished'
      AND (o.source <> 'single' OR o.failed > 0) AND o.finished_at > ${since}`,
}

/** The name of an agent without the person for whom it works; of another program as histories have it. */
const agentOf = (actor: RawBuilder<unknown>) => sql`coalesce(substring(${actor} FROM '^agent:(.*) [(][^()]*[)]$'), ${actor})`

/** Drafts that agents prepared for the reader, as long as they wait. */
const DRAFTS: BellSource = {
  kind: 'operations',
  rows: ({ actor }, { since }) => sql`
    SELECT ${columns({
      key: sql`'operation:' || o.operation_id`,
      at: sql`o.created_at`,
      data: sql`'kind', 'operations', 'what', 'draft', 'operationId', o.operation_id, 'operation', o.kind, 'total', o.total,
        'succeeded', 0, 'failed', 0, 'agent', ${agentOf(sql`o.actor`)}`,
    })}
    FROM operations o
    WHERE ${inScope(scopeOf(actor), sql`o.company_id`)} AND o.user_id = ${actor.userId} AND ${isAgents} AND o.state = 'draft'
      AND o.created_at > ${since}`,
}

/** Rules or alarms that programs prepared for the reader, as long as they wait. */
const drafted = (kind: DraftKind, data: RawBuilder<unknown>): BellSource => ({
  kind: kind === 'rule' ? 'rules' : 'alarms',
  rows: ({ actor, now }, { since }) => sql`
    SELECT ${columns({
      key: sql`'draft:' || d.draft_id`,
      at: sql`d.created_at`,
      data: sql`${data}, 'what', 'draft', 'sims', 0, 'draftId', d.draft_id, 'agent', ${agentOf(sql`d.actor`)}`,
      companyId: sql`d.company_id`,
    })}
    FROM drafts d
    WHERE ${inScope(scopeOf(actor), sql`d.company_id`)} AND d.user_id = ${actor.userId} AND d.kind = ${kind} AND d.state = 'waiting'
      AND d.created_at > greatest(${since}::timestamptz, ${new Date(now.getTime() - DRAFT_LIFE_MS)}::timestamptz)`,
})

const DRAFTED_RULES = drafted(
  'rule',
  sql`'kind', 'rules', 'ruleId', 0, 'ruleName', d.body ->> 'name', 'trigger', d.body #>> '{trigger,kind}'`,
)
const DRAFTED_ALARMS = drafted(
  'alarm',
  sql`'kind', 'alarms', 'alarmId', 0, 'alarmName', coalesce(d.body ->> 'name', ''), 'plan', d.body ->> 'plan', 'planName', '',
    'limitMb', (d.body ->> 'limit')::int`,
)

const DOCUMENTS = sql`count(*)::int AS documents, min(c.document_id) AS document_id, min(c.document_number) AS document_number,
  min(c.company_id) AS company_id`
const DOCUMENT_DATA = sql`'count', d.documents, 'documentId', CASE WHEN d.documents = 1 THEN d.document_id END,
  'documentNumber', CASE WHEN d.documents = 1 THEN d.document_number ELSE '' END`
const DOCUMENT_COMPANY = sql`CASE WHEN d.documents = 1 THEN d.company_id END`

/** Invoices and credit notes of an hour. The operator, who issues them, sees those that are overdue. */
const ISSUED: BellSource = {
  kind: 'invoices',
  rows: ({ actor }, { since }) => sql`
    SELECT ${columns({
      key: sql`'issued:' || d.kind || ':' || ${hourKey(sql`d.hour`)}`,
      at: sql`d.at`,
      data: sql`'kind', 'invoices', 'what', CASE d.kind WHEN 'credit_note' THEN 'credited' ELSE 'issued' END, ${DOCUMENT_DATA}`,
      companyId: DOCUMENT_COMPANY,
    })}
    FROM (
      SELECT c.kind, date_trunc('hour', c.issued_at) AS hour, max(c.issued_at) AS at, ${DOCUMENTS} FROM charges c
      WHERE ${actor.companyIds === 'all' ? sql`false` : inScope(scopeOf(actor), sql`c.company_id`)}
        AND c.document_number IS NOT NULL AND c.issued_at > ${since}
      GROUP BY 1, 2
    ) d`,
}

/** Invoices that became overdue on a day, from its noon in UTC: then that day has begun everywhere, and in all cells it is one moment. */
const OVERDUE: BellSource = {
  kind: 'invoices',
  rows: ({ actor, now }, { since }) => {
    const noon = sql`((c.issued_on + ${sql.lit(PAYMENT_DAYS + 1)} + time '12:00') AT TIME ZONE 'UTC')`
    return sql`
      SELECT ${columns({
        key: sql`'overdue:' || to_char(d.at AT TIME ZONE 'UTC', 'YYYYMMDD')`,
        at: sql`d.at`,
        data: sql`'kind', 'invoices', 'what', 'overdue', ${DOCUMENT_DATA}`,
        companyId: DOCUMENT_COMPANY,
        spans: sql`true`,
      })}
      FROM (
        SELECT ${noon} AS at, ${DOCUMENTS} FROM charges c JOIN companies co ON co.company_id = c.company_id
        WHERE ${inScope(scopeOf(actor), sql`c.company_id`)} AND c.state = 'issued' AND c.kind = 'invoice'
          AND ${stateAt(now)} = 'overdue' AND ${noon} > ${since} AND ${noon} <= ${now}
        GROUP BY 1
      ) d`
  },
}

/** Incidents of networks: a line moves up when its incident ends. */
const INCIDENTS: BellSource = {
  kind: 'incidents',
  isInDirectory: true,
  rows: ({ now }, { since }) => sql`
    SELECT ${columns({
      key: sql`'incident:' || i.incident_id`,
      at: sql`coalesce(i.ended_at, i.started_at)`,
      data: sql`'kind', 'incidents', 'what', CASE WHEN i.ended_at IS NULL THEN 'opened' ELSE 'closed' END, 'networkName', n.name,
        'wasDown', i.worst_status = 0,
        'minutes', greatest(0, ceil(extract(epoch FROM coalesce(i.ended_at, ${now}::timestamptz) - i.started_at) / 60))::int`,
    })}
    FROM network_incidents i JOIN networks n ON n.network_id = i.network_id
    WHERE coalesce(i.ended_at, i.started_at) > ${since}`,
}

/** The last step of a request when another person took it: of the reader's own requests, and for administrators of customers. */
const REQUESTS: BellSource = {
  kind: 'requests',
  rows: ({ actor }, { since }) => {
    const { isAdmin, userId } = actor
    const isOwn = sql`r.user_id = ${userId}`
    return sql`
      SELECT ${columns({
        key: sql`'request:' || r.request_id`,
        at: sql`s.at`,
        data: sql`'kind', 'requests', 'what', r.state, 'requestId', r.request_id,
          'by', coalesce(nullif(trim(u.name || ' ' || u.last_name), ''), s.actor)`,
        companyId: sql`r.company_id`,
      })}
      FROM requests r
      JOIN request_steps s ON s.company_id = r.company_id AND s.request_id = r.request_id AND s.step_no = r.step_no
      LEFT JOIN users u ON u.user_id = s.user_id
      WHERE ${inScope(scopeOf(actor), sql`r.company_id`)} AND ${isAdmin ? sql`(u.is_admin IS NOT TRUE OR ${isOwn})` : isOwn} AND s.user_id IS DISTINCT FROM ${userId}
        AND r.state <> 'draft' AND r.updated_at > ${since} AND s.at > ${since}`
  },
}

/** The reader's own conversation when support has answered; for administrators those that wait for an answer. */
const CONVERSATIONS: BellSource = {
  kind: 'conversations',
  rows: ({ actor }, { since }) => {
    const { isAdmin, companyId, userId } = actor
    return sql`
    SELECT ${columns({
      key: sql`'conversation:' || s.conversation_id`,
      at: sql`s.last_at`,
      data: sql`'kind', 'conversations', 'what', ${isAdmin ? sql`'question'` : sql`'answer'`}, 'conversationId', s.conversation_id,
        'person', ${isAdmin ? sql`coalesce(trim(u.name || ' ' || u.last_name), '')` : sql`''`}, 'text', s.last_text`,
      isRead: isAdmin ? sql`s.operator_unread = 0` : sql`s.person_unread = 0`,
      companyId: sql`s.company_id`,
    })}
    FROM support_conversations s LEFT JOIN users u ON u.user_id = s.user_id
    WHERE ${
      isAdmin
        ? sql`s.waiting_since IS NOT NULL AND ${inScope(scopeOf(actor), sql`s.company_id`)}`
        : sql`s.company_id = ${companyId} AND s.user_id = ${userId} AND s.last_side = 'operator'`
    } AND s.last_at > ${since}`
  },
}

export const BELL_SOURCES: readonly BellSource[] = [
  ALARMS,
  RULES,
  LOCKS,
  OPERATIONS,
  DRAFTS,
  DRAFTED_RULES,
  DRAFTED_ALARMS,
  ISSUED,
  OVERDUE,
  INCIDENTS,
  REQUESTS,
  CONVERSATIONS,
]
