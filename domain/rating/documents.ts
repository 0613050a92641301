/**
 * The states of a document: estimated while its cycle runs and while late records are awaited, then issued for good.
 */
export const DOCUMENT_STATES = ['open', 'closing', 'issued', 'paid', 'void'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Number series of each kind; each is numbered without gaps. */
export const SERIES: Readonly<Record<DocumentKind, string>> = { invoice: 'F', credit_note: 'NC' }
const DIGITS = 8

/** The formatted number of a document: F-00000123. */
export const documentNumber = (kind: DocumentKind, number: number): string =>
  `${SERIES[kind]}-${String(number).padStart(DIGITS, '0')}`

interface Document {
  readonly kind: DocumentKind
  readonly state: DocumentState
}

/** An invoice is paid once. */
export const canPay = ({ kind, state }: Document): boolean => kind === 'invoice' && state === 'issued'

/** An invoice is credited as a whole, once, paid or not; credits are final. */
export const canCredit = ({ kind, state }: Document): boolean => kind === 'invoice' && (state === 'issued' || state === 'paid')
