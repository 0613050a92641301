import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RULE_OPERATION_WORDS, type RuleAnswer } from '#contract/rules/rule-messages.ts'
import type { RuleOperation } from '#domain/rules.ts'
import { formatDate, formatMinute, formatTime } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import styles from './acting-rules.module.css'
import { type FiringRow, useAnswerRule } from './rules.api.ts'

/** Whether others are written to unless a person says to have seen it. */
export const canAcknowledge = ({ operation, escalatesAt, acknowledgedBy }: FiringRow): boolean =>
  operation !== 'asked' && escalatesAt !== null && acknowledgedBy === ''

/** What a person can answer to a firing, and who has. */
export function RowAnswers({ row }: { row: FiringRow }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useAnswerRule()
  const { ruleId, firingId, operation, asks } = row
  const sim = row.label || row.icc || row.companyName
  const answer = (given: RuleAnswer) => () =>
    mutate(
      { ruleId, answer: given, firingIds: [firingId] },
      { onSuccess: ({ message }) => toasts.success(message), onError: ({ message }) => toasts.error(message) },
    )
  const mayAnswer = holds(useSession(), 'sims')
  const question =
    mayAnswer && operation === 'asked' && asks !== '' ? sentence(RULE_OPERATION_WORDS[asks as RuleOperation]) : undefined
  return (
    <>
      {question === undefined ? null : (
        <div className={styles.answers}>
          <Button
            size="sm"
            blocked={isPending}
            aria-label={t('rules.firing.confirmOf', { operation: question, sim })}
            onClick={answer('confirm')}
          >
            {question}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            blocked={isPending}
            aria-label={t('rules.firing.declineOf', { operation: question, sim })}
            onClick={answer('decline')}
          >
            {t('rules.firing.decline')}
          </Button>
        </div>
      )}
      {canAcknowledge(row) ? (
        <div className={styles.answers}>
          <Button
            size="sm"
            blocked={isPending}
            aria-label={t('rules.firing.acknowledgeOf', { sim })}
            onClick={answer('acknowledge')}
          >
            {t('rules.firing.acknowledge')}
          </Button>
        </div>
      ) : null}
      <AnswerState row={row} />
    </>
  )
}

/** Who answered, or when others are written to. */
function AnswerState({ row: { operation, acknowledgedBy, escalatesAt, escalated } }: { row: FiringRow }) {
  const { t } = useTranslation()
  const person = usePersonName(acknowledgedBy)
  if (acknowledgedBy !== '') {
    const isAnswer = operation !== 'none' && operation !== 'asked'
    return (
      <div className="text-small text-tertiary">
        {t(isAnswer ? 'rules.firing.answeredBy' : 'rules.firing.acknowledgedBy', { person })}
      </div>
    )
  }
  if (escalatesAt === null) return null
  return (
    <div className="text-small text-tertiary tabular-numbers">
      {t(escalated ? 'rules.firing.escalated' : 'rules.firing.escalates', { at: sameDayTime(escalatesAt) })}
    </div>
  )
}

/** Of today the time alone. */
const sameDayTime = (moment: string): string =>
  formatDate(moment) === formatDate(new Date().toISOString()) ? formatTime(moment) : formatMinute(moment)

/** Answers all that one rule asks. */
export function AnswerAll({ ruleId }: { ruleId: number }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'confirm' | 'decline'>()
  const mutation = useAnswerRule()
  return (
    <div className={styles.askedAll}>
      <span className={`${styles.askedText} text-secondary`}>{t('rules.firing.asked')}</span>
      <Button size="sm" onClick={() => setAsked('decline')}>
        {t('rules.firing.declineAll')}
      </Button>
      <Button size="sm" onClick={() => setAsked('confirm')}>
        {t('rules.firing.confirmAll')}
      </Button>
      {asked ? (
        <ConfirmDialog
          title={t(`rules.firing.${asked}All`)}
          button={t(`rules.firing.${asked}All`)}
          variant="primary"
          mutation={mutation}
          variables={{ ruleId, answer: asked }}
          onClose={() => setAsked(undefined)}
        >
          <p>{t(`rules.firing.${asked}AllText`)}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
