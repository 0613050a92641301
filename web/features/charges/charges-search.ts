import type { ChargeKind } from '#contract/charges/charge-messages.ts'
import { CHARGE_KINDS, CHARGE_STATES } from '#contract/filter-values.ts'
import { day, defineSearch, flag, icc, id, longId, matching, oneOf } from '#web/lib/define-search.ts'

/**
 * The filter of the list, and the columns that are open below it:
 * /report-charges?state=issued&company=4&period=2026-10&document=81&concept=data_overage.IOT250&icc=…&day=2026-10-16
 */
export const readChargesSearch = defineSearch({
  state: oneOf(CHARGE_STATES),
  company: id,
  subsidiaries: flag,
  period: matching(/^20\d\d(-(0[1-9]|1[0-2]))?$/),
  document: longId,
  /** the document beside the list */
  open: longId,
  concept: matching(/^[a-z_]+\..{1,40}$/),
  icc,
  day,
})

export type ChargesSearch = ReturnType<typeof readChargesSearch>

/** The open columns, from the document to the day; each needs the one before it. */
export interface Opened {
  readonly documentId?: number
  readonly concept?: ConceptKey
  /** an ICC, or '' for a line without a SIM */
  readonly icc?: string
  readonly day?: string
}

export interface ConceptKey {
  readonly kind: ChargeKind
  readonly plan: string
}

/** The part of the address that filters the list. */
export const chargeFilterOf = ({ state, company, subsidiaries, period }: ChargesSearch) => ({
  state,
  companyId: company,
  subsidiaries,
  period,
})

/** The columns that an address opens; an unreadable value closes its column and the later ones. */
export function openedOf(search: ChargesSearch): Opened {
  if (search.document === undefined) return {}
  return {
    documentId: search.document,
    ...conceptIn(search.concept),
    ...(search.icc ? { icc: search.icc, ...(search.day ? { day: search.day } : {}) } : {}),
  }
}

function conceptIn(text = ''): { concept?: ConceptKey } {
  const dot = text.indexOf('.')
  const kind = CHARGE_KINDS.find((one) => one === text.slice(0, dot))
  return kind ? { concept: { kind, plan: text.slice(dot + 1) } } : {}
}

/** An address with other open columns and the same filter. */
export function withOpened(search: ChargesSearch, { documentId, concept, icc: line, day: of }: Opened): ChargesSearch {
  const { state, company, subsidiaries, period } = search
  return {
    state,
    company,
    subsidiaries,
    period,
    document: documentId,
    concept: concept && `${concept.kind}.${concept.plan}`,
    icc: line || undefined,
    day: of,
  }
}
