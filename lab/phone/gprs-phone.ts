import { randomInt } from 'node:crypto'
import type { CellListener, GbCell } from './gb-cell.ts'
import { datagram, HEADER_OCTETS, segmentsOf } from './ip-packets.ts'
import { llcFrame, readLlcFrame, SAPI } from './llc.ts'
import { identityToOctets, lengthValue, octets, tagged } from './octets.ts'

/** Protocols and their messages (3GPP TS 24.008 section 10.4), mobility and sessions. */
const [MOBILITY, SESSIONS] = [8, 10] as const
const GMM = {
  ...{ attach: 1, attachAccepted: 2, attachComplete: 3, attachRefused: 4, detach: 5, detached: 6 },
  ...{ identityAsked: 0x15, identity: 0x16 },
} as const
const SM = { activate: 0x41, activated: 0x42, refused: 0x43, deactivate: 0x46, deactivated: 0x47 } as const
const [P_TMSI, ADDRESS, APN] = [0x18, 0x2b, 0x28] as const
const IDENTITY = { imsi: 1, imei: 2, imeiWithVersion: 3 } as const

/** What a phone says of itself: no ciphering key, can do little, was nowhere before (sections 10.5.5.12, 10.5.5.12a, 10.5.5.6). */
const ABILITIES = Buffer.from('e5e0', 'hex')
const RADIO_ABILITIES = Buffer.from('1390000000', 'hex')
const [NO_KEY_ATTACH, NO_PAUSES, NOWHERE] = [0x71, Buffer.of(0, 0), Buffer.from('00f110fffeff', 'hex')] as const
/** Best effort, and an address of IPv4 that the network chooses (sections 10.5.6.5 and 10.5.6.4). */
const [QUALITY, ANY_ADDRESS] = [Buffer.from('0b921f', 'hex'), Buffer.from('0121', 'hex')] as const
/** The one session that a phone has. */
const SESSION = 5
const REGULAR_END = 36
const REATTACH = 1

/** The network said no; `code` is its cause (sections 10.5.5.14 and 10.5.6.6). */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: number
  constructor(what: string, code: number) {
    super(`${what} refused: ${code}`)
    this.code = code
  }
}

/** What happened to a phone without its asking. */
export type PhoneNews = 'detached' | 'asked to attach anew' | 'session ended'

export interface GprsPhone {
  readonly imsi: string
  readonly isAttached: () => boolean
  /** '' without a session */
  readonly ip: () => string
  /** octets of packets, with their headers */
  readonly sentBytes: () => number
  /** @throws Refused */
  readonly attach: () => Promise<void>
  readonly detach: () => Promise<void>
  /** opens the session and gives its address. @throws Refused */
  readonly connect: (apn: string) => Promise<string>
  readonly disconnect: () => Promise<void>
  /** sends so many octets, headers included, to an address that does not answer */
  readonly send: (bytes: number) => Promise<void>
  readonly close: () => void
}

export interface PhoneOptions {
  readonly imsi: string
  readonly imei: string
  readonly onNews?: (news: PhoneNews) => void
}

const TIMEOUT_MS = 15_000
/** A phone repeats what is not answered: an attach right after a detach is lost. */
const AGAIN_MS = 1_500
/** A test network for documentation (RFC 5737). */
const SILENT_ADDRESS = '198.51.100.1'
const PACKET_OCTETS = 1_400
/** Packets of three frames each before one waits for the SGSN. */
const PACKETS_AHEAD = 8

/** A phone on a cell: it attaches, opens a session and sends, as 3GPP TS 24.008 and TS 44.065 have it. */
export const createGprsPhone = (cell: GbCell, options: PhoneOptions): GprsPhone => new Phone(cell, options)

class Phone implements GprsPhone, CellListener {
  readonly imsi: string
  readonly #cell: GbCell
  readonly #options: PhoneOptions
  readonly #waiting = new Map<string, (refusal?: Refused) => void>()
  /** how many frames were sent, by whom they speak to */
  readonly #numbers = new Map<number, number>()
  #isAttached = false
  #ip = ''
  #sent = 0
  #packets = 0
  #name = 0
  #nameBefore = 0

  constructor(cell: GbCell, options: PhoneOptions) {
    this.#cell = cell
    this.#options = options
    this.imsi = options.imsi
  }

  isAttached = (): boolean => this.#isAttached
  ip = (): string => this.#ip
  sentBytes = (): number => this.#sent

  async attach(): Promise<void> {
    this.#lose()
    this.#numbers.clear()
    this.#rename(0x78000000 | randomInt(1, 0x7ffffff))
    const who = lengthValue(identityToOctets(IDENTITY.imsi, this.imsi))
    const about = [lengthValue(ABILITIES), NO_KEY_ATTACH, NO_PAUSES, who, NOWHERE, lengthValue(RADIO_ABILITIES)]
    await this.#ask('attach', () => this.#mobility(GMM.attach, ...about))
  }

  async detach(): Promise<void> {
    await this.#ask('detach', () => this.#mobility(GMM.detach, 1))
    this.#lose()
  }

  async connect(apn: string): Promise<string> {
    const wish = [lengthValue(QUALITY), lengthValue(ANY_ADDRESS), tagged(APN, labels(apn))]
    await this.#ask('connect', () => this.#session(0, SM.activate, SESSION, SAPI.packets, ...wish))
    return this.#ip
  }

  async disconnect(): Promise<void> {
    await this.#ask('disconnect', () => this.#session(0, SM.deactivate, REGULAR_END))
    this.#ip = ''
  }

