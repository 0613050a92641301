import { POPUP_STATES } from '#contract/filter-values.ts'
import { defineSearch, oneOf } from '#web/lib/define-search.ts'

/** /popups?state=shown */
export const readPopupsSearch = defineSearch({ state: oneOf(POPUP_STATES) })

export type PopupsSearch = ReturnType<typeof readPopupsSearch>
