import { IconCheck, IconChevronDown, IconFolderSearch, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { setFilters } from '#domain/group-rules.ts'
import simsStyles from '#web/features/sims/sims.module.css'
import { Button } from '#web/ui/button.tsx'
import { lazyOnDemand } from '#web/ui/lazy-on-demand.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup } from '#web/ui/popup.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { isUnfiltered, type ListState, listStateOf, stateOfView, viewQuery } from '../list-state.ts'
import { savedViewsQuery, useDeleteView, useSaveView } from '../sims.api.ts'
import type { ChangeList } from '../use-list-state.ts'
import styles from './filters.module.css'

interface ViewMenuProps {
  readonly state: ListState
  readonly onChange: ChangeList
}

const SaveAsGroup = lazyOnDemand(async () => (await import('../groups/save-as-group.tsx')).SaveAsGroup)

const PLAIN = viewQuery(listStateOf({}))

/**
 * The list's filter as the rule of a group; undefined where it cannot be one: it has no filter besides that of companies, as a group is of one
 * company, or it names SIMs by their ICC or an operation.
 */
function ruleOfFilter({
  companyIds: _,
  subsidiaries: _below,
  icc,
  operationId,
  ...filter
}: SimFilter): SimGroupRule | undefined {
  const rule = setFilters(filter)
  return icc || operationId || Object.keys(rule).length === 0 ? undefined : rule
}

/** Named states of the list: 'Vista: Flota Chile'. */
export function ViewMenu({ state, onChange }: ViewMenuProps) {
  const { t } = useTranslation()
  const { data: views = [] } = useQuery(savedViewsQuery)
  const [asked, setAsked] = useState(0)
  const query = viewQuery(state)
  const rule = ruleOfFilter(state.filter)
  const current = views.find((view) => view.query === query)
  const name = current?.name ?? t(query === PLAIN ? 'sims.allSims' : 'sims.unsaved')
  return (
    <>
      <Popup
        label={t('sims.views')}
        trigger={(trigger) => (
          <Button variant="ghost" size="sm" className={simsStyles.trigger} aria-label={t('sims.view', { name })} {...trigger}>
            <span className="ellipsis hide-on-phone">{t('sims.view', { name })}</span>
            {/* a name is cut off there behind the word; the others read as if they were of the SIMs */}
            <span className="ellipsis only-on-phone">{current?.name ?? t('sims.oneView')}</span>
            <IconChevronDown className="icon icon-14" aria-hidden="true" />
          </Button>
        )}
      >
        {(close) => (
          <>
            <ViewList query={query} close={close} onChange={onChange} />
            {isUnfiltered(state.filter) && query === PLAIN ? null : <SaveView key={query} query={query} onSaved={close} />}
            {rule ? (
              <div className={popupStyles.foot}>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-haspopup="dialog"
                  onClick={() => {
                    close()
                    setAsked((times) => times + 1)
                  }}
                >
                  <IconFolderSearch className="icon icon-14" aria-hidden="true" />
                  {t('groups.saveAs')}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Popup>
      {rule ? (
        <SaveAsGroup requests={asked} rule={rule} companyIds={state.filter.companyIds ?? []} onClose={() => setAsked(0)} />
      ) : null}
    </>
  )
}

interface ViewListProps {
  readonly query: string
  close(): void
  readonly onChange: ChangeList
}

function ViewList({ query, close, onChange }: ViewListProps) {
  const { t } = useTranslation()
  const { data: views = [] } = useQuery(savedViewsQuery)
  const remove = useDeleteView()
  const show = (viewName: string) => {
    close()
    onChange(stateOfView(viewName))
  }
  return (
    <div className={popupStyles.list}>
      <ViewItem name={t('sims.allSims')} isCurrent={query === PLAIN} onShow={() => show(PLAIN)} />
      {views.map((view) => (
        <div key={view.viewId} className={`row ${styles.viewItem}`}>
          <ViewItem name={view.name} isCurrent={view.query === query} onShow={() => show(view.query)} />
          <RowAction Icon={IconTrash} label={t('sims.deleteView', view)} onAct={() => remove.mutate(view)} />
        </div>
      ))}
      {views.length === 0 ? <p className={`text-tertiary text-small ${styles.hint}`}>{t('sims.noViews')}</p> : null}
    </div>
  )
}

function ViewItem({ name, isCurrent, onShow }: { name: string; isCurrent: boolean; onShow: () => void }) {
  return (
    <button type="button" className={popupStyles.item} aria-current={isCurrent ? 'true' : undefined} onClick={onShow}>
      <span className="ellipsis grow">{name}</span>
      {isCurrent ? <IconCheck className="icon icon-14" aria-hidden="true" /> : null}
    </button>
  )
}

function SaveView({ query, onSaved }: { query: string; onSaved: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const save = useSaveView()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const viewName = name.trim()
    if (viewName === '' || save.isPending) return
    save.mutate({ name: viewName, query }, { onSuccess: onSaved })
  }
  return (
    <form className={popupStyles.foot} onSubmit={submit}>
      <input
        className={`${styles.input} grow`}
        aria-label={t('sims.saveViewAs')}
        placeholder={t('sims.saveViewAs')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="sm" blocked={name.trim() === '' || save.isPending}>
        {t('sims.save')}
      </Button>
    </form>
  )
}
