import { luhnDigit } from '#domain/identifiers.ts'
import { NetworkFault } from '../network.ts'
import type { DaemonAddress } from './connect-tcp.ts'
import { openConsole } from './console.ts'
import { type Control, ControlRefusal, openControl } from './control.ts'
import { reconnecting } from './reconnecting.ts'

/** What a subscriber may use: nothing, circuit-switched services (with messages), packet data, both. */
export type HlrAccess = 'none' | 'cs' | 'ps' | 'cs+ps'

/** A subscriber in the HLR. */
export interface Subscriber {
  /** '' without one */
  readonly msisdn: string
  /** 15 digits, '' when unknown to the HLR */
  readonly imei: string
  readonly access: HlrAccess
  /** registered at an SGSN or MSC at least once */
  readonly wasSeen: boolean
}

/** The HLR, which decides who may attach. Changes go over its console, because only those are passed on to SGSN and MSC. */
export interface Hlr {
  /** undefined: there is no such subscriber. @throws NetworkFault */
  readonly read: (imsi: string) => Promise<Subscriber | undefined>
  /** IMSI of the subscriber with a number, '' without one. @throws NetworkFault */
  readonly ownerOf: (msisdn: string) => Promise<string>
  /** last location update at an SGSN; undefined without one. @throws NetworkFault */
  readonly seenAt: (imsi: string) => Promise<Date | undefined>
  readonly create: (imsi: string, signal?: AbortSignal) => Promise<void>
  /** @param msisdn digits, '' removes it */
  readonly setMsisdn: (imsi: string, msisdn: string, signal?: AbortSignal) => Promise<void>
  readonly setAccess: (imsi: string, access: HlrAccess, signal?: AbortSignal) => Promise<void>
  readonly remove: (imsi: string, signal?: AbortSignal) => Promise<void>
  readonly version: () => Promise<string>
  readonly close: () => void
}

/** The HLR's answer for an unknown IMSI. */
const NO_SUBSCRIBER = /no such subscriber/i

/** Reads over CTRL where CTRL has the variable, else over VTY, as do changes (OsmoHLR user manual). Addresses are read at each use. */
export function openHlr(consoleAddress: () => DaemonAddress, controlAddress: () => DaemonAddress): Hlr {
  const console = openConsole(consoleAddress)
  const control = reconnecting<Control>(controlAddress, (address) => openControl(address))
  const runForSubscriber = async (imsi: string, command: string, signal: AbortSignal | undefined): Promise<void> => {
    await console.run(`subscriber imsi ${digits(imsi)} ${command}`, signal)
  }
  const findSubscriber = async (key: string): Promise<SubscriberFields | undefined> => {
    const connection = await control.get()
    try {
      return readFields(await connection.get(`subscriber.by-${key}.info`))
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error
      if (NO_SUBSCRIBER.test(error.message)) return undefined
      throw new NetworkFault('half_answer', `the register: ${error.message}`)
    }
  }
  return {
    read: async (imsi) => {
      const fields = await findSubscriber(`imsi-${digits(imsi)}`)
      return fields && readSubscriber(fields)
    },
    ownerOf: async (msisdn) => (await findSubscriber(`msisdn-${digits(msisdn)}`))?.get('imsi') ?? '',
    seenAt: async (imsi) => {
      const output = await console.run(`subscriber imsi ${digits(imsi)} show`)
      const time = Date.parse(/last LU seen on PS: (\S+)/.exec(output)?.[1] ?? '')
      return Number.isNaN(time) ? undefined : new Date(time)
    },
    create: (imsi, signal) => runForSubscriber(imsi, 'create', signal),
    setMsisdn: (imsi, msisdn, signal) =>
      runForSubscriber(imsi, `update msisdn ${msisdn === '' ? 'none' : digits(msisdn)}`, signal),
    setAccess: (imsi, access, signal) => runForSubscriber(imsi, `update network-access-mode ${access}`, signal),
    remove: (imsi, signal) => runForSubscriber(imsi, 'delete', signal),
    version: async () => firstLine(await console.run('show version')),
    close: () => {
      console.close()
      control.close()
    },
  }
}

/** Name and version in the output of `show version`; the rest is the licence. */
export const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

/** Asserts that a text is digits: anything else in a line could be another command. */
export function digits(text: string): string {
  if (!/^\d{1,15}$/.test(text)) throw new TypeError('not digits')
  return text
}

type SubscriberFields = ReadonlyMap<string, string>

const readFields = (text: string): SubscriberFields =>
  new Map(
    text.split('\n').map((line) => {
      const [name = '', value = ''] = line.split('\t')
      return [name, value]
    }),
  )

/** @throws NetworkFault when a field is missing */
function readSubscriber(fields: SubscriberFields): Subscriber {
  const flag = (name: string): boolean => {
    const value = fields.get(name)
    if (value !== '0' && value !== '1') throw new NetworkFault('half_answer', `the register does not say ${name}`)
    return value === '1'
  }
  const [cs, ps] = [flag('nam_cs'), flag('nam_ps')]
  const imei = fields.get('imei') ?? ''
  return {
    msisdn: fields.get('msisdn') ?? '',
    imei: /^\d{14,16}$/.test(imei) ? imei.slice(0, 14) + luhnDigit(imei.slice(0, 14)) : '',
    access: accessOf(cs, ps),
    wasSeen: ['sgsn_number', 'vlr_number'].some((name) => (fields.get(name) ?? '') !== ''),
  }
}

function accessOf(cs: boolean, ps: boolean): HlrAccess {
  if (cs) return ps ? 'cs+ps' : 'cs'
  return ps ? 'ps' : 'none'
}
