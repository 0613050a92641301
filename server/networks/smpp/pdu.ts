import smpp from 'smpp'

/** A protocol data unit of SMPP 3.4. */
export interface Pdu {
  readonly command: string
  /** command_status; 0: no error (section 5.1.3) */
  readonly status: number
  readonly sequence: number
  readonly isResponse: boolean
  readonly fields: Readonly<Record<string, unknown>>
}

export type PduFields = Readonly<Record<string, unknown>>

/** command_status (SMPP 3.4 section 5.1.3). */
export const STATUS = {
  ok: 0x00,
  wrongLength: 0x01,
  notBound: 0x04,
  wrongPriority: 0x06,
  systemError: 0x08,
  wrongSource: 0x0a,
  wrongDestination: 0x0b,
  wrongPassword: 0x0e,
  queueFull: 0x14,
  wrongServiceType: 0x15,
  submitFailed: 0x45,
  throttled: 0x58,
  /** a temporary error of the receiver: the request is to be sent again */
  tryAgain: 0x64,
  /** of SMPP 5.0 */
  wrongCoding: 0x104,
  unknownCommand: 0x03,
} as const

/** Vendor-specific (SMPP 3.4 section 5.3.2: 0x1400 to 0x3FFF): the request id, for centres that detect repeated requests. */
const REQUEST_ID_TAG = 0x1400
/** The header, and the largest PDU that is accepted: a PDU is held in memory until it is complete. */
const [HEADER_OCTETS, MAX_OCTETS] = [16, 16_384]

removeFilters()

/** The package guesses the coding of texts and so loses letters: without its filters, texts are octets and times are unchanged. */
function removeFilters(): void {
  for (const { params = {} } of Object.values(smpp.commands)) {
    for (const field of Object.values(params)) delete field.filter
  }
  for (const tlv of Object.values(smpp.tlvs)) delete tlv.filter
  // some centres send these without the final zero, and the package would read into the next field
  for (const tag of ['receipted_message_id', 'additional_status_info_text']) {
    const field = smpp.tlvs[tag]
    if (field) field.type = smpp.types.tlv.buffer
  }
  smpp.addTLV('enlace_request_id', { id: REQUEST_ID_TAG, type: smpp.types.tlv.buffer })
}

/** Encodes a request or a response. Texts among the fields are Latin-1, as in SMPP; optional fields are octets or numbers. */
export function encodePdu(command: string, sequence: number, fields: PduFields = {}): Buffer {
  return new smpp.PDU(command, { ...fields, sequence_number: sequence }).toBuffer()
}

/** Encodes an error response. With a text it has a body (an empty message id and additional_status_info_text, section 5.3.2.11). */
export function encodeRefusal(command: string, sequence: number, status: number, text = ''): Buffer {
  const head = new smpp.PDU(command, { command_status: status, sequence_number: sequence }).toBuffer()
  if (text === '') return head
  const words = Buffer.from(`${text}\0`, 'latin1')
  const body = Buffer.alloc(5)
  body.writeUInt16BE(0x001d, 1)
  body.writeUInt16BE(words.length, 3)
  const whole = Buffer.concat([head, body, words])
  whole.writeUInt32BE(whole.length, 0)
  return whole
}

/** @throws Error when the octets are not an SMPP PDU */
export function decodePdu(octets: Buffer): Pdu {
  const pdu = new smpp.PDU(octets)
  return {
    command: pdu.command,
    status: pdu.command_status,
    sequence: pdu.sequence_number,
    isResponse: (octets.readUInt32BE(4) & 0x80000000) !== 0,
    fields: pdu,
  }
}

/** Splits a stream of octets into PDUs. @throws Error when the stream is not SMPP */
export function createFramer(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (length < HEADER_OCTETS || length > MAX_OCTETS) throw new Error(`a PDU of ${length} octets`)
      if (rest.length < length) break
      whole.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    return whole
  }
}

export function numberField({ fields }: Pdu, name: string): number | undefined {
  const value = fields[name]
  return typeof value === 'number' ? value : undefined
}

/** A text without its final zero; '' when there is none. */
export function textField({ fields }: Pdu, name: string): string {
  const value = fields[name]
  const text = Buffer.isBuffer(value) ? value.toString('latin1') : typeof value === 'string' ? value : ''
  return text.split('\0', 1)[0] ?? ''
}

export function octetsField({ fields }: Pdu, name: string): Buffer {
  const value = fields[name]
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0)
}

const NAMES = new Map(Object.entries(smpp.errors).map(([name, code]) => [code, name]))

/** The specification's name of a status, such as ESME_RTHROTTLED; a number where it has none. */
export const statusName = (status: number): string => NAMES.get(status) ?? `status 0x${status.toString(16)}`
