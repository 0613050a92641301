import { isIP } from 'node:net'
import { luhnDigit } from '#domain/identifiers.ts'
import type { RadioTechnology, ServingNetwork } from '../network-types.ts'
import type { DaemonAddress } from './connect-tcp.ts'
import { openConsole } from './console.ts'
import { digits, firstLine } from './hlr.ts'
import type { ActiveContext } from './session-tracker.ts'

/** A data session in the SGSN. */
export interface PdpContext {
  readonly apn: string
  readonly ip: string
  readonly ggsnIp: string
}

/** A device in the SGSN (its mobility management context). */
export interface DeviceContext {
  readonly isAttached: boolean
  /** 15 digits, '' when the device did not send it */
  readonly imei: string
  readonly servingNetwork: ServingNetwork | undefined
  readonly radioTechnology: RadioTechnology | undefined
  readonly areaCode: number | undefined
  readonly cellId: number | undefined
  readonly session: PdpContext | undefined
}

/** A GSM cell of the SGSN. Its area code and number are unique in its network alone. */
export interface GsmCell {
  readonly areaCode: number
  readonly cellId: number
  readonly servingNetwork: ServingNetwork
}

/** How a device is detached: with a message, or silently, so that it is asked to attach again when it next sends. */
export type CancelCause = 'subscription-withdraw' | 'update-procedure'

/** The SGSN, which serves devices: only it has the attached devices, and only it ends open sessions. */
export interface Sgsn {
  /** undefined: the device is not attached. @throws NetworkFault */
  readonly context: (imsi: string) => Promise<DeviceContext | undefined>
  /** the GSM cells that have registered, from the networks of all countries. @throws NetworkFault */
  readonly cells: () => Promise<readonly GsmCell[]>
  readonly cancel: (imsi: string, how: CancelCause, signal?: AbortSignal) => Promise<void>
  readonly version: () => Promise<string>
  readonly close: () => void
}

/** Over VTY, by the commands of the OsmoSGSN user manual. @param address read at each use */
export function openSgsn(address: () => DaemonAddress): Sgsn {
  const console = openConsole(address)
  return {
    context: async (imsi) => readContext(await console.run(`show mm-context imsi ${digits(imsi)} pdp`)),
    cells: async () => readCells(await console.run('show bssgp')),
    cancel: async (imsi, how, signal) => {
      await console.run(`update-subscriber imsi ${digits(imsi)} cancel ${how}`, signal)
    },
    version: async () => firstLine(await console.run('show version')),
    close: console.close,
  }
}

const RADIO: readonly [RegExp, RadioTechnology][] = [
  [/RAN Type: (GPRS|EDGE|GSM)/i, 'GSM'],
  [/RAN Type: UMTS/i, 'UMTS'],
]

/** Parses the output of `show mm-context imsi … pdp`. */
export function readContext(text: string): DeviceContext | undefined {
  if (!/^\s*MM Context/m.test(text)) return undefined
  const [, mcc, mnc, areaCode] = /Routeing Area: (\d{3})-(\d{2,3})-(\d+)/.exec(text) ?? []
  const cell = /Cell ID: (\d+)/.exec(text)?.[1]
  const imei = /IMEI (\d{14})/.exec(text)?.[1]
  return {
    isAttached: /GMM State: Registered/.test(text),
    imei: imei ? imei + luhnDigit(imei) : '',
    servingNetwork: mcc && mnc ? { mcc, mnc } : undefined,
    radioTechnology: RADIO.find(([shown]) => shown.test(text))?.[1],
    areaCode: areaCode === undefined ? undefined : Number(areaCode),
    cellId: cell === undefined ? undefined : Number(cell),
    session: readPdpContext(text),
  }
}

function readPdpContext(text: string): PdpContext | undefined {
  const ip = /PDP Address: IPv\d (\S+)/.exec(text)?.[1] ?? ''
  if (isIP(ip) === 0) return undefined
  const apn = /APN: (\S+)/.exec(text)?.[1] ?? ''
  return { apn, ip, ggsnIp: /Remote Control\(([\d.]+)/.exec(text)?.[1] ?? '' }
}

/** Parses the output of `show bssgp`: a line per cell, such as `NSEI 1000, BVCI 1000, RA-ID: 901-70-7-1, CID: 4660, STATE: UNBLOCKED`. */
export function readCells(text: string): GsmCell[] {
  return [...text.matchAll(/RA-ID: (\d{3})-(\d{2,3})-(\d+)-\d+, CID: (\d+)/g)].map(
    ([, mcc = '', mnc = '', areaCode, cellId]) => ({
      areaCode: Number(areaCode),
      cellId: Number(cellId),
      servingNetwork: { mcc, mnc },
    }),
  )
}

/** Parses the variable `subscriber-list-active-v1`: a line per session, such as `901700000000001,IPv4 10.99.0.2`. */
export function readActiveContexts(text: string): ActiveContext[] {
  return text.split('\n').flatMap((line) => {
    const [, imsi, ip] = /^\s*(\d{14,15}),IPv\d (\S+)\s*$/.exec(line) ?? []
    return imsi && ip ? [{ imsi, ip }] : []
  })
}
