import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconProgress,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiagnosisVerdict, RecommendedAction, SimTest } from '#domain/diagnosis.ts'
import { classes } from '#web/lib/classes.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import statusStyles from '#web/ui/status.module.css'
import { ACTION_ICON } from './action-names.ts'
import type { Evidence } from './evidence.ts'
import { actionOfStep, isOtherTest } from './next-steps.ts'
import simActionsStyles from './sim-actions.module.css'
import { simDialog } from './sim-dialog.ts'
import type { TestResults } from './sim-tools.api.ts'
import styles from './tests.module.css'
import { withFullStop } from './with-full-stop.ts'

/** Two icons, by the success flag (specification section 8); degrees between them are text. */
const RESULT_STYLE = {
  running: { Icon: IconProgress, tone: 'ready' },
  success: { Icon: IconCircleCheck, tone: 'active' },
  error: { Icon: IconCircleX, tone: 'stop' },
} as const satisfies Record<string, { Icon: Icon; tone: string }>

const IN_BETWEEN: readonly DiagnosisVerdict[] = ['warning', 'unknown']

interface ColumnProps {
  readonly icc: string
  readonly test: SimTest
  readonly result: TestResults[SimTest] | undefined
  readonly error: Error | null
  readonly evidence: readonly Evidence[]
  /** its step is shown: it is not the verdict's, which stands above */
  readonly hasStep: boolean
  onRepeat(): void
}

/** One test: name, result with an icon, evidence, and next steps. */
export function TestColumn({ icc, test, result, error, evidence, hasStep, onRepeat }: ColumnProps) {
  const { t } = useTranslation()
  const id = useId()
  const isWaiting = !result && !error
  return (
    <section className={styles.test} aria-labelledby={id} aria-busy={isWaiting}>
      <h3 id={id} className="text-secondary">
        {t(`simActions.tests.${test}`)}
      </h3>
      <div className={styles.verdict} role="status">
        <Finding result={result} error={error} />
      </div>
      <EvidenceDetails evidence={evidence} isOpen={result !== undefined && result.verdict !== 'passed'} isWaiting={isWaiting} />
      {hasStep ? <Next icc={icc} next={result?.next ?? null} isWaiting={isWaiting} onRepeat={onRepeat} /> : null}
    </section>
  )
}

function Finding({ result, error }: Pick<ColumnProps, 'result' | 'error'>) {
  const { t } = useTranslation()
  const kind = result ? (result.success ? 'success' : 'error') : error ? 'error' : 'running'
  const { Icon, tone } = RESULT_STYLE[kind]
  const text = result?.result ?? error?.message
  const title = result ? t(`simActions.code.${result.code}`) : t(`simActions.tests.${error ? 'failed' : 'running'}`)
  return (
    <>
      <div className={`row ${styles.verdictTitle}`}>
        <span
          className={classes(statusStyles.tile, statusStyles[tone])}
          data-tone={tone}
          role="img"
          aria-label={t(`simActions.tests.flag.${kind}`)}
        >
          <Icon className={classes('icon icon-18', kind === 'running' && 'turning')} aria-hidden="true" />
        </span>
        <p className={simActionsStyles.message}>
          {title}
          {result && IN_BETWEEN.includes(result.verdict) ? (
            <span className={`${styles.doubt} text-small text-tertiary`}>
              {t(`simActions.tests.${result.verdict === 'warning' ? 'doubt' : 'noVerdict'}`)}
            </span>
          ) : null}
        </p>
      </div>
      <p className={`text-secondary ${styles.sentence}`}>{text === undefined ? null : withFullStop(text)}</p>
    </>
  )
}

/** The evidence of the result; expanded on failure. */
function EvidenceDetails({
  evidence,
  isOpen,
  isWaiting,
}: {
  evidence: readonly Evidence[]
  isOpen: boolean
  isWaiting: boolean
}) {
  const { t } = useTranslation()
  if (isWaiting) {
    return (
      <div className={styles.evidence}>
        {[62, 48, 57, 44].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    )
  }
  return (
    <Disclosure className={styles.evidence} open={isOpen} summary={t('simActions.tests.evidence')}>
      {evidence.length === 0 ? <p className="text-tertiary text-small">{t('simActions.tests.noEvidence')}</p> : null}
      <dl>
        {evidence.map(({ label, value, tone }) => (
          <div key={label}>
            <dt className="text-tertiary">{label}</dt>
            <dd className={tone && tone !== 'active' ? `tabular-numbers semibold text-${tone}` : 'tabular-numbers'}>
              {value || '—'}
              {tone ? <Check tone={tone} /> : null}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

const CHECK_ICON = { active: IconCheck, warning: IconAlertTriangle, stop: IconX } as const

/** Whether a fact is as it should be. */
function Check({ tone }: { tone: keyof typeof CHECK_ICON }) {
  const { t } = useTranslation()
  const Icon = CHECK_ICON[tone]
  return (
    <span className={styles.check} role="img" aria-label={t(`simActions.tests.check.${tone}`)}>
      <Icon className={`icon icon-14 icon-${tone}`} aria-hidden="true" />
    </span>
  )
}

interface NextProps extends Pick<ColumnProps, 'icc' | 'onRepeat'> {
  readonly next: { readonly action: RecommendedAction; readonly text: string } | null
  readonly isWaiting: boolean
}

/** The step of a finding that is not the verdict; nothing when there is none, or when it is another of the three tests. */
function Next({ icc, next, isWaiting, onRepeat }: NextProps) {
  const { t } = useTranslation()
  if (isWaiting || !next || isOtherTest(next.action)) return null
  const action = actionOfStep(next.action)
  const StepIcon = next.action === 'retry' ? IconRefresh : action && ACTION_ICON[action]
  const onStep = next.action === 'retry' ? onRepeat : action && (() => simDialog.open(icc, action))
  return (
    <div className={styles.next}>
      <p className="overline">{t('simActions.tests.next')}</p>
      {StepIcon && onStep ? (
        <Button full className={styles.step} onClick={onStep}>
          <StepIcon className="icon" aria-hidden="true" />
          <span className="ellipsis">{next.text}</span>
        </Button>
      ) : (
        <p>{withFullStop(next.text)}</p>
      )}
    </div>
  )
}
