import { isIP } from 'node:net'
import { luhnDigit } from '#domain/identifiers.ts'
import type { RadioTechnology, ServingNetwork } from '../network-types.ts'
import { openConsole } from './console.ts'
import { digits, firstLine } from './hlr.ts'
import type { Place } from './reach.ts'
import type { Standing } from './session-book.ts'

/** A data session as the SGSN shows it. */
export interface ShownSession {
  readonly apn: string
  readonly ip: string
  readonly ggsnIp: string
}

/** A device as the SGSN knows it (its mobility management context). */
export interface DeviceContext {
  readonly isAttached: boolean
  /** 15 digits, '' when it did not tell */
  readonly imei: string
  readonly servingNetwork: ServingNetwork | undefined
  readonly radioTechnology: RadioTechnology | undefined
  readonly areaCode: number | undefined
  readonly cellId: number | undefined
  readonly session: ShownSession | undefined
}

/** How a device is thrown out: told, so that it knows at once, or silently, so that it is asked to attach anew when it next speaks. */
export type Cancel = 'subscription-withdraw' | 'update-procedure'

/** The node that serves devices: it alone knows who is attached, and it alone ends what is open. */
export interface Sgsn {
  /** undefined: it does not know the device. @throws NetworkFault */
  readonly context: (imsi: string) => Promise<DeviceContext | undefined>
  readonly cancel: (imsi: string, how: Cancel, signal?: AbortSignal) => Promise<void>
  readonly version: () => Promise<string>
  readonly close: () => void
}

/** Over VTY, by the commands of the OsmoSGSN user manual. @param place asked at each use */
export function openSgsn(place: () => Place): Sgsn {
  const line = openConsole(place)
  return {
    context: async (imsi) => readContext(await line.run(`show mm-context imsi ${digits(imsi)} pdp`)),
    cancel: async (imsi, how, signal) => {
      await line.run(`update-subscriber imsi ${digits(imsi)} cancel ${how}`, signal)
    },
    version: async () => firstLine(await line.run('show version')),
    close: line.close,
  }
}

const RADIO: readonly [RegExp, RadioTechnology][] = [
  [/RAN Type: (GPRS|EDGE|GSM)/i, 'GSM'],
  [/RAN Type: UMTS/i, 'UMTS'],
]

/** What `show mm-context imsi … pdp` shows. */
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
    session: readSession(text),
  }
}

function readSession(text: string): ShownSession | undefined {
  const ip = /PDP Address: IPv\d (\S+)/.exec(text)?.[1] ?? ''
  if (isIP(ip) === 0) return undefined
  const apn = /APN: (\S+)/.exec(text)?.[1] ?? ''
  return { apn, ip, ggsnIp: /Remote Control\(([\d.]+)/.exec(text)?.[1] ?? '' }
}

/** What the variable `subscriber-list-active-v1` has: a line for each session, such as `901700000000001,IPv4 10.99.0.2`. */
export function readStanding(text: string): Standing[] {
  return text.split('\n').flatMap((line) => {
    const [, imsi, ip] = /^\s*(\d{14,15}),IPv\d (\S+)\s*$/.exec(line) ?? []
    return imsi && ip ? [{ imsi, ip }] : []
  })
}
