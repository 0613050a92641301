import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { EXCLUSION_SENTENCES } from '#contract/operations/operation-messages.ts'
import { RULE_SENTENCES } from '#contract/rules/rule-messages.ts'
import {
  type changeRule as changeCall,
  createRule as createCall,
  type stopRules as stopCall,
} from '#contract/rules/rules.calls.ts'
import { groupKey } from '#domain/groups.ts'
import { COMPANY_ACTING_RULES_MAX, isPolledTrigger, type RuleActions, type RuleDefinition } from '#domain/rules.ts'
import { maskedAddress } from '#domain/webhooks.ts'
import { invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { validate } from '#server/http/validate.ts'
import { audit } from '#server/records/audit.ts'
import type { DraftMaker, DraftOrigin } from '#server/records/draft-maker.ts'
import { deleteChat, saveChat } from '#server/webhook-delivery/chat-endpoints.ts'
import { checkAddress } from '#server/webhook-delivery/check-address.ts'
import { auditRule, requireRuleRights } from './rule-rights.ts'
import { requireRule, requireRuleCompany, rulesUndoneBy, type SavedRule } from './rules.queries.ts'

type Body = CallInput<typeof createCall>['body']
type Saved = CallData<typeof createCall>

/** The rule as it is stored and shown: the address of its chat is sealed elsewhere. */
const definitionOf = ({ trigger, conditions, actions, limits }: Body): RuleDefinition => ({
  trigger,
  conditions,
  actions: { ...actions, chat: isNewAddress(actions) ? maskedAddress(actions.chat) : actions.chat },
  limits,
})

const isNewAddress = ({ chat }: Body['actions']): boolean => chat !== '' && !chat.includes('…')

/** Creates a rule, which acts on what is reported from now on. */
export async function createRule(ctx: Ctx, body: Body): Promise<WithMessage<Saved>> {
  await requireRuleCompany(ctx, body.company)
  requireRuleRights(ctx, body.actions)
  await requireChat(ctx, body.actions, '')
  return new WithMessage(await inTransaction(ctx, (trx) => insertRule(trx, ctx, body)), RULE_SENTENCES.created)
}

/** Creates a drafted rule, in the transaction that confirms the draft. It has a chat only if the person who confirms it entered one. */
export const makeDraftedRule: DraftMaker<Saved> = async (trx, ctx, given, draft) => {
  const body = validate(createCall.body, given)
  await requireRuleCompany({ ...ctx, db: trx }, body.company)
  requireRuleRights(ctx, body.actions)
  await requireChat(ctx, body.actions, '')
  const saved = await insertRule(trx, ctx, body, draft)
  return { madeId: saved.ruleId, saved, message: RULE_SENTENCES.created }
}

async function insertRule(trx: DatabaseTransaction, ctx: Ctx, body: Body, draft?: DraftOrigin): Promise<Saved> {
  const { company: companyId } = body
  await requireRoom(trx, companyId)
  await requireNamed(trx, body)
  await requireCurrency(trx, body)
  await requirePlan(ctx, trx, body.actions)
  const definition = definitionOf(body)
  const chatEndpointId = await saveChat(trx, ctx, { companyId, endpointId: null, chat: body.actions.chat })
  const { rule_id } = await trx
    .insertInto('rules')
    .values({
      ...{ company_id: companyId, name: body.name, definition: JSON.stringify(definition), is_active: true, version: 1 },
      ...{ since: ctx.now, watched_to: watchFrom(definition), user_id: ctx.actor.userId, language: ctx.language },
      ...{
        created_at: ctx.now,
        updated_at: ctx.now,
        chat_endpoint_id: chatEndpointId,
        reading_due_at: isPolledTrigger(definition.trigger) ? ctx.now : null,
      },
    })
    .returning('rule_id')
    .executeTakeFirstOrThrow()
  const ruleId = Number(rule_id)
  await auditRule(trx, ctx, 'rule.created', { companyId, ruleId, after: { name: body.name, ...definition, ...draft } })
  return { ruleId, undoes: await rulesUndoneBy(trx, { ...definition, companyId, ruleId }) }
}

/** Changes a rule. Its state of each SIM is read anew. */
export async function changeRule(ctx: Ctx, body: CallInput<typeof changeCall>['body']): Promise<WithMessage<Saved>> {
  const { companyId } = await requireRuleCompany(ctx, body.company)
  requireRuleRights(ctx, body.actions)
  const saved = await inTransaction(ctx, async (trx) => {
    const before = await requireRule(ctx, trx, body.ruleId)
    if (before.companyId !== companyId) throw invalidField('company', FIELD_SENTENCES.readOnly)
    await requireNamed(trx, body)
    await requireCurrency(trx, body)
    await requireChat(ctx, body.actions, before.definition.actions.chat)
    if (body.actions.plan !== before.definition.actions.plan) await requirePlan(ctx, trx, body.actions)
    const definition = definitionOf(body)
    const chat = { companyId, endpointId: before.chatEndpointId, chat: body.actions.chat }
    const chatEndpointId = await saveChat(trx, ctx, chat)
    await lapseQuestions(trx, before)
    await sql`
      UPDATE rules SET name = ${body.name}, definition = ${JSON.stringify(definition)}::jsonb, user_id = ${ctx.actor.userId},
        language = ${ctx.language}, updated_at = ${ctx.now}, chat_endpoint_id = ${chatEndpointId}, ${beginAnew(ctx, definition)}
      WHERE company_id = ${companyId} AND rule_id = ${body.ruleId}`.execute(trx)
    const after = { name: body.name, ...definition }
    await auditRule(trx, ctx, 'rule.changed', { ...before, before: { name: before.name, ...before.definition }, after })
    return { ruleId: body.ruleId, undoes: await rulesUndoneBy(trx, { ...definition, companyId, ruleId: body.ruleId }) }
  })
  return new WithMessage(saved, RULE_SENTENCES.changed)
}

/** Pauses or resumes a rule. The person who resumes it is responsible for what it does from then on. */
export async function pauseRule(ctx: Ctx, ruleId: number, active: boolean): Promise<WithMessage<Saved>> {
  const saved = await inTransaction(ctx, async (trx) => {
    const rule = await requireRule(ctx, trx, ruleId)
    const { companyId, definition } = rule
    if (active) {
      requireRuleRights(ctx, definition.actions)
      // the person who resumes it is responsible for its chat too
      await saveChat(trx, ctx, { companyId, endpointId: rule.chatEndpointId, chat: definition.actions.chat ?? '' })
    }
    if (rule.isActive !== active) {
      await sql`
        UPDATE rules SET is_active = ${active}, updated_at = ${ctx.now}
          ${active ? sql`, user_id = ${ctx.actor.userId}, ${beginAnew(ctx, definition)}` : sql``}
        WHERE company_id = ${companyId} AND rule_id = ${ruleId}`.execute(trx)
      await auditRule(trx, ctx, active ? 'rule.resumed' : 'rule.paused', rule)
    }
    return { ruleId, undoes: active ? await rulesUndoneBy(trx, { ...definition, companyId, ruleId }) : [] }
  })
  return new WithMessage(saved, active ? RULE_SENTENCES.resumed : RULE_SENTENCES.paused)
}

/** Deletes a rule. What it did stays, and actions that it has not begun are dropped. */
export async function deleteRule(ctx: Ctx, ruleId: number): Promise<WithMessage<{ ruleId: number }>> {
  await inTransaction(ctx, async (trx) => {
    const rule = await requireRule(ctx, trx, ruleId)
    if (rule.chatEndpointId !== null) await deleteChat(trx, rule.companyId, rule.chatEndpointId)
    await lapseQuestions(trx, rule)
    await sql`DELETE FROM rules WHERE company_id = ${rule.companyId} AND rule_id = ${ruleId}`.execute(trx)
    await auditRule(trx, ctx, 'rule.deleted', { ...rule, before: { name: rule.name, ...rule.definition } })
  })
  return new WithMessage({ ruleId }, RULE_SENTENCES.deleted)
}

/** Stops all rules of a company, also those that are created while it is stopped, or resumes them. */
export async function stopRules(
  ctx: Ctx,
  { company, stopped }: CallInput<typeof stopCall>['body'],
): Promise<WithMessage<{ stopped: boolean }>> {
  const { companyId } = await requireRuleCompany(ctx, company)
  await inTransaction(ctx, async (trx) => {
    const changed = stopped
      ? await sql`
          INSERT INTO rule_stops (company_id, stopped_at) VALUES (${companyId}, ${ctx.now}) ON CONFLICT DO NOTHING RETURNING 1`.execute(
          trx,
        )
      : await sql`DELETE FROM rule_stops WHERE company_id = ${companyId} RETURNING 1`.execute(trx)
    if (changed.rows.length === 0) return
    if (!stopped) {
      await sql`
        UPDATE rules SET version = version + 1, since = ${ctx.now}, read_at = NULL,
          reading_due_at = CASE WHEN reading_due_at IS NOT NULL THEN ${ctx.now}::timestamptz END,
          watched_to = CASE WHEN definition #>> '{trigger,kind}' = 'silence' THEN '' END
        WHERE company_id = ${companyId} AND is_active`.execute(trx)
    }
    const action = stopped ? 'rules.stopped' : 'rules.restarted'
    await audit(trx, ctx, { action, entity: 'company', entityId: String(companyId), companyId })
  })
  return new WithMessage({ stopped }, stopped ? RULE_SENTENCES.stopped : RULE_SENTENCES.restarted)
}

/** Lapses the questions of a rule that is changed or deleted: a confirmation would make it do something else, or nothing. */
async function lapseQuestions(trx: DatabaseTransaction, { companyId, ruleId }: SavedRule): Promise<void> {
  await sql`
    UPDATE rule_firings SET operation = 'lapsed'
    WHERE company_id = ${companyId} AND rule_id = ${ruleId} AND operation = 'asked'`.execute(trx)
}

const watchFrom = ({ trigger }: RuleDefinition): string | null => (trigger.kind === 'silence' ? '' : null)

const beginAnew = ({ now }: Ctx, definition: RuleDefinition) => sql`
  version = version + 1, since = ${now}, watched_to = ${watchFrom(definition)},
  reading_due_at = ${isPolledTrigger(definition.trigger) ? now : null}, read_at = NULL`

/** @throws AppError invalid_request for a plan to which the person can't change SIMs; a plan that the rule already has may stay */
async function requirePlan({ actor }: Ctx, trx: DatabaseTransaction, { operation, plan }: RuleActions): Promise<void> {
  if (operation !== 'plan') return
  const found = await trx.selectFrom('plans').select('is_offered').where('plan_code', '=', plan).executeTakeFirst()
  if (!found) throw invalidField('actions.plan', RULE_SENTENCES.unknownPlan)
  if (!found.is_offered && !actor.isAdmin) throw invalidField('actions.plan', EXCLUSION_SENTENCES.plan_not_offered)
}

/** @throws AppError invalid_request when the company has the maximum of rules; concurrent creations wait for each other */
async function requireRoom(trx: DatabaseTransaction, companyId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('enlace:rules of a company'), ${companyId})`.execute(trx)
  const { rows } = await sql<{ rules: number }>`
    SELECT count(*)::int AS rules FROM rules WHERE company_id = ${companyId}`.execute(trx)
  if ((rows[0]?.rules ?? 0) >= COMPANY_ACTING_RULES_MAX) throw invalidField('name', RULE_SENTENCES.tooMany)
}

/** @throws AppError invalid_request for a plan or a group that does not exist; a tag may be created later */
async function requireNamed(trx: DatabaseTransaction, { company, conditions: { plans, groups } }: Body): Promise<void> {
  const { rows } = await sql<{ plans: number; groups: number }>`
    SELECT (SELECT count(*) FROM plans WHERE plan_code = ANY(${plans}::text[]))::int AS plans,
      (SELECT count(*) FROM tags WHERE company_id = ${company} AND is_group AND key = ANY(${groups.map(groupKey)}::text[]))::int AS groups`.execute(
    trx,
  )
  const [found] = rows
  if (found?.plans !== new Set(plans).size) throw invalidField('conditions.plans', RULE_SENTENCES.unknownPlan)
  if (found.groups !== new Set(groups.map(groupKey)).size) throw invalidField('conditions.groups', RULE_SENTENCES.unknownGroup)
}

/** @throws AppError invalid_request for an address to which nothing is sent, or a masked one that the rule does not have */
async function requireChat(ctx: Ctx, actions: Body['actions'], known: string | undefined): Promise<void> {
  if (isNewAddress(actions)) await checkAddress(ctx, actions.chat, 'actions.chat')
  else if (actions.chat !== '' && actions.chat !== known) throw invalidField('actions.chat', ALL_FIELD_SENTENCES.webhookUrl)
}

/** @throws AppError invalid_request for an amount of another currency than the company's */
async function requireCurrency(trx: DatabaseTransaction, { company, trigger }: Body): Promise<void> {
  if (!('currency' in trigger)) return
  const { currency } = await trx
    .selectFrom('companies')
    .select('currency')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  if (currency !== trigger.currency) throw invalidField('trigger.currency', ALL_FIELD_SENTENCES.ruleCurrency)
}
