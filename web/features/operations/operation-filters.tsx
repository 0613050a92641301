import { useTranslation } from 'react-i18next'
import { ACTION_WORDS, OPERATION_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { OPERATION_KINDS } from '#domain/eligibility.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Choice } from '#web/ui/choice.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { IccField } from '#web/ui/icc-field.tsx'
import { LISTED_OPERATION_STATES, type OperationsSearch } from './operation-search.ts'
import styles from './operations.module.css'

interface FiltersProps {
  readonly search: OperationsSearch
  onChange(search: OperationsSearch): void
}

/** Filters by state, action, user and SIM. */
export function OperationFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const set = (change: OperationsSearch) => onChange({ ...search, ...change })
  return (
    <div className={styles.bar}>
      <FilterSelect
        label={t('operations.state')}
        all={t('operations.allStates')}
        values={LISTED_OPERATION_STATES}
        value={search.state}
        wordOf={(one) => sentence(OPERATION_STATE_WORDS[one])}
        onValue={(state) => set({ state })}
      />
      <FilterSelect
        label={t('operations.action')}
        all={t('operations.allKinds')}
        values={OPERATION_KINDS}
        value={search.kind}
        wordOf={(one) => sentence(ACTION_WORDS[one])}
        onValue={(kind) => set({ kind })}
      />
      <Choice
        label={t('operations.who')}
        value={search.mine ? 'mine' : 'all'}
        onChange={(who) => set({ mine: who === 'mine' ? 'true' : undefined })}
        options={[
          { value: 'all', text: t('operations.allUsers') },
          { value: 'mine', text: t('operations.mine') },
        ]}
      />
      <IccField
        key={search.icc ?? ''}
        icc={search.icc ?? ''}
        label={t('operations.icc')}
        hint={t('operations.iccHint')}
        wrong={t('operations.iccWrong')}
        onIcc={(icc) => set({ icc })}
      />
    </div>
  )
}
