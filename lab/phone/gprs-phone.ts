import { randomInt } from 'node:crypto'
import type { CellListener, GbCell } from './gb-cell.ts'
import { datagram, HEADER_OCTETS, segmentsOf } from './ip-packets.ts'
import { llcFrame, readLlcFrame, SAPI } from './llc.ts'
import { identityToOctets, lengthValue, octets, tagged } from './octets.ts'

/** Protocol discriminators and message types of mobility and session management (3GPP TS 24.008 section 10.4). */
const [GMM_PROTOCOL, SM_PROTOCOL] = [8, 10] as const
const GMM = {
  ...{ attach: 1, attachAccepted: 2, attachComplete: 3, attachRefused: 4, detach: 5, detached: 6 },
  ...{ identityAsked: 0x15, identity: 0x16 },
} as const
const SM = { activate: 0x41, activated: 0x42, refused: 0x43, deactivate: 0x46, deactivated: 0x47 } as const
const [P_TMSI, ADDRESS, APN] = [0x18, 0x2b, 0x28] as const
const IDENTITY = { imsi: 1, imei: 2, imeiWithVersion: 3 } as const

/** Minimal capabilities, without a ciphering key and a previous routing area (sections 10.5.5.12, 10.5.5.12a, 10.5.5.6). */
const NETWORK_CAPABILITY = Buffer.from('e5e0', 'hex')
const RADIO_CAPABILITY = Buffer.from('1390000000', 'hex')
const [ATTACH_TYPE_NO_KEY, DRX_PARAMETER, NO_ROUTING_AREA] = [
  0x71,
  Buffer.of(0, 0),
  Buffer.from('00f110fffeff', 'hex'),
] as const
/** Best effort, and an address of IPv4 that the network chooses (sections 10.5.6.5 and 10.5.6.4). */
const [QUALITY, ANY_ADDRESS] = [Buffer.from('0b921f', 'hex'), Buffer.from('0121', 'hex')] as const
/** The identifier of the phone's only session. */
const NSAPI = 5
const REGULAR_END = 36
const REATTACH = 1

/** A refusal by the network; `code` is its cause (sections 10.5.5.14 and 10.5.6.6). */
export class NetworkRefusal extends Error {
  override name = 'Refused'
  readonly code: number
  constructor(what: string, code: number) {
    super(`${what} refused: ${code}`)
    this.code = code
  }
}

/** A change that the network started. */
export type PhoneEvent = 'detached' | 'reattach requested' | 'session ended'

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
  /** opens the session and returns its address. @throws NetworkRefusal */
  readonly connect: (apn: string) => Promise<string>
  readonly disconnect: () => Promise<void>
  /** sends a number of octets, headers included, to an address that does not answer */
  readonly send: (bytes: number) => Promise<void>
  readonly close: () => void
}

export interface PhoneOptions {
  readonly imsi: string
  readonly imei: string
  readonly onEvent?: (event: PhoneEvent) => void
}

const TIMEOUT_MS = 15_000
/** An unanswered request is retransmitted: an attach right after a detach is lost. */
const RETRANSMIT_MS = 1_500
/** A test network for documentation (RFC 5737). */
const SILENT_ADDRESS = '198.51.100.1'
const PACKET_OCTETS = 1_400
/** Packets, of three frames each, that are sent before a flush. */
const PACKETS_PER_FLUSH = 8

/** A phone in a cell: it attaches, opens a session and sends by 3GPP TS 24.008 and TS 44.065. */
export const createGprsPhone = (cell: GbCell, options: PhoneOptions): GprsPhone => new Phone(cell, options)

class Phone implements GprsPhone, CellListener {
  readonly imsi: string
  readonly #cell: GbCell
  readonly #options: PhoneOptions
  readonly #pending = new Map<string, (refusal?: NetworkRefusal) => void>()
  /** the next frame number by SAPI */
  readonly #frameNumbers = new Map<number, number>()
  #isAttached = false
  #ip = ''
  #sent = 0
  #packets = 0
  #tlli = 0
  #previousTlli = 0

