import { IconStethoscope } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { DIAGNOSIS_MAX_LINES } from '#contract/operations/mass-actions.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { Button } from '#web/ui/button.tsx'
import { useStartDiagnosis } from './start-diagnosis.ts'

interface DiagnoseButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  readonly filter: SimFilter
  /** SIMs that match the filter; without any, or with more than one diagnosis can have, nothing is shown */
  readonly count: number
  /** in place of 'diagnose all' */
  readonly label?: string
  /** all that is shown of the label where there is little room */
  readonly short?: string | undefined
}

/** Whether one diagnosis can have so many SIMs. */
export const mayDiagnose = (count: number): boolean => count > 0 && count <= DIAGNOSIS_MAX_LINES

/** Diagnoses all SIMs that match a filter. */
export function DiagnoseButton({ filter, count, label: given, short, ...button }: DiagnoseButtonProps) {
  const { t } = useTranslation()
  const diagnosis = useStartDiagnosis()
  if (!mayDiagnose(count)) return null
  const label = given ?? t('common.diagnoseAll', { count })
  return (
    <Button
      {...button}
      className="no-wrap"
      aria-label={short === undefined ? undefined : label}
      blocked={diagnosis.isPending}
      aria-busy={diagnosis.isPending}
      onClick={() => diagnosis.mutate({ filter })}
    >
      <IconStethoscope className="icon icon-14" aria-hidden="true" />
      {short ?? label}
    </Button>
  )
}
