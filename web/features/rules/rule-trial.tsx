import { IconAlertTriangle } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ANOMALY_DAYS } from '#domain/anomalies.ts'
import { type RuleTriggerKind, ruleSubject, trialPrecision } from '#domain/rules.ts'
import { formatDate, formatDay, formatMinute, formatNumber, percentOf } from '#web/lib/format.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { usePlanName } from '#web/shared/plans/plan-choices.api.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Failure } from '#web/ui/failure.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import styles from './acting-rules.module.css'
import { actionsText, valueText } from './rule-text.ts'
import { type RuleBody, type RuleTarget, type RuleTrial, ruleTrialQuery, useSaveRule } from './rules.api.ts'

interface TrialStepProps extends RuleTarget {
  readonly body: RuleBody
  onBack(): void
  onDone(): void
}

/** Shows what a rule would have done, and saves it. */
export function TrialStep({ body, ruleId, draftId, onBack, onDone }: TrialStepProps) {
  const { t } = useTranslation()
  const trial = useQuery(ruleTrialQuery(body, ruleId))
  const { mutate, error: refusal, isPending } = useSaveRule({ ruleId, draftId })
  const result = useRef<HTMLDivElement>(null)
  // the button that led here is gone
  useEffect(() => result.current?.focus(), [])
  const save = () => {
    if (!isPending) mutate(body, { onSuccess: toastThen(onDone) })
  }
  return (
    <>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <RuleTrialPart body={body} trial={trial} />
      </div>
      <Failure error={refusal} />
      <div className={dialogStyles.actions}>
        <Button onClick={onBack}>{t('rules.trial.back')}</Button>
        <Button variant="primary" blocked={isPending || !trial.data} aria-busy={isPending} onClick={save}>
          {t(isPending ? 'rules.trial.saving' : 'rules.trial.save')}
        </Button>
      </div>
    </>
  )
}

interface TrialPartProps {
  readonly body: RuleBody
  readonly trial: UseQueryResult<RuleTrial>
}

/** What a rule would have done, or that it is being tried. */
export function RuleTrialPart({ body, trial: { data, error, refetch } }: TrialPartProps) {
  const { t } = useTranslation()
  if (data) return <TrialResult body={body} trial={data} />
  if (error) return <ErrorState title={t('rules.trial.failed')} error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.waiting} role="status" aria-label={t('rules.trial.busy')}>
      <p className="text-secondary">{t('rules.trial.busy')}</p>
      {[60, 92, 88, 96].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}

const SUBJECT_WORDS = {
  sim: { none: 'rules.trial.none', figure: 'rules.trial.figure', meant: 'rules.trial.meant' },
  pool: { none: 'rules.trial.nonePool', figure: 'rules.trial.figurePool', meant: 'rules.trial.meantPool' },
  company: { none: 'rules.trial.noneCompany', figure: 'rules.trial.figureCompany', meant: undefined },
  model: { none: 'rules.trial.noneModel', figure: 'rules.trial.figureModel', meant: 'rules.trial.meantModel' },
} as const

/** What a trial of what is read cannot say. */
const LIMIT_WORDS = {
  stay: 'rules.trial.limitsStay',
  simCost: 'rules.trial.limitsSimCost',
  pool: 'rules.trial.limitsPool',
  companyCost: 'rules.trial.limitsCompany',
  anomaly: 'rules.trial.limitsAnomaly',
  modelAnomaly: 'rules.trial.limitsAnomaly',
} as const
const isRead = (kind: RuleTriggerKind): kind is keyof typeof LIMIT_WORDS => kind in LIMIT_WORDS

function TrialResult({ body, trial }: { body: RuleBody; trial: RuleTrial }) {
  const { t } = useTranslation()
  const { firings, firedSims, meantSims, triedSims, totalSims, undoes } = trial
  const { kind } = body.trigger
  const words = SUBJECT_WORDS[ruleSubject(kind)]
  return (
    <>
      <div role="status">
        <p className={styles.figure}>{firedSims === 0 ? t(words.none) : t(words.figure, { count: firedSims })}</p>
        {firings > 0 ? <p className="text-secondary">{t('rules.trial.times', { count: firings })}</p> : null}
        {words.meant ? (
          <p className="text-secondary">
            {t(words.meant, { count: meantSims, all: formatNumber(triedSims) })}
            {triedSims < totalSims ? ` ${t('rules.trial.partial', { count: triedSims, all: formatNumber(totalSims) })}` : null}
          </p>
        ) : null}
        {undoes.map(({ ruleId, name }) => (
          <p key={ruleId} className={styles.warning}>
            <IconAlertTriangle className="icon icon-warning" aria-hidden="true" />
            <span>{t('rules.trial.undoes', { name })}</span>
          </p>
        ))}
      </div>
      <Cycles trial={trial} />
      <Latest body={body} trial={trial} />
      <p className="text-tertiary text-small">
        {t(isRead(kind) ? LIMIT_WORDS[kind] : 'rules.trial.limits', { days: ANOMALY_DAYS })}
      </p>
    </>
  )
}

function Cycles({ trial: { cycles } }: { trial: RuleTrial }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...cycles.map(({ firings }) => firings))
  return (
    <dl className={styles.cycles}>
      {cycles.toReversed().map(({ start, firings, isKnown }) => (
        <div key={start}>
          <dt className="text-tertiary text-small">{t('rules.trial.cycle', { from: formatDay(start) })}</dt>
          <dd>
            <UsageBar percent={percentOf(firings, most)} />
            <span className={isKnown ? 'numeric' : 'text-tertiary text-small'}>
              {isKnown ? formatNumber(firings) : t('rules.trial.unknown')}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The moment as exactly as it is known. */
function momentText(kind: RuleTriggerKind, at: string, cycle: string): string {
  const precision = trialPrecision(kind)
  if (precision === 'minute') return formatMinute(at)
  return precision === 'day' ? formatDate(at) : i18next.t('rules.trial.cycle', { from: formatDay(cycle) })
}

function Latest({ body, trial: { latest, cycles } }: { body: RuleBody; trial: RuleTrial }) {
  const { t } = useTranslation()
  const actions = { emails: [], tag: '', operation: '', plan: '', message: '', ...body.actions } as const
  const planName = usePlanName(actions.operation === 'plan')
  if (latest.length === 0) return null
  // a past cycle has no estimate but an invoice
  const kindOf = (cycle: string): RuleTriggerKind =>
    body.trigger.kind === 'companyCost' && cycle !== cycles[0]?.start ? 'simCost' : body.trigger.kind
  return (
    <section aria-label={t('rules.trial.latest', { count: latest.length })}>
      <h3>{t('rules.trial.latest', { count: latest.length })}</h3>
      <p className="text-secondary text-small">{t('rules.trial.does', { what: actionsText(actions, planName) })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is reached by the keyboard for that */}
      <ul className={styles.latest} tabIndex={0} aria-label={t('rules.trial.latest', { count: latest.length })}>
        {latest.map(({ icc, label, at, cycle, value }) => (
          <li key={`${icc || label} ${at}`}>
            <span className="tabular-numbers text-secondary">{momentText(body.trigger.kind, at, cycle)}</span>
            <span className={styles.sim}>
              {label ? <span className="ellipsis medium">{label}</span> : null}
              {icc ? <Icc value={icc} /> : null}
            </span>
            <span>{valueText(kindOf(cycle), value)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
