import { IconMail, IconSearch, IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAIL_STATES, type MailState } from '#contract/filter-values.ts'
import { MAIL_STATE_WORDS } from '#contract/outbox/outbox-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { mailsQuery } from './outbox.api.ts'
import { OutboxTable } from './outbox-table.tsx'
import { TestDialog } from './test-dialog.tsx'

/** For administrators: mails of the portal. The address: /outbox?state=failed */
export function OutboxPage() {
  const { t } = useTranslation()
  const [isTesting, setTesting] = useState(false)
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('outbox.title')}</h1>
          <p className="text-secondary">{t('outbox.lead')}</p>
        </div>
        <Button onClick={() => setTesting(true)}>
          <IconSend className="icon" aria-hidden="true" />
          {t('outbox.test')}
        </Button>
      </div>
      <Mails />
      {isTesting ? <TestDialog onClose={() => setTesting(false)} /> : null}
    </div>
  )
}

function Mails() {
  const { t } = useTranslation()
  const { state } = useSearch({ from: '/app/outbox' })
  const navigate = useNavigate()
  const [opened, setOpened] = useState<number>()
  const show = (next?: MailState) => void navigate({ to: '/outbox', search: { state: next }, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(mailsQuery(state))
  const rows = data?.pages.flatMap((page) => page.rows)
  const choice = (
    <FilterSelect
      label={t('outbox.state')}
      all={t('outbox.allStates')}
      values={MAIL_STATES}
      value={state}
      wordOf={(one) => sentence(MAIL_STATE_WORDS[one])}
      onValue={show}
    />
  )
  return (
    <Card title={t('outbox.list')} line actions={choice}>
      {error && !rows ? (
        <ErrorState title={t('outbox.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoMails isFiltered={state !== undefined} onClear={() => show()} />
      ) : (
        <OutboxTable rows={rows} onOpen={setOpened} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      {opened === undefined ? null : <MailDialog mailId={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

function NoMails({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('outbox.clear')}
    </Button>
  )
  if (isFiltered) return <EmptyState Icon={IconSearch} title={t('outbox.noneFound')} actions={clear} />
  return (
    <EmptyState Icon={IconMail} title={t('outbox.none')}>
      {t('outbox.noneHint')}
    </EmptyState>
  )
}
