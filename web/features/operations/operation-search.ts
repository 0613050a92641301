import { OPERATION_KINDS } from '#domain/eligibility.ts'
import { OPERATION_STATES } from '#domain/operations.ts'
import { day, defineSearch, flag, icc, id, longId, oneOf } from '#web/lib/define-search.ts'

/** A draft is shown in its dialog, not in the list. */
export const LISTED_OPERATION_STATES = OPERATION_STATES.filter((state) => state !== 'draft')

/** /operations?state=running&kind=sms&company=4&icc=…&mine=true&failed=true&from=2026-11-01&to=2026-11-21&open=12 */
export const readOperationsSearch = defineSearch({
  state: oneOf(LISTED_OPERATION_STATES),
  kind: oneOf(OPERATION_KINDS),
  company: id,
  subsidiaries: flag,
  icc,
  mine: flag,
  failed: flag,
  from: day,
  to: day,
  /** the operation beside the list */
  open: longId,
})

export type OperationsSearch = ReturnType<typeof readOperationsSearch>
