import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Status } from '#web/ui/status.tsx'
import styles from './forms.module.css'
import type { Tried } from './networks.api.ts'
import networksStyles from './networks.module.css'
import { useNetworkWords } from './use-network-words.ts'

interface CheckStepsProps {
  /** undefined: not checked yet */
  readonly steps: Tried['steps'] | undefined
  readonly error: Error | null
}

/** Result of a check: each step with its response and duration. */
export function CheckSteps({ steps, error }: CheckStepsProps) {
  const { t } = useTranslation()
  const { partWord } = useNetworkWords()
  const isAtFields = error instanceof CallError && Object.keys(error.fields).length > 0
  const failed = steps?.filter(({ isFine }) => !isFine).length ?? 0
  return (
    <div role="status" className={styles.tried}>
      {isAtFields ? null : <Failure error={error} />}
      {steps ? (
        <p className={failed > 0 ? 'medium text-stop' : 'medium text-active'}>
          {failed > 0 ? t('networks.try.someFailed', { count: failed }) : t('networks.try.allFine')}
        </p>
      ) : null}
      {steps?.length ? (
        <ul>
          {steps.map(({ part, isFine, text, ms }) => (
            <li key={part}>
              <Status tone={isFine ? 'active' : 'stop'} Icon={isFine ? IconCircleCheck : IconCircleX}>
                <span className="medium">{partWord(part)}</span>
                <span className="visually-hidden">: {t(isFine ? 'networks.try.fine' : 'networks.try.failed')}</span>
              </Status>
              <span className={`${networksStyles.said} text-secondary`}>{text}</span>
              <span className="text-tertiary tabular-numbers no-wrap">{t('networks.ms', { ms: formatNumber(ms) })}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
