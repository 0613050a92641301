import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { askOne } from '#server/cells/ask-cells.ts'
import { createDatabase } from '#server/db/database.ts'
import type { Network } from '#server/networks/network.ts'
import type { NetworkSim } from '#server/networks/network-types.ts'
import { createRoster } from '#server/networks/roster.queries.ts'
import { type SoracomSettings, soracomSettingsSchema } from '#server/networks/soracom/settings.ts'
import { SORACOM } from '#server/networks/soracom/soracom-kind.ts'
import type { TestDatabase } from '../database.ts'
import { SORACOM_ACCOUNT, type StandIn, type StandInSim } from './stand-in.ts'

export interface Rig {
  readonly network: Network
  readonly networkId: string
  readonly set: (settings: Partial<SoracomSettings>) => void
  readonly close: () => Promise<void>
}

/** The adapter over a database of a test and an address; several with one id are processes of one portal. */
export async function openSoracomRig(
  { pool }: TestDatabase,
  apiUrl: string,
  {
    clock = { now: new Date() },
    networkId = `soracom-${randomUUID().slice(0, 8)}`,
  }: Partial<Pick<StandIn, 'clock'> & Rig> = {},
): Promise<Rig> {
  const parsed = soracomSettingsSchema.parse({ ...SORACOM_ACCOUNT, apiUrl, walkSeconds: 0.05, walkRequestsPerSecond: 1_000 })
  // clocks of tests stand still
  let settings = { ...parsed, usageSeconds: 0 }
  await createDatabase(pool)
    .insertInto('networks')
    .values({ network_id: networkId, name: 'Soracom', kind: 'soracom', updated_at: clock.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const ask = askOne(pool)
  const kind = SORACOM.open({ pool, askCells: ask, roster: createRoster(ask), log, clock: () => clock.now })
  return {
    network: kind.connect(networkId, () => settings),
    networkId,
    set: (given) => {
      settings = { ...settings, ...given }
    },
    close: kind.close,
  }
}

export const soracomNamesOf = ({ simId, imsi, msisdn }: StandInSim): NetworkSim => ({ iccid: simId, imsi, msisdn })
