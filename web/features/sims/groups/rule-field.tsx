import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Problem } from '#web/ui/problem.tsx'
import styles from './manage-groups.module.css'
import { useRuleWords } from './use-rule-words.ts'

interface RuleFieldProps {
  readonly rule: SimGroupRule
  readonly problem: string | undefined
  /** of a group that is there: shows its SIMs in the list, where the filters change; with the company where there are several */
  readonly shown?: { readonly companyIds: number[]; onLeave(): void } | undefined
}

/** What SIMs of a group match, and where that is changed. */
export function RuleField({ rule, problem, shown }: RuleFieldProps) {
  const { t } = useTranslation()
  const words = useRuleWords()
  return (
    <div className={styles.whole}>
      <p className="medium">{t('groups.rule')}</p>
      <p className="text-secondary">{words(rule)}</p>
      {shown ? (
        <p className="text-small text-secondary">
          <Link
            className="underlined"
            to="/sims"
            search={simsSearch({ ...rule, ...(shown.companyIds.length > 0 ? { companyIds: shown.companyIds } : {}) })}
            onClick={shown.onLeave}
          >
            {t('groups.changeRule')}
          </Link>
          {t('groups.changeRuleHint')}
        </p>
      ) : (
        <p className="text-small text-secondary">{t('groups.ruleHint')}</p>
      )}
      <Problem>{problem}</Problem>
    </div>
  )
}
