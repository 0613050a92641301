import { useTranslation } from 'react-i18next'
import { Field, type FieldProps } from '#web/ui/field.tsx'

const REASON_MAX = 300

interface ReasonFieldProps extends Omit<FieldProps, 'label' | 'hint'> {
  /** required: the SIM's company reads it */
  readonly isNeeded?: boolean
}

/** Why something is done to a SIM. */
export function ReasonField({ isNeeded = false, ...field }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t(isNeeded ? 'simActions.reasonNeeded' : 'simActions.reason')}
      hint={t(isNeeded ? 'simActions.reasonShown' : 'simActions.reasonHint')}
      data-autofocus={isNeeded || undefined}
      maxLength={REASON_MAX}
      autoComplete="off"
      {...field}
    />
  )
}
