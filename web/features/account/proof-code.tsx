import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { secondFactorQuery } from '#web/shared/identity/second-factor.api.ts'
import { Field } from '#web/ui/field.tsx'
import styles from './account.module.css'

interface ProofCodeProps {
  readonly value: string
  readonly problem: string | undefined
  onCode(code: string): void
}

/** Asks for a code of users with a second factor, beside the password; of others only when the server requires it. */
export function ProofCode({ value, problem, onCode }: ProofCodeProps) {
  const { t } = useTranslation()
  const { data } = useQuery(secondFactorQuery)
  const hasFactor = (data?.confirmedAt ?? null) !== null
  if (!hasFactor && problem === undefined) return null
  return (
    <Field
      className={styles.proof}
      label={t('security.proof.code')}
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      required
      value={value}
      problem={problem}
      onChange={(event) => onCode(event.currentTarget.value)}
    />
  )
}
