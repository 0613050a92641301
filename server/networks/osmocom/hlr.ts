import { luhnDigit } from '#domain/identifiers.ts'
import { NetworkFault } from '../network.ts'
import { openConsole } from './console.ts'
import { type Control, ControlRefusal, openControl } from './control.ts'
import { keepOpen } from './keep-open.ts'
import type { Place } from './reach.ts'

/** What a subscriber may use: nothing, the message side alone, data alone, both. */
export type Access = 'none' | 'cs' | 'ps' | 'cs+ps'

/** A subscriber as the register (HLR) has it. */
export interface Subscriber {
  /** '' without one */
  readonly msisdn: string
  /** 15 digits, '' when not known */
  readonly imei: string
  readonly access: Access
  /** it was seen by an SGSN or an MSC, ever */
  readonly wasSeen: boolean
}

/** The register: it says who may attach. Changes are typed at its console, for only those are told to SGSN and MSC. */
export interface Hlr {
  /** undefined: there is no such subscriber. @throws NetworkFault */
  readonly read: (imsi: string) => Promise<Subscriber | undefined>
  /** whose number it is, '' when it is nobody's. @throws NetworkFault */
  readonly ownerOf: (msisdn: string) => Promise<string>
  /** when it was seen last by an SGSN; undefined when never. @throws NetworkFault */
  readonly seenAt: (imsi: string) => Promise<Date | undefined>
  readonly create: (imsi: string, signal?: AbortSignal) => Promise<void>
  /** @param msisdn digits, '' takes it away */
  readonly setMsisdn: (imsi: string, msisdn: string, signal?: AbortSignal) => Promise<void>
  readonly setAccess: (imsi: string, access: Access, signal?: AbortSignal) => Promise<void>
  readonly remove: (imsi: string, signal?: AbortSignal) => Promise<void>
  readonly version: () => Promise<string>
  readonly close: () => void
}

/** What a register says of an IMSI that it does not have. */
const NO_SUBSCRIBER = /no such subscriber/i

/** Asks over CTRL where that tells it, else over VTY, as are changes (OsmoHLR user manual). Places are asked for at each use. */
export function openHlr(consolePlace: () => Place, controlPlace: () => Place): Hlr {
  const line = openConsole(consolePlace)
  const control = keepOpen<Control>(controlPlace, (place) => openControl(place))
  const update = async (imsi: string, what: string, signal: AbortSignal | undefined): Promise<void> => {
    await line.run(`subscriber imsi ${digits(imsi)} ${what}`, signal)
  }
  const find = async (name: string): Promise<Facts | undefined> => {
    const connection = await control.get()
    try {
      return readFacts(await connection.get(`subscriber.by-${name}.info`))
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error
      if (NO_SUBSCRIBER.test(error.message)) return undefined
      throw new NetworkFault('half_answer', `the register: ${error.message}`)
    }
  }
  return {
    read: async (imsi) => {
      const facts = await find(`imsi-${digits(imsi)}`)
      return facts && readSubscriber(facts)
    },
    ownerOf: async (msisdn) => (await find(`msisdn-${digits(msisdn)}`))?.get('imsi') ?? '',
    seenAt: async (imsi) => {
      const shown = await line.run(`subscriber imsi ${digits(imsi)} show`)
      const time = Date.parse(/last LU seen on PS: (\S+)/.exec(shown)?.[1] ?? '')
      return Number.isNaN(time) ? undefined : new Date(time)
    },
    create: (imsi, signal) => update(imsi, 'create', signal),
    setMsisdn: (imsi, msisdn, signal) => update(imsi, `update msisdn ${msisdn === '' ? 'none' : digits(msisdn)}`, signal),
    setAccess: (imsi, access, signal) => update(imsi, `update network-access-mode ${access}`, signal),
    remove: (imsi, signal) => update(imsi, 'delete', signal),
    version: async () => firstLine(await line.run('show version')),
    close: () => {
      line.close()
      control.close()
    },
  }
}

/** Of what a daemon says to `show version`: its name and version, the rest is its licence. */
export const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

/** Only digits go into a line: anything else could be another command. */
export function digits(text: string): string {
  if (!/^\d{1,15}$/.test(text)) throw new TypeError('not digits')
  return text
}

type Facts = ReadonlyMap<string, string>

const readFacts = (text: string): Facts =>
  new Map(
    text.split('\n').map((line) => {
      const [name = '', value = ''] = line.split('\t')
      return [name, value]
    }),
  )

/** @throws NetworkFault when it is not whole */
function readSubscriber(facts: Facts): Subscriber {
  const flag = (name: string): boolean => {
    const value = facts.get(name)
    if (value !== '0' && value !== '1') throw new NetworkFault('half_answer', `the register does not say ${name}`)
    return value === '1'
  }
  const [cs, ps] = [flag('nam_cs'), flag('nam_ps')]
  const imei = facts.get('imei') ?? ''
  return {
    msisdn: facts.get('msisdn') ?? '',
    imei: /^\d{14,16}$/.test(imei) ? imei.slice(0, 14) + luhnDigit(imei.slice(0, 14)) : '',
    access: accessOf(cs, ps),
    wasSeen: ['sgsn_number', 'vlr_number'].some((name) => (facts.get(name) ?? '') !== ''),
  }
}

function accessOf(cs: boolean, ps: boolean): Access {
  if (cs) return ps ? 'cs+ps' : 'cs'
  return ps ? 'ps' : 'none'
}
