import { IconMail, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAIL_STATES } from '#contract/filter-values.ts'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { formatMoment, formatTime } from '#web/lib/format.ts'
import { formatDayHeading } from '#web/lib/format-moments.ts'
import { useNow } from '#web/lib/use-now.ts'
import { MAIL_STATE_STYLE } from '#web/shared/outbox/mail-status.tsx'
import { NoServer } from '#web/shared/outbox/no-server.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, countOf, optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowButton } from '#web/ui/row-action.tsx'
import { EventStatus, Recipients } from './mail-cells.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { type MailEvent, mailEvents } from './mail-events.ts'
import { fetchMails, mailCountsQuery, mailsQuery } from './outbox.api.ts'
import styles from './outbox.module.css'
import { type OutboxSearch, readOutboxSearch } from './outbox-search.ts'
import { TestDialog } from './test-dialog.tsx'

const keyOf = ([{ mailId }]: MailEvent) => mailId

/** For administrators: mails of the portal, those of one event as one row. */
export function OutboxPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/outbox', select: readOutboxSearch })
  const navigate = useNavigate()
  const now = useNow()
  const days = { today: t('list.today'), yesterday: t('list.yesterday') }
  const [isTesting, setTesting] = useState(false)
  const [opened, setOpened] = useState<MailEvent>()
  const data = usePages(mailsQuery(search))
  const events = data.rows && mailEvents(data.rows)
  // sent again, a mail may no longer be among the rows of the filter
  const shown = opened && (events?.find((mails) => keyOf(mails) === keyOf(opened)) ?? opened)
  // the newest was only stored: none reaches its recipient
  const isUnsent = isEmptySearch(search) && data.rows?.[0]?.state === 'kept'
  // said over the list, not in each row
  const isAllUnsent = isUnsent && data.rows?.every(({ state }) => state === 'kept')
  const counts = useQuery(mailCountsQuery(search)).data?.counts
  const unsent = countOf(counts, 'kept')
  return (
    <div className="page">
      <PageHead title={t('outbox.title')} lead={t('outbox.lead')}>
        <FileMenu ask={(format) => fetchMails(search, format)} />
        <Button onClick={() => setTesting(true)}>
          <IconSend className="icon" aria-hidden="true" />
          {t('outbox.test')}
        </Button>
      </PageHead>
      {isUnsent ? (
        <NoServer
          title={unsent === undefined ? t('outbox.noneLeaves') : t('outbox.noServer', { count: unsent })}
          hint={t('outbox.noServerHint')}
          action={
            <ButtonLink isSmall to="/help/$articleId" params={{ articleId: 'outbox' }}>
              {t('outbox.noServerHelp')}
            </ButtonLink>
          }
        />
      ) : null}
      <List
        id="mails"
        label={t('outbox.list')}
        data={{ ...data, rows: events }}
        rowKey={keyOf}
        groupOf={([{ createdAt }]) => formatDayHeading(createdAt, now, days)}
        search={search}
        onSearch={(next: OutboxSearch) => void navigate({ to: '/outbox', search: next, replace: true })}
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: t('outbox.state'),
            ...counted(
              optionsOf(MAIL_STATES, (one) => t(`outbox.chip.${one}`), MAIL_STATE_STYLE),
              counts,
            ),
            isFront: true,
          },
          { kind: 'text', key: 'address', label: t('outbox.to'), hint: t('outbox.toHint') },
          { kind: 'days', key: 'from', until: 'to', label: t('outbox.created') },
        ]}
        none={{ Icon: IconMail, title: t('outbox.none'), hint: t('outbox.noneHint') }}
        columns={[
          {
            id: 'created',
            head: t('outbox.time'),
            width: 72,
            phone: 'foot',
            className: 'text-secondary tabular-numbers',
            title: ([{ createdAt }]) => formatMoment(createdAt),
            cell: ([{ createdAt }]) => formatTime(createdAt),
          },
          {
            id: 'subject',
            head: t('outbox.subject'),
            width: '42%',
            phone: 'head',
            className: styles.subject,
            isRowHead: true,
            title: ([{ subject }]) => subject,
            cell: (mails) => <RowButton onOpen={() => setOpened(mails)}>{mails[0].subject}</RowButton>,
          },
          {
            id: 'address',
            head: t('outbox.to'),
            width: '28%',
            phone: 'line',
            className: 'text-secondary',
            cell: (mails) => <Recipients mails={mails} onOpen={() => setOpened(mails)} />,
          },
          isAllUnsent
            ? undefined
            : {
                id: 'state',
                head: t('outbox.state'),
                width: 176,
                phone: 'foot',
                title: (mails) => mails.find(({ problem }) => problem)?.problem ?? '',
                cell: (mails) => <EventStatus mails={mails} />,
              },
        ]}
      />
      {shown ? <MailDialog mails={shown} onClose={() => setOpened(undefined)} /> : null}
      {isTesting ? <TestDialog onClose={() => setTesting(false)} /> : null}
    </div>
  )
}
