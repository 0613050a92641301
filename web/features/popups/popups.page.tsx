import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { EndPopup } from './end-popup.tsx'
import { PopupForm } from './popup-form.tsx'
import { type PopupRow, popupsQuery } from './popups.api.ts'
import { PopupsTable } from './popups-table.tsx'

/** The dialog that is open over the list. */
type Open = { readonly what: 'form'; readonly name: string | undefined } | { readonly what: 'end'; readonly popup: PopupRow }

/** For administrators: popups that users see at login. */
export function PopupsPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const write = () => setOpen({ what: 'form', name: undefined })
  const close = () => setOpen(undefined)
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('popups.title')}</h1>
          <p className="text-secondary">{t('popups.lead')}</p>
        </div>
        <Button variant="primary" aria-haspopup="dialog" onClick={write}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('popups.new')}
        </Button>
      </div>
      <Written onOpen={setOpen} onFirst={write} />
      {open?.what === 'form' ? <PopupForm name={open.name} onClose={close} /> : null}
      {open?.what === 'end' ? <EndPopup popup={open.popup} onClose={close} /> : null}
    </div>
  )
}

function Written({ onOpen, onFirst }: { onOpen: (open: Open) => void; onFirst: () => void }) {
  const { t } = useTranslation()
  const { data: rows, error, refetch } = useQuery(popupsQuery)
  const first = (
    <Button size="sm" aria-haspopup="dialog" onClick={onFirst}>
      {t('popups.new')}
    </Button>
  )
  return (
    <Card title={t('popups.list')} line>
      {error && !rows ? (
        <ErrorState title={t('popups.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState Icon={IconSpeakerphone} title={t('popups.none')} actions={first}>
          {t('popups.noneHint')}
        </EmptyState>
      ) : (
        <PopupsTable
          rows={rows}
          onChange={({ name }) => onOpen({ what: 'form', name })}
          onEnd={(popup) => onOpen({ what: 'end', popup })}
        />
      )}
    </Card>
  )
}