  constructor(cell: GbCell, options: PhoneOptions) {
    this.#cell = cell
    this.#options = options
    this.imsi = options.imsi
  }

  isAttached = (): boolean => this.#isAttached
  ip = (): string => this.#ip
  sentBytes = (): number => this.#sent

  async attach(): Promise<void> {
    this.#clear()
    this.#frameNumbers.clear()
    this.#setTlli(0x78000000 | randomInt(1, 0x7ffffff))
    const who = lengthValue(identityToOctets(IDENTITY.imsi, this.imsi))
    const about = [
      lengthValue(NETWORK_CAPABILITY),
      ATTACH_TYPE_NO_KEY,
      DRX_PARAMETER,
      who,
      NO_ROUTING_AREA,
      lengthValue(RADIO_CAPABILITY),
    ]
    await this.#request('attach', () => this.#sendGmm(GMM.attach, ...about))
  }

  async detach(): Promise<void> {
    await this.#request('detach', () => this.#sendGmm(GMM.detach, 1))
    this.#clear()
  }

  async connect(apn: string): Promise<string> {
    const wish = [lengthValue(QUALITY), lengthValue(ANY_ADDRESS), tagged(APN, labels(apn))]
    await this.#request('connect', () => this.#sendSm(0, SM.activate, NSAPI, SAPI.packets, ...wish))
    return this.#ip
  }

  async disconnect(): Promise<void> {
    await this.#request('disconnect', () => this.#sendSm(0, SM.deactivate, REGULAR_END))
    this.#ip = ''
  }

  async send(bytes: number): Promise<void> {
    if (bytes < HEADER_OCTETS || this.#ip === '') throw new Error(`${this.imsi} cannot send ${bytes} octets`)
    for (let left = bytes; left > 0; ) {
      // the rest must be large enough for a packet
      const isTight = left > PACKET_OCTETS && left < PACKET_OCTETS + HEADER_OCTETS
      const size = isTight ? left - HEADER_OCTETS : Math.min(left, PACKET_OCTETS)
      this.#packets = (this.#packets + 1) & 0xfff
      const packet = datagram(this.#ip, SILENT_ADDRESS, size)
      for (const piece of segmentsOf(packet, this.#packets, NSAPI)) this.#sendFrame(SAPI.packets, piece)
      left -= size
      this.#sent += size
      if (this.#packets % PACKETS_PER_FLUSH === 0) await this.#cell.flush()
    }
    await this.#cell.flush()
  }

  close(): void {
    this.#cell.release(this.#tlli)
    this.#cell.release(this.#previousTlli)
  }

  respondToPaging(): void {
    this.#sendFrame(SAPI.signalling, Buffer.alloc(0))
  }

  receiveFrame(frame: Buffer): void {
    const read = readLlcFrame(frame)
    if (read?.sapi !== SAPI.signalling) return
    if (((read.content[0] ?? 0) & 15) === GMM_PROTOCOL) this.#receiveGmm(read.content)
    else this.#receiveSm(read.content)
  }

  #receiveGmm(message: Buffer): void {
    const [, type, third = 0] = message
    if (type === GMM.identityAsked) this.#sendIdentity(third & 7)
    else if (type === GMM.attachRefused) this.#pending.get('attach')?.(new NetworkRefusal('attach', third))
    else if (type === GMM.detached) this.#pending.get('detach')?.()
    else if (type === GMM.attachAccepted) {
      const given = readPTmsi(message)
      if (given !== undefined) this.#setTlli(given | 0xc0000000)
      this.#sendGmm(GMM.attachComplete)
      this.#isAttached = true
      this.#pending.get('attach')?.()
    } else if (type === GMM.detach) {
      this.#sendGmm(GMM.detached)
      this.#clear()
      this.#options.onEvent?.((third & 7) === REATTACH ? 'reattach requested' : 'detached')
    }
  }

  #receiveSm(message: Buffer): void {
    const [first = 0, type, third = 0] = message
    if (type === SM.refused) this.#pending.get('connect')?.(new NetworkRefusal('connect', third))
    else if (type === SM.deactivated) this.#pending.get('disconnect')?.()
    else if (type === SM.activated) {
      this.#ip = readAddress(message)
      this.#pending.get('connect')?.()
    } else if (type === SM.deactivate) {
      // the highest bit is the side that started it (3GPP TS 24.007 section 11.2.3.1.3)
      this.#sendSm(((first >> 4) ^ 8) & 15, SM.deactivated)
      this.#ip = ''
      this.#options.onEvent?.('session ended')
    }
  }

  #sendIdentity(type: number): void {
    const { imei } = this.#options
    const withVersion = `${imei.slice(0, 14)}01`
    const digits = { [IDENTITY.imsi]: this.imsi, [IDENTITY.imei]: imei, [IDENTITY.imeiWithVersion]: withVersion }[type]
    if (digits) this.#sendGmm(GMM.identity, lengthValue(identityToOctets(type, digits)))
  }

  #clear(): void {
    this.#isAttached = false
    this.#ip = ''
  }

  /** The network still uses the previous TLLI for a moment. */
  #setTlli(next: number): void {
    this.#cell.release(this.#previousTlli)
    this.#previousTlli = this.#tlli
    this.#tlli = next >>> 0
    this.#cell.listen(this.#tlli, this)
  }

