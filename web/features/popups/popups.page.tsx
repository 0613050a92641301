import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PopupState } from '#contract/filter-values.ts'
import { sentence } from '#web/lib/sentence.ts'
import { DOCKED, TABLET, TIGHT_BESIDE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { menuColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, optionsOf } from '#web/ui/list/list-filter.ts'
import { useRows } from '#web/ui/list/list-rows.ts'
import { RowButton } from '#web/ui/row-action.tsx'
import { useBeside } from '#web/ui/side-panel/use-beside.ts'
import { daysShown, POPUP_STATE_STYLE, PopupMenu, popupTitleOf, Seen, StateOfPopup, targetsText } from './popup-cells.tsx'
import { PopupForm } from './popup-form.tsx'
import { PopupPanel } from './popup-panel.tsx'
import { type PopupRow, popupsQuery, useEndPopup } from './popups.api.ts'
import styles from './popups.module.css'
import { type PopupsSearch, readPopupsSearch } from './popups-search.ts'

/** What is seen now first. */
const CHIPS: readonly PopupState[] = ['shown', 'planned', 'ended']

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'form'; readonly name: string | undefined; readonly isCopy?: boolean }
  | { readonly what: 'end'; readonly popup: PopupRow }

/** For administrators: popups that users see at login. The first is open beside the list where there is room. */
export function PopupsPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/popups', select: readPopupsSearch })
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  // null: the panel was closed
  const [chosen, setChosen] = useState<string | null>()
  const isDocked = useMedia(DOCKED)
  const write = () => setOpen({ what: 'form', name: undefined })
  const edit = (name: string) => setOpen({ what: 'form', name })
  const duplicate = (name: string) => setOpen({ what: 'form', name, isCopy: true })
  const end = (popup: PopupRow) => setOpen({ what: 'end', popup })
  const close = () => setOpen(undefined)
  const all = useRows(popupsQuery, (popups) => popups)
  const data = { ...all, rows: all.rows?.filter(({ state }) => search.state === undefined || state === search.state) }
  const counts =
    all.rows && CHIPS.map((value) => ({ value, count: all.rows?.filter(({ state }) => state === value).length ?? 0 }))
  const first = isDocked ? data.rows?.[0]?.name : undefined
  const opened = chosen === undefined ? first : (chosen ?? undefined)
  const isTablet = useMedia(TABLET)
  const hasBeside = useMedia(TIGHT_BESIDE) && opened !== undefined
  const isTight = hasBeside || !isDocked
  const beside = useBeside({
    opened,
    data,
    keyOf: ({ name }: PopupRow) => name,
    show: (key) => setChosen(key ?? null),
  })
  return (
    <div className="page">
      <PageHead title={t('popups.title')} lead={t('popups.lead')}>
        <Button variant="primary" aria-haspopup="dialog" onClick={write}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('popups.new')}
        </Button>
      </PageHead>
      <List
        id="popups"
        label={t('popups.title')}
        waiting={4}
        minWidth={isTablet ? 680 : 900}
        data={data}
        beside={beside}
        rowKey={({ name }) => name}
        search={search}
        onSearch={(next: PopupsSearch) => void navigate({ to: '/popups', search: next, replace: true })}
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: t('popups.state'),
            ...counted(
              optionsOf(CHIPS, (one) => t(`popups.chip.${one}`), POPUP_STATE_STYLE),
              counts,
            ),
            isFront: true,
          },
        ]}
        none={{
          Icon: IconSpeakerphone,
          title: t('popups.none'),
          hint: t('popups.noneHint'),
          action: (
            <Button size="sm" aria-haspopup="dialog" onClick={write}>
              {t('popups.new')}
            </Button>
          ),
        }}
        columns={[
          {
            id: 'notice',
            head: t('popups.form.title'),
            phone: 'head',
            isRowHead: true,
            title: popupTitleOf,
            cell: (popup: PopupRow) => <RowButton onOpen={() => beside.open(popup.name)}>{popupTitleOf(popup)}</RowButton>,
          },
          textColumn('for', t('popups.for'), (popup: PopupRow) => targetsText(popup, t), {
            width: isTablet ? '19%' : '24%',
            phone: 'line',
          }),
          textColumn('when', t('popups.when'), (popup: PopupRow) => daysShown(popup, t), {
            width: isTight ? 208 : 300,
            phone: 'line',
            isLong: isTight,
          }),
          // the panel has it, too
          isTablet || hasBeside
            ? undefined
            : {
                id: 'seen',
                head: t('popups.seen'),
                width: 144,
                phone: 'foot',
                isNamed: true,
                cell: (popup: PopupRow) => <Seen popup={popup} />,
              },
          {
            id: 'state',
            head: t('popups.state'),
            width: 148,
            phone: 'mark',
            cell: ({ state }) => <StateOfPopup state={state} />,
          },
          menuColumn((popup: PopupRow) => (
            <PopupMenu
              popup={popup}
              onEdit={() => edit(popup.name)}
              onDuplicate={() => duplicate(popup.name)}
              onEnd={() => end(popup)}
            />
          )),
        ]}
      />
      {opened === undefined ? null : (
        <PopupPanel
          name={opened}
          beside={beside}
          onEdit={() => edit(opened)}
          onDuplicate={() => duplicate(opened)}
          onEnd={end}
        />
      )}
      {open?.what === 'form' ? <PopupForm name={open.name} isCopy={open.isCopy} onClose={close} /> : null}
      {open?.what === 'end' ? <EndPopup popup={open.popup} onClose={close} /> : null}
    </div>
  )
}

/** Confirms the end of a popup, for all users who have not seen it. */
function EndPopup({ popup, onClose }: { popup: PopupRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { titleEs: es, titleEn: en, seen, audience } = popup
  return (
    <ConfirmDialog
      title={t('popups.ending.title')}
      button={t('popups.ending.button')}
      busy={t('popups.ending.busy')}
      mutation={useEndPopup(popup.name)}
      variables={undefined}
      onClose={onClose}
    >
      <p className="medium">{sentence({ es, en })}</p>
      <p className="text-secondary">{t('popups.ending.seen', { seen, audience })}</p>
      <p className={styles.para}>{t('popups.ending.what')}</p>
    </ConfirmDialog>
  )
}
