import { IconMap2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { formatNumber } from '#web/lib/format.ts'
import { DiagnoseButton } from '#web/shared/operations/diagnose-button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { SearchField } from '#web/ui/list/search-field.tsx'
import { DensityChoice } from '#web/ui/preference-choices.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useActionWord } from './actions/use-action-word.ts'
import { ExportMenu } from './export-menu.tsx'
import { ViewMenu } from './filters/view-menu.tsx'
import { ColumnChooser } from './grid/column-chooser.tsx'
import type { Columns } from './grid/column-state.ts'
import { shownColumns } from './grid/columns.tsx'
import { ImportButton } from './import-button.tsx'
import { type ListState, listOrderOf, listSearch, SEARCH_MIN, withSearch } from './list-state.ts'
import { PhoneMenu } from './phone-menu.tsx'
import type { Facets } from './sims.api.ts'
import styles from './sims.module.css'
import type { ChangeList } from './use-list-state.ts'
import type { SimList } from './use-sim-list.ts'

interface ToolbarProps {
  readonly list: SimList
  readonly state: ListState
  readonly onChange: ChangeList
  readonly columns: Columns
  readonly isPhone: boolean
  /** for administrators */
  readonly onImport: (() => void) | undefined
}

/** The bar over the list: name, view, search, and actions on the whole list. */
export function ListToolbar({ list, state, onChange, columns, isPhone, onImport }: ToolbarProps) {
  const { t } = useTranslation()
  const { rowCount: count, isCapped, isCounted, isCounting, facets } = list
  const { filter } = state
  const diagnose =
    !filter.silentFor || isCapped ? null : isCounted ? (
      <DiagnoseSilent {...{ filter, count, facets, isPhone }} />
    ) : isCounting ? (
      // its place, or what is before it would move aside
      <Skeleton width={isPhone ? 112 : 148} height={isPhone ? 32 : 28} />
    ) : null
  const exported = { order: listOrderOf(state), columns: shownColumns(columns.state).map(({ id }) => id), count, isCapped }
  return (
    <div className={styles.toolbar}>
      <h1>{t('sims.title')}</h1>
      <ViewMenu state={state} onChange={onChange} />
      <span className="grow" />
      {isPhone ? (
        <>
          {diagnose}
          <PhoneMenu {...{ state, onChange, columns, exported, onImport }} />
        </>
      ) : (
        <>
          <SearchField
            text={filter.search ?? ''}
            label={t('sims.searchLabel')}
            hint={t('sims.searchPlaceholder')}
            minLength={SEARCH_MIN}
            maxLength={120}
            onText={(text) => onChange(...withSearch(filter, text))}
          />
          <ButtonLink isSmall to="/map" search={listSearch(state)}>
            <IconMap2 className="icon icon-14" aria-hidden="true" />
            {t('fleetMap.toMap')}
          </ButtonLink>
          <span className={styles.density}>
            <DensityChoice />
          </span>
          <ColumnChooser columns={columns} />
          <ExportMenu {...exported} />
          {onImport ? <ImportButton onImport={onImport} /> : null}
          {diagnose}
        </>
      )}
    </div>
  )
}

interface DiagnoseProps {
  readonly filter: SimFilter
  readonly count: number
  readonly facets: Facets | undefined
  readonly isPhone: boolean
}

/** Of silent SIMs the active ones, unless statuses were chosen: others have every reason to be silent. */
function DiagnoseSilent({ filter, count, facets, isPhone }: DiagnoseProps) {
  const { t } = useTranslation()
  const word = useActionWord()
  const short = (sims: number) => (isPhone ? `${word('diagnose')} ${formatNumber(sims)}` : undefined)
  const button = { variant: 'primary', size: isPhone ? 'md' : 'sm' } as const
  if (filter.administrativeStatusIds?.length)
    return <DiagnoseButton {...button} filter={filter} count={count} short={short(count)} />
  const activeCount = facets?.administrativeStatusIds.find(({ id }) => id === ADMINISTRATIVE_STATUS.active)?.count ?? 0
  return (
    <DiagnoseButton
      {...button}
      filter={{ ...filter, administrativeStatusIds: [ADMINISTRATIVE_STATUS.active] }}
      count={activeCount}
      label={t('sims.diagnoseActive', { count: activeCount })}
      short={short(activeCount)}
    />
  )
}
