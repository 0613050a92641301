import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconFileText, IconHourglass, IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CHARGE_STATE_WORDS } from '#contract/charges/charge-messages.ts'
import { CHARGE_STATES, type ChargeState } from '#contract/filter-values.ts'
import { DAY_MS } from '#domain/time.ts'
import { formatDay } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Status, type StatusStyle } from '#web/ui/status.tsx'
import type { ChargeRow } from './charges.api.ts'

export const CHARGE_STATE_STYLE: Readonly<Record<ChargeState, StatusStyle>> = {
  open: { tone: 'ready', Icon: IconProgress },
  closing: { tone: 'ready', Icon: IconHourglass },
  issued: { tone: 'ready', Icon: IconFileText },
  overdue: { tone: 'stop', Icon: IconAlertTriangle },
  paid: { tone: 'active', Icon: IconCircleCheck },
  void: { tone: 'ended', Icon: IconCircleX },
}

type About = Pick<ChargeRow, 'state' | 'dueOn' | 'otherNumber' | 'document'>

/** Not issued yet: its total still changes. */
export const isEstimate = (state: string): boolean => state === 'open' || state === 'closing'

/** The state of a charge with its due date, payment date or credit note. */
export function ChargeStatus({ charge, filled = false }: { charge: About; filled?: boolean }) {
  const details = useDetails(charge)
  const state = CHARGE_STATES.find((one) => one === charge.state)
  if (!state) return charge.state
  return (
    <HighlightOnChange value={state}>
      <Status {...CHARGE_STATE_STYLE[state]} filled={filled}>
        {details ?? sentence(CHARGE_STATE_WORDS[state])}
      </Status>
    </HighlightOnChange>
  )
}

function useDetails({ state, dueOn, otherNumber, document }: About): string | undefined {
  const { t } = useTranslation()
  if (otherNumber) return t(document === 'credit_note' ? 'charges.takesBack' : 'charges.takenBack', { number: otherNumber })
  if (state === 'open') return t('charges.openEstimated')
  if (!dueOn) return undefined
  if (state === 'closing') return t('charges.closingUntil', { day: formatDay(dueOn) })
  if (state === 'issued') return t('charges.dueOn', { day: formatDay(dueOn) })
  if (state !== 'overdue') return undefined
  const days = Math.max(1, Math.floor((Date.now() - Date.parse(`${dueOn}T00:00:00Z`)) / DAY_MS))
  return t('charges.overdueFor', { count: days })
}
