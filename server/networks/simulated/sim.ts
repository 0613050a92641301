import { isSameDevice } from '#domain/locks.ts'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import type { CommandKind, RadioTechnology, SessionEndCause } from '../network-types.ts'

/** An accepted command that is not completed yet. */
export interface PendingCommand {
  readonly command: CommandKind
  readonly requestId: string
  readonly reference: string
  /** ISO 8601 */
  readonly since: string
  readonly isRefused: boolean
}

export interface WaitingReset {
  readonly requestId: string
  readonly reference: string
}

export interface SimulatedSession {
  readonly key: string
  readonly startedAt: Date
  /** null: open */
  readonly stoppedAt: Date | null
  readonly bytes: number
  /** network seconds up to which the bytes are counted */
  readonly countedTo: number
  readonly ip: string
  readonly sgsnIp: string
  readonly ggsnIp: string
  readonly endCause: SessionEndCause | null
}

/** A device behaves normally, uses far too much, sends all its radio can, or is silent. */
export type DeviceBehaviour = 'well' | 'runaway' | 'flood' | 'silent'

/** A subscription of the embedded network with its device. Device times are network seconds. */
export interface SimulatedSim {
  readonly iccid: string
  readonly networkId: string
  readonly state: NetworkSimState
  readonly stateSince: Date
  readonly pending: PendingCommand | null
  readonly pendingDueAt: Date | null
  readonly waitingReset: WaitingReset | null
  readonly imei: string
  /** the IMEI to which it is held, '' for none */
  readonly deviceLock: string
  readonly apn: string
  readonly device: string
  readonly usualDayBytes: number
  readonly behaviour: DeviceBehaviour
  readonly behaviourUntil: number
  readonly isRegistered: boolean
  /** MCC-MNC */
  readonly servingNetwork: string
  readonly homeNetwork: string
  readonly radioTechnology: RadioTechnology
  readonly seenAt: Date | null
  /** latitude and longitude, degrees */
  readonly place: readonly [number, number] | null
  readonly home: readonly [number, number] | null
  readonly session: SimulatedSession | null
  readonly nextActionAt: number | null
}

/** A moment in both clocks: real time for records, network seconds for devices. */
export interface SimulationTime {
  readonly now: Date
  /** network seconds */
  readonly seconds: number
}

/** Whether the SIM is held to another device than its own. Of one device are IMEIs with the same 14 digits (3GPP TS 23.003 section 6.2.1). */
export const isLockedOut = ({ imei, deviceLock }: SimulatedSim): boolean => deviceLock !== '' && !isSameDevice(imei, deviceLock)

export const isInService = (state: NetworkSimState): boolean => state === 'active' || state === 'data_cut'
export const hasOpenSession = ({ session }: SimulatedSim): boolean => session !== null && session.stoppedAt === null
