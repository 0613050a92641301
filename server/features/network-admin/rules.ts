import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { NETWORK_DONE, UNKNOWN_NETWORK, UNKNOWN_RULE } from '#contract/network-admin/network-messages.ts'
import type { NetworkRules, saveNetworkRules as saveCall } from '#contract/network-admin/networks.calls.ts'
import { assertValid, type Sentence } from '#server/app-error.ts'
import { changeEachCell, rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, sumSame } from '#server/cells/merge.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { updateOperatorStatus } from '#server/networks/health.ts'
import { audit } from '#server/records/audit.ts'
import { orderLocksOfRoute } from '#server/records/network-locks.ts'

type Rule = CallInput<typeof saveCall>['body']['rules'][number]

/** The routing table of SIMs to networks. */
export async function readRules(ctx: Ctx): Promise<NetworkRules> {
  const [[origins, simTypes, networks], rules] = await Promise.all([catalogue(ctx.db), routedSims(ctx)])
  return { origins, simTypes, networks, rules }
}

const catalogue = (db: Ctx['db'] | DatabaseTransaction) =>
  Promise.all([
    db
      .selectFrom('origins')
      .select(['origin_id as originId', 'name as originName', 'operator_name as operatorName'])
      .orderBy('origin_id')
      .execute(),
    db.selectFrom('sim_types').select(['sim_type_id as simTypeId', 'name as simTypeName']).orderBy('sim_type_id').execute(),
    db.selectFrom('networks').select(['network_id as networkId', 'name', 'enabled']).orderBy('name').execute(),
  ])

/** Rules, and pairs of an origin and a type that have SIMs and no rule. */
async function routedSims(ctx: Ctx): Promise<NetworkRules['rules']> {
  const counted = sql<NetworkRules['rules'][number]>`
      SELECT origin_id AS "originId", sim_type_id AS "simTypeId", r.network_id AS "networkId", coalesce(t.sims, 0)::int AS sims
      FROM network_routes r
      FULL JOIN (
        SELECT origin_id, sim_type_id, sum(sims) AS sims FROM fleet_tallies GROUP BY 1, 2 HAVING sum(sims) > 0
      ) t USING (origin_id, sim_type_id)
      ORDER BY 1, 2`
  const answers = await rowsOfCells(ctx, (db) => counted.execute(db))
  const rules = sumSame(answers, keyOf, ['sims'])
  return rules.sort(byKeys(({ originId, simTypeId }) => [originId, simTypeId]))
}

/** Routes SIMs of some origins and types to other networks. This process applies it at once, the others within some seconds. */
export async function saveRules(ctx: Ctx, rules: readonly Rule[]): Promise<WithMessage<NetworkRules>> {
  await inTransaction(ctx, async (trx) => {
    // prevents removing a network while a rule is made for it
    await trx.selectFrom('networks').select('network_id').orderBy('network_id').forKeyShare().execute()
    await refuseUnknown(trx, rules)
    const before = await replaceRules(trx, rules)
    const after = rules.filter((rule) => before.get(keyOf(rule)) !== rule.networkId)
    if (after.length === 0) return
    await audit(trx, ctx, {
      action: 'network_rules.changed',
      entity: 'network_rules',
      entityId: '',
      before: after.map((rule) => ({ ...rule, networkId: before.get(keyOf(rule)) ?? null })),
      after,
    })
    await updateOperatorStatus(trx, ctx.now)
    await changeEachCell(trx, async (inside) => {
      for (const rule of after) await orderLocksOfRoute(inside, rule, ctx.now)
    })
  })
  await ctx.networks.reload()
  return new WithMessage(await readRules(ctx), NETWORK_DONE.rulesSaved)
}

const keyOf = ({ originId, simTypeId }: Pick<Rule, 'originId' | 'simTypeId'>): string => `${originId} ${simTypeId}`

async function refuseUnknown(trx: DatabaseTransaction, rules: readonly Rule[]): Promise<void> {
  const [origins, simTypes, networks] = await catalogue(trx)
  const fields: Record<string, Sentence> = {}
  for (const [index, rule] of rules.entries()) {
    if (!networks.some(({ networkId }) => networkId === rule.networkId)) fields[`rules.${index}.networkId`] = UNKNOWN_NETWORK
    const isPair =
      origins.some(({ originId }) => originId === rule.originId) &&
      simTypes.some(({ simTypeId }) => simTypeId === rule.simTypeId)
    if (!isPair) fields[`rules.${index}.originId`] = UNKNOWN_RULE
  }
  assertValid(fields)
}

/** @returns the previous rules, by origin and type */
async function replaceRules(trx: DatabaseTransaction, rules: readonly Rule[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('network_routes')
    .select(['origin_id as originId', 'sim_type_id as simTypeId', 'network_id as networkId'])
    .orderBy('origin_id')
    .orderBy('sim_type_id')
    .forUpdate()
    .execute()
  // of two rules for one pair the later one counts
  const last = [...new Map(rules.map((rule) => [keyOf(rule), rule])).values()]
  await trx
    .insertInto('network_routes')
    .values(
      last.map(({ originId, simTypeId, networkId }) => ({
        origin_id: originId,
        sim_type_id: simTypeId,
        network_id: networkId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['origin_id', 'sim_type_id']).doUpdateSet(({ ref }) => ({ network_id: ref('excluded.network_id') })),
    )
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row.networkId]))
}
