import type { DataSession, ServingNetwork } from '../network-types.ts'
import type { ChargingRow } from './charging-row.ts'
import type { GsmCell } from './sgsn.ts'

/** Which network serves a device. Charging rows name its cell alone, and an SGSN may have cells of several networks, in several countries. */
export interface ServingNetworks {
  /** reads the SGSN's cells again when one of these rows has a cell that is not known */
  readonly refreshFor: (rows: readonly ChargingRow[]) => Promise<void>
  /** the network of the row's cell; the core's own one for a cell that the SGSN does not list, as those of 3G */
  readonly of: (row: ChargingRow) => DataSession['servingNetwork']
}

export interface ServingNetworksOptions {
  readonly readCells: () => Promise<readonly GsmCell[]>
  /** the core's own network */
  readonly home: () => ServingNetwork | undefined
  readonly clock: () => Date
  readonly onFailure: (error: unknown) => void
}

/** Pause before cells are read again for a cell that was not among them: rows of 3G would ask for each. */
const UNKNOWN_RETRY_MS = 10_000

const keyOf = ({ areaCode, cellId }: Pick<GsmCell, 'areaCode' | 'cellId'>): string => `${areaCode}/${cellId}`
const isSame = (a: ServingNetwork, b: ServingNetwork | undefined): boolean => a.mcc === b?.mcc && a.mnc === b.mnc

/** Starts without cells: they are read for the first row. */
export function createServingNetworks({ readCells, home, clock, onFailure }: ServingNetworksOptions): ServingNetworks {
  let byCell: ReadonlyMap<string, ServingNetwork> = new Map()
  const retryAt = new Map<string, number>()

  return {
    refreshFor: async (rows) => {
      const now = clock().getTime()
      const unknown = new Set(rows.map(keyOf).filter((key) => !byCell.has(key) && (retryAt.get(key) ?? 0) <= now))
      if (unknown.size === 0) return
      for (const key of unknown) retryAt.set(key, now + UNKNOWN_RETRY_MS)
      try {
        byCell = networksByCell(await readCells(), home())
      } catch (error) {
        onFailure(error)
      }
    },
    of: (row) => byCell.get(keyOf(row)) ?? home(),
  }
}

/** Of cells that two networks number alike, the core's own one counts. */
function networksByCell(cells: readonly GsmCell[], home: ServingNetwork | undefined): ReadonlyMap<string, ServingNetwork> {
  const byCell = new Map<string, ServingNetwork>()
  for (const { servingNetwork, ...cell } of cells) {
    const key = keyOf(cell)
    if (!byCell.has(key) || isSame(servingNetwork, home)) byCell.set(key, servingNetwork)
  }
  return byCell
}
