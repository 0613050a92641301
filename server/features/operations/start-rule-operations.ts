import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Language } from '#domain/languages.ts'
import { type RuleActions, type RuleDefinition, ruleActor } from '#domain/rules.ts'
import { type Actor, type Ctx, inTransaction, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { loadActor } from '#server/http/actor.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { type NewOperation, startOperationIn } from './start-operation.ts'
import { findPlan, planParameters } from './target-plan.ts'

const POLL_INTERVAL_MS = 500
/** SIMs that one operation of a rule has at most. */
const BATCH_SIMS = 5_000

interface DueRule {
  readonly companyId: number
  readonly ruleId: number
}

interface Owner {
  readonly userId: number | null
  readonly language: Language
  readonly definition: RuleDefinition
}

/** Starts the operations that rules ask for until the returned function is called. */
export const startRuleOperationsWorker = (services: Services, log: Logger): (() => Promise<void>) =>
  startPoller(
    async () => {
      while ((await startRuleOperations(services, log)) > 0);
    },
    { everyMs: POLL_INTERVAL_MS, log, failure: 'operations of a rule could not be started; it is tried again' },
  )

/**
 * Starts an operation for the SIMs of each rule that wait for one, in the transaction that writes down that it was: once, whatever process dies.
 * It has the rights of the person who saved the rule, as they are now, within the rule's company.
 * @returns the number of rules
 */
export async function startRuleOperations(services: Services, log: Logger): Promise<number> {
  const { rows } = await sql<DueRule>`
    SELECT DISTINCT company_id AS "companyId", rule_id::float8 AS "ruleId" FROM rule_firings
    WHERE operation = 'due' OR tag = 'due' ORDER BY 1, 2`.execute(services.db)
  for (const due of rows) await startForRule(services, log, due)
  return rows.length
}

async function startForRule(services: Services, log: Logger, due: DueRule): Promise<void> {
  const owner = await ownerOf(services, due)
  const person = owner?.userId ? await loadActor(services, owner.userId) : undefined
  const actor = person && actorFor(person, due)
  const ctx = actor && owner && contextFor(services, log, { actor, language: owner.language })
  const { tag = '' } = owner?.definition.actions ?? {}
  const asked: Asked[] = [
    { column: 'tag', kind: tag === '' ? undefined : 'tag', parameters: { add: [tag], remove: [] } },
    { column: 'operation', ...(await operationOf(services, owner?.definition.actions)) },
  ]
  for (const one of asked) await inTransaction(services, (trx) => startFor(trx, ctx, due, one))
}

/** The operation of a rule. A plan that is gone by now is none. */
async function operationOf({ db }: Services, actions: RuleActions | undefined): Promise<Omit<Asked, 'column'>> {
  const { operation = '', plan = '', message = '' } = actions ?? {}
  if (operation === 'sms') return { kind: operation, parameters: { message } }
  if (operation !== 'plan') return { kind: operation === '' ? undefined : operation, parameters: {} }
  const found = await findPlan(db, plan)
  return found ? { kind: 'plan', parameters: planParameters(found, 'now') } : { kind: undefined, parameters: {} }
}

async function ownerOf({ db }: Services, { companyId, ruleId }: DueRule): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    SELECT user_id AS "userId", language, definition FROM rules
    WHERE company_id = ${companyId} AND rule_id = ${ruleId}`.execute(db)
  return rows[0]
}

/** The person within the rule's company, named as the rule; undefined when they may no longer act there. */
function actorFor(person: Actor, { companyId, ruleId }: DueRule): Actor | undefined {
  const { companyIds, permits } = person
  const isTheirs = companyIds === 'all' || companyIds.includes(companyId)
  if (!isTheirs || person.isBlocked || person.isDeactivated || !permits.includes('alarmas') || !permits.includes('sims'))
    return undefined
  return { ...person, companyId, companyIds: [companyId], email: ruleActor(ruleId) }
}

function contextFor(services: Services, log: Logger, of: Pick<Ctx, 'actor' | 'language'>): Ctx {
  const cell = services.cells.all.find(({ db }) => db === services.db) ?? services.cells.home
  const request = { now: services.clock(), log, requestId: '', address: '', idempotencyKey: undefined }
  return { ...services, ...request, ...of, readableCells: [cell] }
}

interface Asked extends Pick<NewOperation, 'parameters'> {
  readonly column: 'operation' | 'tag'
  /** undefined: the rule is gone, or asks for it no longer */
  readonly kind: NewOperation['kind'] | 'cutData' | undefined
}

async function startFor(
  trx: DatabaseTransaction,
  ctx: Ctx | undefined,
  { companyId, ruleId }: DueRule,
  { column, kind, parameters }: Asked,
): Promise<void> {
  const { rows } = await sql<{ firingId: number; iccid: string }>`
    SELECT firing_id::float8 AS "firingId", iccid FROM rule_firings
    WHERE company_id = ${companyId} AND rule_id = ${ruleId} AND ${sql.ref(column)} = 'due'
    ORDER BY firing_id LIMIT ${BATCH_SIMS} FOR UPDATE SKIP LOCKED`.execute(trx)
  if (rows.length === 0) return
  const given = [...new Set(rows.map(({ iccid }) => iccid))]
  const firingIds = rows.map(({ firingId }) => firingId)
  if (ctx && kind === 'cutData') return startCuts(trx, ctx, companyId, firingIds)
  const started =
    ctx &&
    kind &&
    kind !== 'cutData' &&
    (await startOperationIn(trx, ctx, {
      ...{ kind, parameters, source: { kind: 'list', given } },
      ...{ reason: '', isDraft: false, isSingle: false, scheduledAt: undefined },
    }))
  await sql`
    UPDATE rule_firings SET ${sql.ref(column)} = ${started ? 'started' : 'refused'}
      ${started && column === 'operation' ? sql`, operation_id = ${started.operationId}` : sql``}
    WHERE company_id = ${companyId} AND firing_id = ANY(${firingIds}::bigint[])`.execute(trx)
}

/** A cut is a hold, as of alarms and locks: the firing keeps the data cut until it is released, and its worker asks the network. */
async function startCuts(
  trx: DatabaseTransaction,
  { now }: Ctx,
  companyId: number,
  firingIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE rule_firings SET operation = 'started', action = 'due', action_due_at = ${now}, action_since = ${now},
      changed_at = statement_timestamp()
    WHERE company_id = ${companyId} AND firing_id = ANY(${[...firingIds]}::bigint[])`.execute(trx)
}
