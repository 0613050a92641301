import type { Readable } from 'node:stream'
import { FIELD_NAMES } from '#contract/inventory/inventory-messages.ts'
import type { InventoryField, InventoryMapping } from '#domain/inventory-columns.ts'
import { STATUS_OF_STATE } from '#domain/network-alignment.ts'
import type { AskCells } from '#server/cells/ask-cells.ts'
import { writeCsv } from '#server/files/csv-writer.ts'
import type { FileColumn } from '#server/files/table.ts'
import type { NetworkInventoryRow } from '#server/networks/network-types.ts'
import type { ImportDefaults } from './importable-network.ts'

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
