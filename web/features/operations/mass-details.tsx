import i18next from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTION_WORDS, ACTIVATION_WARNING } from '#contract/operations/operation-messages.ts'
import { OPERATION_KINDS, type OperationKind } from '#domain/eligibility.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { CallFailed } from './call-failed.tsx'
import { ChosenLines, type LinesChoice, NO_LINES, sourceOf } from './chosen-lines.tsx'
import { detailProblemsOf, KindFields } from './kind-fields.tsx'
import styles from './mass-dialog.module.css'
import type { MassRequest } from './mass-dialog.tsx'
import { type MassAnswer, type MassDetails, usePreview } from './operations.api.ts'
import { useMayDo } from './use-may-do.ts'

const REASON_MAX = 300

export interface MassChoices {
  readonly request: MassRequest
  readonly details: MassDetails
  readonly lines: LinesChoice
}

interface MassDetailsProps {
  readonly request: MassRequest
  /** values from before the preview, on the way back */
  readonly before: MassChoices | undefined
  onClose(): void
  onChosen(chosen: MassChoices): void
  onPreview(draft: MassAnswer): void
}

/** Empty fields are not sent. */
function withoutEmpty(details: MassDetails): MassDetails {
  const entries = Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  return Object.fromEntries(entries.filter(([, value]) => value !== '' && value !== undefined))
}

/** Values of the form, and the errors that block the preview. */
function useDetails({ request, before, onChosen, onPreview }: MassDetailsProps) {
  const [kind, setKind] = useState(before?.request.kind ?? request.kind)
  const [details, setDetails] = useState<MassDetails>(before?.details ?? request.details ?? {})
  const [lines, setLines] = useState(before?.lines ?? NO_LINES)
  const [isSubmitted, setSubmitted] = useState(false)
  const preview = usePreview()
  const source = request.source ?? sourceOf(lines)
  const problems = detailProblemsOf(kind, details, request.source ? undefined : lines.file)
  const submit = () => {
    setSubmitted(true)
    if (preview.isPending || !source || Object.keys(problems).length > 0) return
    onChosen({ request: { ...request, kind }, details, lines })
    preview.mutate({ kind, source, details: withoutEmpty(details) }, { onSuccess: onPreview })
  }
  const isMissing = isSubmitted && !source
  return {
    kind,
    setKind,
    details,
    setDetails,
    lines,
    setLines,
    isMissing,
    problems: isSubmitted ? problems : {},
    preview,
    submit,
  }
}

/** Parameters of an operation and, without a source, its SIMs. */
export function MassDetailsForm(props: MassDetailsProps) {
  const { t } = useTranslation()
  const { kind, setKind, details, setDetails, lines, setLines, isMissing, problems, preview, submit } = useDetails(props)
  const { request, onClose } = props
  return (
    <Form isPending={preview.isPending} onAttempt={submit}>
      {request.source ? null : (
        <>
          {request.details ? null : <KindChoice kind={kind} onKind={setKind} />}
          <ChosenLines kind={kind} lines={lines} onLines={setLines} isMissing={isMissing} />
        </>
      )}
      <p className={styles.will}>{t(`operations.will.${kind}`)}</p>
      {IRREVERSIBLE[kind] ? <p className={`${styles.will} ${styles.grave}`}>{IRREVERSIBLE[kind]()}</p> : null}
      <KindFields kind={kind} details={details} problems={problems} source={request.source} onDetails={setDetails} />
      <Field
        label={t('operations.reason')}
        hint={t('operations.reasonHint')}
        value={details.reason ?? ''}
        maxLength={REASON_MAX}
        autoComplete="off"
        onChange={(event) => setDetails({ ...details, reason: event.currentTarget.value })}
      />
      {preview.isPending ? null : <CallFailed error={preview.error} />}
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <ReviewButton isBusy={preview.isPending} isFirst={request.source !== undefined && !HAS_FIELDS.includes(kind)} />
      </div>
    </Form>
  )
}

/** Kinds whose first field gets the focus. */
const HAS_FIELDS: readonly OperationKind[] = ['sms', 'custom', 'tag', 'group', 'lock', 'assign', 'plan']

/** Irreversible effects are shown first. */
const IRREVERSIBLE: Readonly<Partial<Record<OperationKind, () => string>>> = {
  activate: () => sentence(ACTIVATION_WARNING),
  terminate: () => i18next.t('operations.noWayBack'),
}

function ReviewButton({ isBusy, isFirst }: { isBusy: boolean; isFirst: boolean }) {
  const { t } = useTranslation()
  return (
    <Button variant="primary" type="submit" blocked={isBusy} aria-busy={isBusy} data-autofocus={isFirst}>
      {t(isBusy ? 'operations.reviewing' : 'operations.review')}
    </Button>
  )
}

function KindChoice({ kind, onKind }: { kind: OperationKind; onKind: (kind: OperationKind) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const open = OPERATION_KINDS.filter(useMayDo())
  return (
    <div className={styles.label}>
      <label className="medium" htmlFor={id}>
        {t('operations.action')}
      </label>
      <Select
        isField
        id={id}
        value={kind}
        data-autofocus
        onChange={(event) => onKind(event.currentTarget.value as OperationKind)}
      >
        {open.map((one) => (
          <option key={one} value={one}>
            {sentence(ACTION_WORDS[one])}
          </option>
        ))}
      </Select>
    </div>
  )
}
