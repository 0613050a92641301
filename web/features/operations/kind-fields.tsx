import i18next from 'i18next'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationKind } from '#domain/eligibility.ts'
import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Problem } from '#web/ui/problem.tsx'
import styles from './mass-dialog.module.css'
import type { MassDetails, MassSource, OperationFile } from './operations.api.ts'
import { PlanFields } from './plan-fields.tsx'

/** Validation errors by field. */
export type Problems = Partial<Record<keyof MassDetails, string>>

export const CUSTOM_FIELDS = ['customField1', 'customField2', 'device'] as const
const CUSTOM_MAX = 120

function messageProblem(message: string): string | undefined {
  if (message.trim() === '') return i18next.t('operations.required')
  const { segments } = smsSegments(message)
  return segments > MAX_SMS_SEGMENTS ? i18next.t('operations.tooManySegments', { count: MAX_SMS_SEGMENTS }) : undefined
}

const bringsValues = (file: OperationFile | undefined): boolean =>
  file?.columns.some(({ field }) => field !== null && field !== 'icc') ?? false

/** Errors that block the preview. */
export function detailProblemsOf(kind: OperationKind, details: MassDetails, file: OperationFile | undefined): Problems {
  if (kind === 'sms') {
    const message = messageProblem(details.message ?? '')
    return message ? { message } : {}
  }
  if (kind === 'plan' && !details.planCode) return { planCode: i18next.t('operations.required') }
  if (kind === 'assign' && details.companyId === undefined) return { companyId: i18next.t('companies.choose.one') }
  const isEmpty = CUSTOM_FIELDS.every((name) => (details[name] ?? '').trim() === '')
  if (kind === 'custom' && isEmpty && !bringsValues(file)) return { customField1: i18next.t('operations.oneField') }
  return {}
}

interface KindFieldsProps {
  readonly kind: OperationKind
  readonly details: MassDetails
  readonly problems: Problems
  readonly source: MassSource | undefined
  onDetails(details: MassDetails): void
}

/** The fields of some kinds of operation. */
export function KindFields(props: KindFieldsProps): ReactNode {
  if (props.kind === 'sms') return <MessageField {...props} />
  if (props.kind === 'custom') return <CustomFields {...props} />
  if (props.kind === 'assign') return <AssigneeField {...props} />
  if (props.kind === 'plan') return <PlanFields {...props} problem={props.problems.planCode} />
  return null
}

function MessageField({ details, problems, onDetails }: KindFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const message = details.message ?? ''
  const { units, segments } = smsSegments(message)
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{t('operations.message')}</label>
      <textarea
        id={id}
        className={styles.text}
        rows={4}
        value={message}
        data-autofocus
        aria-invalid={problems.message ? true : undefined}
        aria-describedby={`${id}-problem ${id}-hint`}
        onChange={(event) => onDetails({ ...details, message: event.currentTarget.value })}
      />
      <Problem id={`${id}-problem`}>{problems.message}</Problem>
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {t('operations.segments', { units, count: segments })}
      </p>
    </div>
  )
}

function CustomFields({ details, problems, onDetails }: KindFieldsProps) {
  const { t } = useTranslation()
  return CUSTOM_FIELDS.map((name, place) => (
    <Field
      key={name}
      label={t(`sims.field.${name}`)}
      value={details[name] ?? ''}
      maxLength={CUSTOM_MAX}
      autoComplete="off"
      error={problems[name]}
      data-autofocus={place === 0 ? true : undefined}
      onChange={(event) => onDetails({ ...details, [name]: event.currentTarget.value })}
    />
  ))
}

function AssigneeField({ details, problems, onDetails }: KindFieldsProps) {
  return (
    <CompanyField
      company={details.companyId}
      problem={problems.companyId}
      isAutoFocused
      onChoose={({ id }) => onDetails({ ...details, companyId: id })}
    />
  )
}