  async send(bytes: number): Promise<void> {
    if (bytes < HEADER_OCTETS || this.#ip === '') throw new Error(`${this.imsi} cannot send ${bytes} octets`)
    for (let left = bytes; left > 0; ) {
      // what is left over has to be a packet as well
      const isTight = left > PACKET_OCTETS && left < PACKET_OCTETS + HEADER_OCTETS
      const size = isTight ? left - HEADER_OCTETS : Math.min(left, PACKET_OCTETS)
      this.#packets = (this.#packets + 1) & 0xfff
      const packet = datagram(this.#ip, SILENT_ADDRESS, size)
      for (const piece of segmentsOf(packet, this.#packets, SESSION)) this.#say(SAPI.packets, piece)
      left -= size
      this.#sent += size
      if (this.#packets % PACKETS_AHEAD === 0) await this.#cell.caughtUp()
    }
    await this.#cell.caughtUp()
  }

  close(): void {
    this.#cell.release(this.#name)
    this.#cell.release(this.#nameBefore)
  }

  answerPage(): void {
    this.#say(SAPI.signalling, Buffer.alloc(0))
  }

  takeFrame(frame: Buffer): void {
    const read = readLlcFrame(frame)
    if (read?.sapi !== SAPI.signalling) return
    if (((read.content[0] ?? 0) & 15) === MOBILITY) this.#takeMobility(read.content)
    else this.#takeSession(read.content)
  }

  #takeMobility(message: Buffer): void {
    const [, type, third = 0] = message
    if (type === GMM.identityAsked) this.#sendIdentity(third & 7)
    else if (type === GMM.attachRefused) this.#waiting.get('attach')?.(new Refused('attach', third))
    else if (type === GMM.detached) this.#waiting.get('detach')?.()
    else if (type === GMM.attachAccepted) {
      const given = temporaryName(message)
      if (given !== undefined) this.#rename(given | 0xc0000000)
      this.#mobility(GMM.attachComplete)
      this.#isAttached = true
      this.#waiting.get('attach')?.()
    } else if (type === GMM.detach) {
      this.#mobility(GMM.detached)
      this.#lose()
      this.#options.onNews?.((third & 7) === REATTACH ? 'asked to attach anew' : 'detached')
    }
  }

  #takeSession(message: Buffer): void {
    const [first = 0, type, third = 0] = message
    if (type === SM.refused) this.#waiting.get('connect')?.(new Refused('connect', third))
    else if (type === SM.deactivated) this.#waiting.get('disconnect')?.()
    else if (type === SM.activated) {
      this.#ip = addressIn(message)
      this.#waiting.get('connect')?.()
    } else if (type === SM.deactivate) {
      // the highest bit says who began (3GPP TS 24.007 section 11.2.3.1.3)
      this.#session(((first >> 4) ^ 8) & 15, SM.deactivated)
      this.#ip = ''
      this.#options.onNews?.('session ended')
    }
  }

  #sendIdentity(type: number): void {
    const { imei } = this.#options
    const withVersion = `${imei.slice(0, 14)}01`
    const digits = { [IDENTITY.imsi]: this.imsi, [IDENTITY.imei]: imei, [IDENTITY.imeiWithVersion]: withVersion }[type]
    if (digits) this.#mobility(GMM.identity, lengthValue(identityToOctets(type, digits)))
  }

  #lose(): void {
    this.#isAttached = false
    this.#ip = ''
  }

  /** The name before is still called by for a moment. */
  #rename(next: number): void {
    this.#cell.release(this.#nameBefore)
    this.#nameBefore = this.#name
    this.#name = next >>> 0
    this.#cell.listen(this.#name, this)
  }

  #mobility(...parts: (number | Uint8Array)[]): void {
    this.#say(SAPI.signalling, octets(MOBILITY, ...parts))
  }

  #session(transaction: number, ...parts: (number | Uint8Array)[]): void {
    this.#say(SAPI.signalling, octets((transaction << 4) | SESSIONS, ...parts))
  }

  #say(sapi: number, content: Uint8Array): void {
    const number = this.#numbers.get(sapi) ?? 0
    this.#numbers.set(sapi, (number + 1) & 0x1ff)
    this.#cell.send(this.#name, llcFrame(sapi, number, content))
  }

  async #ask(what: string, request: () => void): Promise<void> {
    const again = setInterval(request, AGAIN_MS)
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no answer: ${what} of ${this.imsi}`)), TIMEOUT_MS)
        this.#waiting.set(what, (refusal) => {
          clearTimeout(timer)
          if (refusal) reject(refusal)
          else resolve()
        })
        request()
      })
    } finally {
      clearInterval(again)
      this.#waiting.delete(what)
    }
  }
}

const labels = (apn: string): Buffer => octets(...apn.split('.').map((label) => lengthValue(Buffer.from(label))))

/** The name that an accepted attach gives: among the parts behind the area (section 9.4.2). */
function temporaryName(message: Buffer): number | undefined {
  for (let at = 11; at < message.length; ) {
    const [tag = 0, length = 0] = message.subarray(at, at + 2)
    if (tag === P_TMSI) return message.readUInt32BE(at + 3)
    at += LENGTHS[tag] ?? ((tag & 0x80) === 0 ? 2 + length : 1)
  }
  return undefined
}

/** Parts without a length of their own: a signature, a timer, a cause. */
const LENGTHS: Readonly<Record<number, number>> = { 25: 4, 23: 2, 37: 2 }

/** The address in an accepted session, behind its quality (section 9.5.2). */
function addressIn(message: Buffer): string {
  for (let at = 5 + (message[3] ?? 0); at + 1 < message.length; at += 2 + (message[at + 1] ?? 0)) {
    if (message[at] === ADDRESS) return [...message.subarray(at + 4, at + 8)].join('.')
  }
  return ''
}
