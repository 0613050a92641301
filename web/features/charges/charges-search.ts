import { CHARGE_KINDS, CHARGE_STATES, type ChargeKind } from '#contract/charges/charge-messages.ts'
import { isTypedDay } from '#web/lib/typed-day.ts'
import { isTypedIcc } from '#web/lib/typed-icc.ts'
import type { ChargeFilter } from './charges.api.ts'

/**
 * The page's address: what the list is filtered by, and what is open below it, column after column:
 * /report-charges?state=issued&company=4&period=2026-10&document=81&concept=data_overage.IOT250&icc=…&day=2026-10-16
 */
export type ChargesSearch = Readonly<Record<string, string>>

/** What is open, from the document to the day; each needs the one before it. */
export interface Opened {
  readonly documentId?: number
  readonly concept?: ConceptKey
  /** an ICC, or '' for a line that is of no SIM */
  readonly icc?: string
  readonly day?: string
}

export interface ConceptKey {
  readonly kind: ChargeKind
  readonly plan: string
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** The filter of an address; what can't be read does not filter. */
export function filterOf({ state, company, period }: ChargesSearch): ChargeFilter {
  const known = CHARGE_STATES.find((one) => one === state)
  const companyId = wholeNumber(company)
  return {
    ...(known ? { state: known } : {}),
    ...(companyId === undefined ? {} : { companyId }),
    ...(period && /^20\d\d(-(0[1-9]|1[0-2]))?$/.test(period) ? { period } : {}),
  }
}

export const isUnfiltered = (search: ChargesSearch): boolean => Object.keys(filterOf(search)).length === 0

/** What an address opens; what can't be read closes it and all behind it. */
export function openedOf({ document, concept, icc, day }: ChargesSearch): Opened {
  const documentId = wholeNumber(document)
  if (documentId === undefined) return {}
  return {
    documentId,
    ...conceptIn(concept),
    ...(icc && isTypedIcc(icc) ? { icc, ...(isTypedDay(day) ? { day } : {}) } : {}),
  }
}

function conceptIn(text: string | undefined): { concept?: ConceptKey } {
  const [, word, plan] = /^([a-z_]+)\.(.{1,40})$/.exec(text ?? '') ?? []
  const kind = CHARGE_KINDS.find((one) => one === word)
  return kind && plan ? { concept: { kind, plan } } : {}
}

const NAMES = ['state', 'company', 'period'] as const

/** An address with other things open, the filters as they were. */
export function withOpened(search: ChargesSearch, { documentId, concept, icc, day }: Opened): ChargesSearch {
  const filters = NAMES.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []))
  return {
    ...Object.fromEntries(filters),
    ...(documentId === undefined ? {} : { document: String(documentId) }),
    ...(concept ? { concept: `${concept.kind}.${concept.plan}` } : {}),
    ...(icc ? { icc } : {}),
    ...(day ? { day } : {}),
  }
}
