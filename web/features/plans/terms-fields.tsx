import { useTranslation } from 'react-i18next'
import { Field } from '#web/ui/field.tsx'
import styles from './plan-dialogs.module.css'
import { isMoney, TERM_NAMES, type TermName, type TermProblems, type TypedTerms } from './plan-values.ts'
import { useTermWords } from './use-term-words.ts'

interface TermsFieldsProps {
  readonly typed: TypedTerms
  readonly problems: TermProblems
  readonly currency: string
  onTyped(typed: TypedTerms): void
}

/** Allowances and prices of a plan, one field for each. */
export function TermsFields({ typed, problems, currency, onTyped }: TermsFieldsProps) {
  const words = useTermWords(currency)
  return (
    <div className={styles.fields}>
      {TERM_NAMES.map((name) => (
        <Field
          key={name}
          label={words.name(name)}
          value={typed[name]}
          maxLength={20}
          autoComplete="off"
          inputMode={isMoney(name) ? 'decimal' : 'text'}
          problem={problems[name]}
          aside={<Unit name={name} text={typed[name]} currency={currency} />}
          onChange={(event) => onTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

/** The unit, unless it was typed. */
function Unit({ name, text, currency }: { name: TermName; text: string; currency: string }) {
  const { t } = useTranslation()
  if (/[a-z]/i.test(text)) return null
  if (isMoney(name)) return <span className="text-tertiary text-small">{currency}</span>
  if (name === 'data' || name === 'overageUnit') return <span className="text-tertiary text-small">MB</span>
  return <span className="text-tertiary text-small">{name === 'voice' ? t('plans.unitMinutes') : 'SMS'}</span>
}
