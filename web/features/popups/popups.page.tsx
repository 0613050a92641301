import { IconArchive, IconCalendarClock, IconEye, IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { POPUP_STATE_WORDS, type PopupState } from '#contract/popups/popup-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import { actionsColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { useRows } from '#web/ui/list/list-rows.ts'
import { RowButton } from '#web/ui/row-action.tsx'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import { EndPopup } from './end-popup.tsx'
import { PopupForm } from './popup-form.tsx'
import { type PopupRow, popupsQuery } from './popups.api.ts'

const STATE_STYLE: Readonly<Record<PopupState, StatusStyle>> = {
  planned: { tone: 'ready', Icon: IconCalendarClock },
  shown: { tone: 'active', Icon: IconEye },
  ended: { tone: 'ended', Icon: IconArchive },
}

/** The targets of a popup, in short. */
function targetsText({ everyone, companies }: PopupRow, t: TFunction): string {
  const [first, ...others] = companies
  if (everyone || !first) return t('popups.allCompanies')
  if (others.length > 0) return t('popups.moreCompanies', { first: first.companyName, count: others.length })
  return first.withBelow ? t('popups.withBelow', { company: first.companyName }) : first.companyName
}

const daysOf = ({ startsAt, endsAt }: PopupRow, t: TFunction): string =>
  endsAt === null
    ? t('popups.from', { moment: formatMinute(startsAt) })
    : t('popups.span', { from: formatMinute(startsAt), to: formatMinute(endsAt) })

/** The dialog that is open over the list. */
type Open = { readonly what: 'form'; readonly name: string | undefined } | { readonly what: 'end'; readonly popup: PopupRow }

/** For administrators: popups that users see at login. */
export function PopupsPage() {
  const { t } = useTranslation()
  const isEnglish = usePreference(language) === 'en'
  const titleOf = ({ titleEs, titleEn }: PopupRow) => (isEnglish ? titleEn : titleEs)
  const [open, setOpen] = useState<Open>()
  const write = () => setOpen({ what: 'form', name: undefined })
  const close = () => setOpen(undefined)
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
        label={t('popups.list')}
        waiting={4}
        minWidth={900}
        data={useRows(popupsQuery, (popups) => popups)}
        rowKey={({ name }) => name}
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
            head: t('popups.notice'),
            width: '28%',
            phone: 'head',
            isRowHead: true,
            title: titleOf,
            cell: (popup) => (
              <RowButton
                label={t(popup.state === 'ended' ? 'popups.openOf' : 'popups.changeOf', { title: titleOf(popup) })}
                onOpen={() => setOpen({ what: 'form', name: popup.name })}
              >
                {titleOf(popup)}
              </RowButton>
            ),
          },
          textColumn('for', t('popups.for'), (popup: PopupRow) => targetsText(popup, t), { width: '20%', phone: 'line' }),
          textColumn('when', t('popups.when'), (popup: PopupRow) => daysOf(popup, t), { width: 300, phone: 'line' }),
          {
            id: 'seen',
            head: t('popups.seen'),
            width: 116,
            phone: 'foot',
            isNamed: true,
            isNumber: true,
            cell: ({ seen, audience }) => t('popups.seenOf', { seen, audience }),
          },
          {
            id: 'state',
            head: t('popups.state'),
            width: 148,
            phone: 'mark',
            cell: ({ state }) => <KnownStatus state={state} styles={STATE_STYLE} words={POPUP_STATE_WORDS} />,
          },
          actionsColumn(104, (popup: PopupRow) =>
            popup.state === 'ended' ? null : (
              <Button
                size="sm"
                aria-haspopup="dialog"
                aria-label={t('popups.endOf', { title: titleOf(popup) })}
                onClick={() => setOpen({ what: 'end', popup })}
              >
                {t('popups.end')}
              </Button>
            ),
          ),
        ]}
      />
      {open?.what === 'form' ? <PopupForm name={open.name} onClose={close} /> : null}
      {open?.what === 'end' ? <EndPopup popup={open.popup} onClose={close} /> : null}
    </div>
  )
}
