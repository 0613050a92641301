import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { luhnDigit } from '#domain/identifiers.ts'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { askOne } from '#server/cells/ask-cells.ts'
import type { Network } from '#server/networks/network.ts'
import type { NetworkSim } from '#server/networks/network-types.ts'
import type { RosterEntry } from '#server/networks/roster.queries.ts'
import { type SimulatedSettings, simulatedSettingsSchema } from '#server/networks/simulated/settings.ts'
import { openSimulated } from '#server/networks/simulated/simulated-network.ts'
import type { TestDatabase } from './database.ts'

const STATUS_OF: Readonly<Record<NetworkSimState, number>> = {
  inactive: STATUS.readyToUse,
  active: STATUS.active,
  data_cut: STATUS.deactivatedByAlarm,
  suspended: STATUS.hibernated,
  terminated: STATUS.terminated,
}

type DeepPartial = { readonly [K in keyof SimulatedSettings]?: Partial<SimulatedSettings[K]> | SimulatedSettings[K] }

/**
 * The embedded network over a database of a test, with a list of subscribers that the test fills and a clock that it moves. Two
 * with one id are two processes that see the same network.
 */
export function openSimulatedRig(
  database: TestDatabase,
  given: DeepPartial = {},
  networkId = `net-${randomUUID().slice(0, 8)}`,
) {
  let closing: Promise<void> | undefined
  const clock = { now: new Date('2026-11-21T12:00:00Z') }
  const roster = new Map<string, RosterEntry>()
  const byIccid = (): RosterEntry[] => [...roster.values()].sort((a, b) => (a.iccid < b.iccid ? -1 : 1))
  let settings = simulatedSettingsSchema.parse({ ...given, faults: { latencyMs: [0, 0], ...given.faults } })
  const kind = openSimulated({
    connectionString: database.connectionString,
    pool: database.pool,
    askCells: askOne(database.pool),
    roster: {
      find: async (iccids) => byIccid().filter(({ iccid }) => iccids.includes(iccid)),
      after: async (iccid, limit) =>
        byIccid()
          .filter((entry) => entry.iccid > iccid)
          .slice(0, limit),
    },
    log: pino({ level: 'silent' }),
    clock: () => clock.now,
  })
  const network: Network = kind.connect(networkId, () => settings)
  const enrol = (state: NetworkSimState, facts: Partial<RosterEntry> = {}): NetworkSim => {
    const entry = { ...entryNumber(roster.size + 1), networkId, administrativeStatus: STATUS_OF[state], ...facts }
    roster.set(entry.iccid, entry)
    return { iccid: entry.iccid, imsi: '', msisdn: '' }
  }
  return {
    network,
    kind,
    clock,
    roster,
    enrol,
    set: (other: DeepPartial): void => {
      settings = simulatedSettingsSchema.parse({ ...other, faults: { latencyMs: [0, 0], ...other.faults } })
    },
    /** what took effect for a SIM, in order */
    effects: async ({ iccid }: NetworkSim): Promise<string[]> => {
      const { rows } = await database.pool.query<{ kind: string }>(
        'SELECT kind FROM simulated_network.effects WHERE iccid = $1 ORDER BY effect_id',
        [iccid],
      )
      return rows.map((row) => row.kind)
    },
    networkId,
    close: (): Promise<void> => {
      closing ??= kind.close()
      return closing
    },
  }
}

/** A connected lorry in Chile, by its number. */
export function entryNumber(number: number): RosterEntry {
  const digits = `89560300${String(number).padStart(11, '0')}`
  return {
    iccid: digits + luhnDigit(digits),
    networkId: 'simulated-1',
    companyId: 1,
    originId: 1,
    imei: '864356051188427',
    device: 'Teltonika FMC130',
    apn: 'm2m.movistar.cl',
    planMb: 250,
    administrativeStatus: STATUS.active,
    statusSince: new Date('2026-03-01T00:00:00Z'),
    gprsStatus: 1,
    servingNetwork: '730-02',
    radioTechnology: 'LTE',
    registeredAt: new Date('2026-11-21T11:50:00Z'),
    latitude: -33.45,
    longitude: -70.66,
    sessionKey: `key-${number}`,
    sessionStartedAt: new Date('2026-11-21T06:00:00Z'),
    sessionBytes: 5_000_000,
    ip: '10.44.0.7',
    sgsnIp: '10.200.1.11',
    ggsnIp: '10.201.1.5',
    cycleDataBytes: 120_000_000,
    cycleDays: 20,
  }
}
