import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Popup } from '#web/ui/popup.tsx'
import { DensityChoice } from '#web/ui/preference-choices.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import type { Columns } from './column-state.ts'
import { shownColumns } from './columns.tsx'
import { ExportChoices, ExportMenu } from './export-menu.tsx'
import { type ListState, orderOf } from './list-state.ts'
import { SearchField } from './search-field.tsx'
import { SortChoices } from './sort-choices.tsx'
import type { ChangeList } from './use-list-state.ts'
import { ViewMenu } from './view-menu.tsx'

interface ToolbarProps {
  readonly state: ListState
  readonly onChange: ChangeList
  readonly columns: Columns
  readonly count: number
  readonly isPhone: boolean
  readonly importButton: ReactNode
}

/** The bar over the list: its name and view, its search, and what is done with the list as a whole. */
export function ListToolbar({ state, onChange, columns, count, isPhone, importButton }: ToolbarProps) {
  const { t } = useTranslation()
  const { filter } = state
  const exported = { order: orderOf(state), columns: shownColumns(columns.state).map(({ id }) => id), count }
  const search = (text: string) => {
    const { search: _before, ...rest } = filter
    onChange({ filter: text === '' ? rest : { ...rest, search: text } }, { replace: Boolean(filter.search) && text !== '' })
  }
  return (
    <div className="bar48">
      <h1>{t('sims.title')}</h1>
      <ViewMenu state={state} onChange={onChange} />
      <span className="grow" />
      {isPhone ? (
        <Popup
          label={t('sims.moreActions')}
          align="end"
          trigger={(trigger) => (
            <Button variant="ghost" square aria-label={t('sims.moreActions')} {...trigger}>
              <IconDots className="i" aria-hidden="true" />
            </Button>
          )}
        >
          {(close) => (
            <>
              <SortChoices
                {...state}
                onSort={(sort) => {
                  close()
                  onChange(sort)
                }}
              />
              <ExportChoices {...exported} close={close} />
            </>
          )}
        </Popup>
      ) : (
        <>
          <SearchField searched={filter.search ?? ''} onSearch={search} />
          <DensityChoice />
          <ColumnChooser columns={columns} />
          <ExportMenu {...exported} />
          {importButton}
        </>
      )}
    </div>
  )
}
