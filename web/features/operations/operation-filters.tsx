import { useTranslation } from 'react-i18next'
import { ACTION_WORDS, OPERATION_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { OPERATION_KINDS } from '#domain/eligibility.ts'
import { OPERATION_STATES } from '#domain/operations.ts'
import { sentence } from '#web/lib/sentence.ts'
import { isTypedIcc } from '#web/lib/typed-icc.ts'
import { Choice } from '#web/ui/choice.tsx'
import { IccField } from '#web/ui/icc-field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { OperationFilter } from './operations.api.ts'

/** The page's address: /operations?state=running&kind=sms&icc=…&mine=true */
export type OperationSearch = Readonly<Record<string, string>>

const SHOWN_STATES = OPERATION_STATES.filter((state) => state !== 'draft')

/** The filter of an address; what can't be read does not filter. */
export function filterOf(search: OperationSearch): OperationFilter {
  const state = SHOWN_STATES.find((one) => one === search.state)
  const kind = OPERATION_KINDS.find((one) => one === search.kind)
  return {
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    ...(search.icc && isTypedIcc(search.icc) ? { icc: search.icc } : {}),
    ...(search.mine === 'true' ? { mine: 'true' as const } : {}),
  }
}

export const isUnfiltered = (search: OperationSearch): boolean => Object.keys(filterOf(search)).length === 0

interface FiltersProps {
  readonly search: OperationSearch
  onChange(search: OperationSearch): void
}

/** By state, by action, by person, by SIM. */
export function OperationFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const { state = '', kind = '', mine } = filterOf(search)
  const set = (name: string, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="op-bar">
      <Select aria-label={t('operations.state')} value={state} onChange={(event) => set('state', event.currentTarget.value)}>
        <option value="">{t('operations.allStates')}</option>
        {SHOWN_STATES.map((one) => (
          <option key={one} value={one}>
            {sentence(OPERATION_STATE_WORDS[one])}
          </option>
        ))}
      </Select>
      <Select aria-label={t('operations.action')} value={kind} onChange={(event) => set('kind', event.currentTarget.value)}>
        <option value="">{t('operations.allKinds')}</option>
        {OPERATION_KINDS.map((one) => (
          <option key={one} value={one}>
            {sentence(ACTION_WORDS[one])}
          </option>
        ))}
      </Select>
      <Choice
        label={t('operations.who')}
        value={mine ? 'mine' : 'all'}
        onChange={(who) => set('mine', who === 'mine' ? 'true' : '')}
        options={[
          { value: 'all', text: t('operations.everybody') },
          { value: 'mine', text: t('operations.mine') },
        ]}
      />
      <IccField
        key={search.icc ?? ''}
        icc={search.icc ?? ''}
        label={t('operations.icc')}
        hint={t('operations.iccHint')}
        wrong={t('operations.iccWrong')}
        onIcc={(icc) => set('icc', icc)}
      />
    </div>
  )
}
