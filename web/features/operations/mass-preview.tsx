import { IconCalendar, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationKind } from '#domain/eligibility.ts'
import { formatNumber } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Icc } from '#web/ui/icc.tsx'
import statusStyles from '#web/ui/status.module.css'
import { Table } from '#web/ui/table.tsx'
import { actionTitle } from './action-title.ts'
import { CallFailed } from './call-failed.tsx'
import { isWholeIcc } from './line-icc.ts'
import { MassConsequences } from './mass-consequences.tsx'
import styles from './mass-dialog.module.css'
import { LinesMenu } from './operation-controls.tsx'
import { OperationStack } from './operation-progress.tsx'
import { KIND_ICON } from './operation-style.ts'
import { type MassAnswer, type MassDetails, type StartedOperation, useConfirm } from './operations.api.ts'
import { StartTime, useStartTime } from './start-time.tsx'

/** To terminate more SIMs than these, their number is typed: nothing brings them back. */
const TYPED_ABOVE = 50

interface MassPreviewProps {
  readonly kind: OperationKind
  readonly details: MassDetails
  readonly draft: MassAnswer
  /** what leads away from it; without a word back to the choices */
  readonly backLabel?: string
  onBack(): void
  onStarted(started: StartedOperation): void
}

/** Preview of an operation: included lines, excluded ones with reasons, start time, and the button that starts it. */
export function MassPreview({ kind, details, draft, backLabel, onBack, onStarted }: MassPreviewProps) {
  const { accepted, operationId } = draft
  const { t } = useTranslation()
  const start = useStartTime()
  // one key per confirmation: a retry after a broken connection never starts it twice
  const key = useRef(newIdempotencyKey())
  const confirm = useConfirm()
  const [isSubmitted, setSubmitted] = useState(false)
  const [typed, setTyped] = useState('')
  const isTyped = kind !== 'terminate' || accepted <= TYPED_ABOVE || typed.replace(/\D/g, '') === String(accepted)
  const submit = () => {
    setSubmitted(true)
    const when = start.read()
    if (confirm.isPending || accepted === 0 || when === undefined || !isTyped) return
    confirm.mutate({ operationId, key: key.current, ...when }, { onSuccess: onStarted })
  }
  return (
    <Form isPending={confirm.isPending} onAttempt={submit}>
      <PreviewTotals draft={draft} />
      {accepted > 0 ? <MassConsequences kind={kind} details={details} draft={draft} /> : null}
      {accepted > 0 && kind !== 'plan' ? <StartTime {...start} problem={isSubmitted ? start.problem : undefined} /> : null}
      <ExcludedLines draft={draft} isOpen={kind === 'terminate'} />
      {kind === 'terminate' && accepted > TYPED_ABOVE ? (
        <Field
          label={t('operations.typeCount', { count: accepted })}
          problem={isSubmitted && !isTyped ? t('operations.typeCountWrong', { count: accepted }) : undefined}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      {confirm.isPending ? null : <CallFailed error={confirm.error} />}
      <div className={dialogStyles.actions}>
        <Button onClick={onBack}>{backLabel ?? t('operations.back')}</Button>
        <StartButton
          kind={kind}
          count={accepted}
          isLater={start.isLater}
          isBusy={confirm.isPending}
          isFocused={backLabel === undefined}
        />
      </div>
    </Form>
  )
}

interface StartButtonProps {
  readonly kind: OperationKind
  readonly count: number
  readonly isLater: boolean
  readonly isBusy: boolean
  /** Enter starts it at once: in the dialog in which its user has just chosen it */
  readonly isFocused: boolean
}

function StartButton({ kind, count, isLater, isBusy, isFocused }: StartButtonProps) {
  const { t } = useTranslation()
  const Icon = isLater ? IconCalendar : KIND_ICON[kind]
  return (
    <Button
      variant={kind === 'terminate' ? 'destroy' : 'primary'}
      type="submit"
      data-autofocus={isFocused || undefined}
      autoFocus={isFocused}
      blocked={count === 0 || isBusy}
      aria-busy={isBusy}
    >
      <Icon className="icon" aria-hidden="true" />
      {isBusy ? t('operations.starting') : isLater ? t('operations.scheduleButton', { count }) : actionTitle(kind, count)}
    </Button>
  )
}

/** Counts of included and excluded lines, as numbers and as a bar, and all of them as a file. */
function PreviewTotals({ draft }: { draft: MassAnswer }) {
  const { t } = useTranslation()
  const { accepted, excludedTotal, total, operationId } = draft
  return (
    <>
      <div className={styles.totals} role="status">
        <dl>
          <div>
            <dt className={`${statusStyles.status} ${statusStyles.active} medium`}>
              <IconCircleCheck className="icon" aria-hidden="true" />
              {t('operations.run')}
            </dt>
            <dd className="tabular-numbers">{formatNumber(accepted)}</dd>
          </div>
          <div>
            <dt className={`${statusStyles.status} ${statusStyles.ended} medium`}>
              <IconCircleMinus className="icon" aria-hidden="true" />
              {t('operations.notRun')}
            </dt>
            <dd className="tabular-numbers">{formatNumber(excludedTotal)}</dd>
          </div>
        </dl>
        <LinesMenu operationId={operationId} />
      </div>
      <OperationStack
        counts={{ succeeded: accepted, skipped: excludedTotal }}
        role="img"
        aria-label={t('operations.ofAll', { run: accepted, count: total })}
      />
      {accepted === 0 ? <p className={`text-secondary ${styles.line}`}>{t('operations.nothingRuns')}</p> : null}
    </>
  )
}

/** Lines shown when reading them is not required. */
const FEW = 8

/** The lines that are not included: counts by reason, and each line. */
function ExcludedLines({ draft, isOpen }: { draft: MassAnswer; isOpen: boolean }) {
  const { t } = useTranslation()
  const { excluded, excludedTotal, reasons } = draft
  if (excludedTotal === 0) return null
  // an ICC can be repeated
  const lines = excluded.map((line, index) => ({ ...line, index }))
  return (
    <>
      <div className={styles.excludedTable}>
        <Table
          label={t('operations.why')}
          rows={reasons}
          rowKey={({ text }) => text}
          columns={[
            { id: 'why', head: t('operations.why'), isRowHead: true, title: ({ code }) => code, cell: ({ text }) => text },
            {
              id: 'lines',
              head: t('operations.sims'),
              className: styles.few,
              isNumber: true,
              cell: ({ lines }) => formatNumber(lines),
            },
          ]}
        />
      </div>
      <Disclosure className={styles.details} open={isOpen || excludedTotal <= FEW} summary={t('operations.excluded')}>
        <ul className={styles.excluded} data-excluded-lines="">
          {lines.map(({ icc, text, index }) => (
            <li key={index}>
              {isWholeIcc(icc) ? <Icc value={icc} /> : <span className="ellipsis">{icc}</span>}
              <span className="text-secondary">{text}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
      <p className={`text-tertiary text-small ${styles.line}`}>
        {excluded.length < excludedTotal ? `${t('operations.excludedShown', { count: excluded.length })} ` : null}
        {t('operations.stay', { count: excludedTotal })}
      </p>
    </>
  )
}
