import type { SmsFailed } from '../network-events.ts'
import { numberField, octetsField, type Pdu, textField } from './pdu.ts'
import { partOf } from './short-message.ts'

/** A delivery receipt of a message centre (SMPP 3.4 appendix B, sections 5.2.28 and 5.3.2.35). */
export interface Receipt {
  /** the centre's id of the message, '' when absent */
  readonly smscId: string
  /** the submitted reference; some centres return only its low eight bits */
  readonly userReference: number | undefined
  readonly state: 'buffered' | 'delivered' | 'failed'
  /** '' unless it failed */
  readonly cause: SmsFailed['cause'] | ''
}

/** esm_class: delivery receipt, and intermediate notification (section 5.2.12). */
const [RECEIPT, INTERMEDIATE, KIND_MASK] = [0x04, 0x20, 0x3c] as const

export function isReceipt(pdu: Pdu): boolean {
  const kind = (numberField(pdu, 'esm_class') ?? 0) & KIND_MASK
  return (kind & RECEIPT) !== 0 || (kind & INTERMEDIATE) !== 0
}

/** message_state by number (section 5.2.28), and its abbreviation in the text of a receipt. */
const STATES = ['', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'] as const

/** Causes by MAP error code (3GPP TS 29.002 section 17.6). */
const CAUSES: Readonly<Record<number, SmsFailed['cause']>> = {
  1: 'rejected',
  6: 'absent_subscriber',
  9: 'rejected',
  11: 'rejected',
  13: 'rejected',
  27: 'absent_subscriber',
  32: 'memory_full',
}

/** Parses a receipt, by its fields where present, else by its text. */
export function readReceipt(pdu: Pdu): Receipt {
  const text = partOf(pdu).octets.toString('latin1')
  const word = /stat:\s*([A-Z]+)/i.exec(text)?.[1]?.toUpperCase() ?? ''
  const stateWord = STATES[numberField(pdu, 'message_state') ?? 0] || word
  const { state, cause } = outcomeOf(stateWord, errorOf(pdu, text))
  return {
    smscId: textField(pdu, 'receipted_message_id') || (/id:\s*(\S+)/i.exec(text)?.[1] ?? ''),
    userReference: numberField(pdu, 'user_message_reference'),
    state,
    cause,
  }
}

/** network_error_code: a type of network and two octets of an error (section 5.3.2.31); else the error in the text. */
function errorOf(pdu: Pdu, text: string): number {
  const code = octetsField(pdu, 'network_error_code')
  return code.length === 3 ? code.readUInt16BE(1) : Number(/err:\s*(\d+)/i.exec(text)?.[1] ?? 0)
}

function outcomeOf(word: string, error: number): Pick<Receipt, 'state' | 'cause'> {
  // two centres in three abbreviate or extend the words, so only their beginnings are compared
  if (word.startsWith('DELIV')) return { state: 'delivered', cause: '' }
  if (word.startsWith('ENR') || word.startsWith('ACC')) return { state: 'buffered', cause: '' }
  if (word.startsWith('EXP')) return { state: 'failed', cause: 'expired' }
  if (word.startsWith('REJ')) return { state: 'failed', cause: 'rejected' }
  return { state: 'failed', cause: CAUSES[error] ?? 'unknown' }
}

/** The text of a receipt in the format of appendix B. @param stat one of the seven-letter words */
export function receiptText(smscId: string, stat: string, error: number, at: Date): string {
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(2, 12)
  const isDelivered = stat === 'DELIVRD' ? '001' : '000'
  return `id:${smscId} sub:001 dlvrd:${isDelivered} submit date:${minute} done date:${minute} stat:${stat} err:${String(error).padStart(3, '0')} text:`
}
