import { IconAlertTriangle, IconCalendar, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTIVATION_WARNING } from '#contract/operation-messages.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { newKey } from '#web/features/sim-actions/sim-actions.api.ts'
import { formatNumber, zoneName } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import { CallFailed } from './call-failed.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import { ExcludedLines } from './excluded-lines.tsx'
import { KIND_ICON } from './operation-look.ts'
import { type MassAnswer, useConfirm } from './operations.api.ts'

interface MassPreviewProps {
  readonly kind: OperationKind
  readonly draft: MassAnswer
  onBack(): void
  onStarted(answer: MassAnswer): void
}

/** What the operation would do: how many lines run, which do not and why, when it starts, and the button that starts it. */
export function MassPreview({ kind, draft, onBack, onStarted }: MassPreviewProps) {
  const { t } = useTranslation()
  const [date, setDate] = useState<string>()
  const [isTried, setTried] = useState(false)
  // of this confirmation: sent again after a broken connection, it never starts twice
  const key = useRef(newKey())
  const confirm = useConfirm()
  const { accepted, operationId } = draft
  const problem = dateProblem(date)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (confirm.isPending || accepted === 0 || problem) return
    const when = date === undefined ? {} : { scheduledAt: new Date(date).toISOString() }
    confirm.mutate({ operationId, key: key.current, ...when }, { onSuccess: onStarted })
  }
  const Icon = date === undefined ? KIND_ICON[kind] : IconCalendar
  const verb = date === undefined ? (`operations.of.${kind}` as const) : 'operations.scheduleButton'
  return (
    <form onSubmit={submit} noValidate>
      <Totals draft={draft} />
      {kind === 'activate' ? <Grave>{sentence(ACTIVATION_WARNING)}</Grave> : null}
      {kind === 'terminate' ? <Grave>{t('operations.will.terminate')}</Grave> : null}
      {accepted > 0 ? <StartTime date={date} problem={isTried ? problem : undefined} onDate={setDate} /> : null}
      <ExcludedLines draft={draft} isOpen={kind === 'terminate'} />
      {confirm.isPending ? null : <CallFailed error={confirm.error} />}
      <div className="dialog-actions">
        <Button onClick={onBack}>{t('operations.back')}</Button>
        <Button
          variant="primary"
          type="submit"
          data-autofocus
          autoFocus
          blocked={accepted === 0 || confirm.isPending}
          aria-busy={confirm.isPending}
        >
          <Icon className="i" aria-hidden="true" />
          {confirm.isPending ? t('operations.starting') : t(verb, { count: accepted })}
        </Button>
      </div>
    </form>
  )

  function dateProblem(wanted: string | undefined): string | undefined {
    if (wanted === undefined) return undefined
    if (wanted === '') return t('operations.required')
    return new Date(wanted) <= new Date() ? t('operations.past') : undefined
  }
}

function Grave({ children }: { children: string }) {
  return (
    <p className="op-will grave">
      <IconAlertTriangle className="i" aria-hidden="true" />
      {children}
    </p>
  )
}

function Totals({ draft }: { draft: MassAnswer }) {
  const { t } = useTranslation()
  const { accepted, excludedTotal, total, segments, operationId } = draft
  const summary = t('operations.ofAll', { run: accepted, count: total })
  return (
    <>
      <div className="op-totals" role="status">
        <dl>
          <div>
            <dt className="st active b">
              <IconCircleCheck className="i" aria-hidden="true" />
              {t('operations.run')}
            </dt>
            <dd className="tn">{formatNumber(accepted)}</dd>
          </div>
          <div>
            <dt className="st ended b">
              <IconCircleMinus className="i" aria-hidden="true" />
              {t('operations.notRun')}
            </dt>
            <dd className="tn">{formatNumber(excludedTotal)}</dd>
          </div>
        </dl>
        <DownloadButtons operationId={operationId} name="downloadAs" />
      </div>
      <div className="op-stack" role="img" aria-label={summary}>
        {accepted > 0 ? <i className="succeeded" style={{ flexGrow: accepted }} /> : null}
        {excludedTotal > 0 ? <i className="skipped" style={{ flexGrow: excludedTotal }} /> : null}
      </div>
      {accepted === 0 ? <p className="t2 op-line">{t('operations.nothingRuns')}</p> : null}
      {segments !== null && accepted > 0 ? (
        <p className="t2 op-line">{t('operations.totalSegments', { count: segments })}</p>
      ) : null}
    </>
  )
}

interface StartTimeProps {
  readonly date: string | undefined
  readonly problem: string | undefined
  onDate(date: string | undefined): void
}

/** Now, or at a date. */
function StartTime({ date, problem, onDate }: StartTimeProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="op-from">
        <Choice
          label={t('operations.when')}
          value={date === undefined ? 'now' : 'later'}
          onChange={(when) => onDate(when === 'now' ? undefined : (date ?? ''))}
          options={[
            { value: 'now', text: t('operations.now') },
            { value: 'later', text: t('operations.schedule') },
          ]}
        />
      </div>
      {date === undefined ? null : (
        <Field
          type="datetime-local"
          className="op-date"
          label={t('operations.date')}
          hint={t('operations.dateHint', { zone: zoneName(new Date().toISOString()) })}
          error={problem}
          value={date}
          onChange={(event) => onDate(event.currentTarget.value)}
        />
      )}
    </>
  )
}
