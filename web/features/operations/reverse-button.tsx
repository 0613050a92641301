import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { Button } from '#web/ui/button.tsx'
import { useMayDo } from './use-may-do.ts'

/** SIMs that an operation names one by one; more are chosen by a filter or a file. */
const REVERSED_MAX = 100_000

interface ReverseProps {
  readonly data: OperationData
  readonly isBusy?: boolean | undefined
  onReverse(): void
}

/**
 * Offers to reactivate the SIMs that a finished operation hibernated, as an ordinary operation with its preview: what was changed
 * since is left out there. No other kind can be taken back at no cost.
 */
export function ReverseButton({ data, isBusy = false, onReverse }: ReverseProps) {
  const { t } = useTranslation()
  const mayDo = useMayDo()
  const { kind, state, counts } = data
  const isReversible = kind === 'hibernate' && state === 'finished' && counts.succeeded > 0 && counts.succeeded <= REVERSED_MAX
  if (!isReversible || !mayDo('reactivate')) return null
  return (
    <Button size="sm" className="tabular-numbers" blocked={isBusy} aria-busy={isBusy} onClick={onReverse}>
      <IconArrowBackUp className="icon icon-14" aria-hidden="true" />
      {t('operations.reverse', { count: counts.succeeded })}
    </Button>
  )
}
