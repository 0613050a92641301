import type { SmsFailed } from '../network-events.ts'
import { numberField, octetsField, type Pdu, textField } from './pdu.ts'
import { partOf } from './short-message.ts'

/** What a message centre says of a message it had taken (SMPP 3.4 appendix B, sections 5.2.28 and 5.3.2.35). */
export interface Receipt {
  /** the centre's name for the message, '' when it does not say */
  readonly smscId: string
  /** ours, as the centre brought it back; some keep only its low eight bits */
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

/** message_state by number (section 5.2.28), and as the text of a receipt abbreviates it. */
const STATES = ['', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'] as const

/** Errors of the network (3GPP TS 29.002 section 17.6, MAP error codes) that say why a device did not take a message. */
const CAUSES: Readonly<Record<number, SmsFailed['cause']>> = {
  1: 'rejected',
  6: 'absent_subscriber',
  9: 'rejected',
  11: 'rejected',
  13: 'rejected',
  27: 'absent_subscriber',
  32: 'memory_full',
}

/** Reads a receipt, from its fields where there are some and else from its text. */
export function readReceipt(pdu: Pdu): Receipt {
  const text = partOf(pdu).octets.toString('latin1')
  const word = /stat:\s*([A-Z]+)/i.exec(text)?.[1]?.toUpperCase() ?? ''
  const stateWord = STATES[numberField(pdu, 'message_state') ?? 0] || word
  const { state, cause } = fateOf(stateWord, errorOf(pdu, text))
  return {
    smscId: textField(pdu, 'receipted_message_id') || (/id:\s*(\S+)/i.exec(text)?.[1] ?? ''),
    userReference: numberField(pdu, 'user_message_reference'),
    state,
    cause,
  }
}

/** network_error_code: a kind of network and two octets of an error (section 5.3.2.31); else what the text says. */
function errorOf(pdu: Pdu, text: string): number {
  const code = octetsField(pdu, 'network_error_code')
  return code.length === 3 ? code.readUInt16BE(1) : Number(/err:\s*(\d+)/i.exec(text)?.[1] ?? 0)
}

function fateOf(word: string, error: number): Pick<Receipt, 'state' | 'cause'> {
  // two centres in three cut or stretch the words: their beginnings are enough
  if (word.startsWith('DELIV')) return { state: 'delivered', cause: '' }
  if (word.startsWith('ENR') || word.startsWith('ACC')) return { state: 'buffered', cause: '' }
  if (word.startsWith('EXP')) return { state: 'failed', cause: 'expired' }
  if (word.startsWith('REJ')) return { state: 'failed', cause: 'rejected' }
  return { state: 'failed', cause: CAUSES[error] ?? 'unknown' }
}

/** The text of a receipt as centres write it (appendix B). @param stat one of the seven-letter words */
export function receiptText(smscId: string, stat: string, error: number, at: Date): string {
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(2, 12)
  const isDelivered = stat === 'DELIVRD' ? '001' : '000'
  return `id:${smscId} sub:001 dlvrd:${isDelivered} submit date:${minute} done date:${minute} stat:${stat} err:${String(error).padStart(3, '0')} text:`
}
