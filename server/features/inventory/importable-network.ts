import { NETWORK_IMPORT_SENTENCES as SENTENCES } from '#contract/inventory/inventory-messages.ts'
import { AppError, assertValid } from '#server/app-error.ts'
import type { Database } from '#server/db/database.ts'
import type { GuardedNetwork } from '#server/networks/guarded-network.ts'
import type { NetworkRegistry } from '#server/networks/registry.ts'

/** Defaults for a network's SIMs that the portal does not have yet. */
export interface ImportDefaults {
  readonly companyId: number
  readonly planCode: string
  readonly apnId: number
}

export type ImportableNetwork = GuardedNetwork & Required<Pick<GuardedNetwork, 'listSims'>>

const isListing = (network: GuardedNetwork): network is ImportableNetwork => network.listSims !== undefined

/**
 * The network to import from, if these defaults fit.
 * @throws AppError not_found, or invalid_request with a sentence for the wrong field
 */
export async function importableNetwork(
  db: Database,
  networks: NetworkRegistry,
  networkId: string,
  { companyId, planCode, apnId }: ImportDefaults,
): Promise<ImportableNetwork> {
  const network = networks.find(networkId)
  if (!network) throw new AppError('not_found')
  if (!isListing(network)) throw new AppError('conflict', { sentence: SENTENCES.lists_nothing })
  const [company, plan, apn] = await Promise.all([
    db.selectFrom('companies').select('company_id').where('company_id', '=', companyId).executeTakeFirst(),
    db.selectFrom('plans').select(['origin_id', 'sim_type_id']).where('plan_code', '=', planCode).executeTakeFirst(),
    db.selectFrom('apns').select('apn_id').where('apn_id', '=', apnId).executeTakeFirst(),
  ])
  // another network would not have the SIM
  const isOther = plan && networks.findByRoute(plan.origin_id, plan.sim_type_id)?.id !== networkId
  const fields = {
    ...(!company && { companyId: SENTENCES.unknown_company }),
    ...(!plan && { planCode: SENTENCES.unknown_plan }),
    ...(isOther && { planCode: SENTENCES.other_network }),
    ...(!apn && { apnId: SENTENCES.unknown_apn }),
  }
  assertValid(fields)
  return network
}
