import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconMessageCircle,
  IconProgress,
  IconRefresh,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SimTest } from '#domain/diagnosis.ts'
import { leadingTest } from '#domain/leading-diagnosis.ts'
import { classes } from '#web/lib/classes.ts'
import { Button } from '#web/ui/button.tsx'
import statusStyles from '#web/ui/status.module.css'
import { ACTION_ICON } from './action-names.ts'
import { actionOfStep } from './next-steps.ts'
import { simDialog } from './sim-dialog.ts'
import type { TestResults } from './sim-tools.api.ts'
import styles from './tests.module.css'
import { useActionWord } from './use-action-word.ts'
import { withFullStop } from './with-full-stop.ts'

type Found = { readonly [T in SimTest]: TestResults[T] | undefined }

const isWhole = (found: Found): found is TestResults => Object.values(found).every((result) => result !== undefined)

/** The test that has the verdict; undefined while one runs, and when all succeeded. */
export function verdictOf(found: Found): SimTest | undefined {
  return isWhole(found) ? leadingTest(found) : undefined
}

const ICONS = { ready: IconProgress, active: IconCircleCheck, warning: IconAlertTriangle, stop: IconCircleX } as const

/** @param worst what failed, or else what is doubtful */
function toneOf(isDone: boolean, worst: TestResults[SimTest] | undefined): keyof typeof ICONS {
  if (!isDone) return 'ready'
  if (!worst) return 'active'
  return worst.verdict === 'warning' || worst.verdict === 'unknown' ? 'warning' : 'stop'
}

interface VerdictProps {
  readonly icc: string
  readonly found: Found
  onRepeat(): void
}

/** What the three tests amount to, and the one step that cures it. */
export function TestsVerdict({ icc, found, onRepeat }: VerdictProps) {
  const { t } = useTranslation()
  const test = verdictOf(found)
  const result = test && found[test]
  const doubt = Object.values(found).find((one) => one?.verdict === 'warning')
  const isDone = isWhole(found)
  const tone = toneOf(isDone, result ?? doubt)
  const fine = t(doubt ? 'simActions.tests.doubtful' : 'simActions.tests.fine')
  const title = isDone ? (result?.result ?? fine) : t('simActions.tests.searching')
  const fineText = isDone ? (doubt?.result ?? t('simActions.tests.fineText')) : undefined
  const text = result ? result.next?.text : fineText
  const Icon = ICONS[tone]
  return (
    <div className={styles.whole} data-tone={tone}>
      <span className={classes(statusStyles.tile, statusStyles[tone])} data-tone={tone}>
        <Icon className={classes('icon icon-18', !isDone && 'turning')} aria-hidden="true" />
      </span>
      <div className="grow" role="status">
        <p className={styles.wholeTitle}>{title}</p>
        <p className="text-secondary">{text ? withFullStop(text) : null}</p>
        {tone === 'active' ? <p className="text-small text-tertiary">{t('simActions.tests.fineNext')}</p> : null}
      </div>
      {result?.next ? <Cure icc={icc} step={result.next.action} onRepeat={onRepeat} /> : null}
    </div>
  )
}

type Step = NonNullable<TestResults[SimTest]['next']>['action']

/** The cure as a button: an action with its ordinary confirmation, a repetition, or a message to support. */
function Cure({ icc, step, onRepeat }: { icc: string; step: Step; onRepeat: () => void }) {
  const { t } = useTranslation()
  const word = useActionWord()
  const action = actionOfStep(step)
  const button = (Icon: TablerIcon, text: string, onClick: () => void) => (
    <Button variant="primary" onClick={onClick}>
      <Icon className="icon" aria-hidden="true" />
      {text}
    </Button>
  )
  if (action) return button(ACTION_ICON[action], word(action), () => simDialog.open(icc, action))
  if (step === 'retry') return button(IconRefresh, t('simActions.tests.repeat'), onRepeat)
  if (step !== 'contactSupport') return null
  return button(IconMessageCircle, t('simActions.tests.support'), () => {
    simDialog.close()
    // the fragment opens the chat on any page
    window.location.hash = 'support'
  })
}
