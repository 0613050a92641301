import type { Readable } from 'node:stream'
import { FIELD_NAMES, NETWORK_IMPORT_SENTENCES as SENTENCES } from '#contract/inventory/inventory-messages.ts'
import type { InventoryField, InventoryMapping } from '#domain/inventory-columns.ts'
import { STATUS_OF_STATE } from '#domain/network-alignment.ts'
import { AppError, assertValid } from '#server/app-error.ts'
import type { AskCells } from '#server/cells/ask-cells.ts'
import type { Database } from '#server/db/database.ts'
import { writeCsv } from '#server/files/csv-writer.ts'
import type { FileColumn } from '#server/files/table.ts'
import type { GuardedNetwork } from '#server/networks/guarded-network.ts'
import type { NetworkInventoryRow } from '#server/networks/network-types.ts'
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

/** The fields that a network reports of a SIM, and those that the portal adds. */
const FIELDS = [
  'iccid',
  'imsi',
  'msisdn',
  'imei',
  'administrativeStatus',
  'customField1',
  'company',
  'plan',
  'apn',
] as const satisfies readonly InventoryField[]

export const NETWORK_MAPPING: InventoryMapping = FIELDS
export const NETWORK_COLUMNS: readonly FileColumn[] = FIELDS.map((field) => ({ header: FIELD_NAMES[field].en, kind: 'text' }))

/** Longest text of a custom field, in characters. */
const LABEL_MAX = 120

/**
 * A network's list of SIMs as an inventory file, page by page as they come. SIMs that the portal has keep what belongs to it: whose
 * they are, plan, APN, status, name and device; only their numbers follow the network.
 * @param onLines how many lines there are so far
 */
export function writeNetworkLines(
  askCells: AskCells,
  pages: AsyncIterable<readonly NetworkInventoryRow[]>,
  defaults: ImportDefaults,
  onLines: (lines: number) => void,
): Readable {
  return writeCsv(NETWORK_COLUMNS, linesOf(askCells, pages, defaults, onLines))
}

async function* linesOf(
  askCells: AskCells,
  pages: AsyncIterable<readonly NetworkInventoryRow[]>,
  { companyId, planCode, apnId }: ImportDefaults,
  onLines: (lines: number) => void,
): AsyncGenerator<readonly string[]> {
  let lines = 0
  for await (const page of pages) {
    const owners = await ownersOf(askCells, page)
    for (const { iccid, imsi, msisdn, imei, state, vendorState, label } of page) {
      const owner = owners.get(iccid)
      if (owner !== undefined) yield [iccid, imsi, msisdn, '', '', '', String(owner), '', '']
      // an unknown status makes a bad line
      const status = state === 'unrecognised' ? vendorState : String(STATUS_OF_STATE[state])
      const name = [...label].slice(0, LABEL_MAX).join('')
      if (owner === undefined) yield [iccid, imsi, msisdn, imei, status, name, String(companyId), planCode, String(apnId)]
    }
    lines += page.length
    onLines(lines)
  }
}

async function ownersOf(askCells: AskCells, page: readonly NetworkInventoryRow[]): Promise<ReadonlyMap<string, number>> {
  if (page.length === 0) return new Map()
  const iccids = page.map(({ iccid }) => iccid)
  const rows = await askCells<{ iccid: string; companyId: number }>({
    text: 'SELECT iccid, company_id AS "companyId" FROM sim_registry WHERE iccid = ANY($1)',
    values: [iccids],
  })
  return new Map(rows.map(({ iccid, companyId }) => [iccid, companyId]))
}