  #sendGmm(...parts: (number | Uint8Array)[]): void {
    this.#sendFrame(SAPI.signalling, octets(GMM_PROTOCOL, ...parts))
  }

  #sendSm(transaction: number, ...parts: (number | Uint8Array)[]): void {
    this.#sendFrame(SAPI.signalling, octets((transaction << 4) | SM_PROTOCOL, ...parts))
  }

  #sendFrame(sapi: number, content: Uint8Array): void {
    const number = this.#frameNumbers.get(sapi) ?? 0
    this.#frameNumbers.set(sapi, (number + 1) & 0x1ff)
    this.#cell.send(this.#tlli, llcFrame(sapi, number, content))
  }

  async #request(what: string, request: () => void): Promise<void> {
    const again = setInterval(request, RETRANSMIT_MS)
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no answer: ${what} of ${this.imsi}`)), TIMEOUT_MS)
        this.#pending.set(what, (refusal) => {
          clearTimeout(timer)
          if (refusal) reject(refusal)
          else resolve()
        })
        request()
      })
    } finally {
      clearInterval(again)
      this.#pending.delete(what)
    }
  }
}

const labels = (apn: string): Buffer => octets(...apn.split('.').map((label) => lengthValue(Buffer.from(label))))

/** The P-TMSI of an accepted attach, among the elements after the routing area (section 9.4.2). */
function readPTmsi(message: Buffer): number | undefined {
  for (let at = 11; at < message.length; ) {
    const [tag = 0, length = 0] = message.subarray(at, at + 2)
    if (tag === P_TMSI) return message.readUInt32BE(at + 3)
    at += FIXED_LENGTHS[tag] ?? ((tag & 0x80) === 0 ? 2 + length : 1)
  }
  return undefined
}

/** Elements without a length octet: a signature, a timer, a cause. */
const FIXED_LENGTHS: Readonly<Record<number, number>> = { 25: 4, 23: 2, 37: 2 }

/** The address in an accepted session, after the quality of service (section 9.5.2). */
function readAddress(message: Buffer): string {
  for (let at = 5 + (message[3] ?? 0); at + 1 < message.length; at += 2 + (message[at + 1] ?? 0)) {
    if (message[at] === ADDRESS) return [...message.subarray(at + 4, at + 8)].join('.')
  }
  return ''
}
