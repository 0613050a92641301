import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { MailStatus } from '#web/shared/outbox/mail-status.tsx'
import tableStyles from '#web/ui/table.module.css'
import { Table } from '#web/ui/table.tsx'
import type { MailRow } from './outbox.api.ts'
import styles from './outbox.module.css'

interface TableProps {
  readonly rows: readonly MailRow[] | undefined
  onOpen(mailId: number): void
}

/** Mails, one a row; each opens. */
export function OutboxTable({ rows, onOpen }: TableProps) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('outbox.list')}
      className={styles.mailList}
      rows={rows}
      rowKey={({ mailId }) => mailId}
      columns={[
        {
          id: 'created',
          head: t('outbox.created'),
          className: `${styles.when} hide-on-phone text-secondary tabular-numbers`,
          cell: ({ createdAt }) => formatMinute(createdAt),
        },
        {
          id: 'subject',
          head: t('outbox.subject'),
          className: styles.subject,
          isRowHead: true,
          title: ({ subject }) => subject,
          cell: ({ mailId, subject, address }) => (
            <>
              <button type="button" className={`${tableStyles.open} ellipsis`} onClick={() => onOpen(mailId)}>
                {subject}
              </button>
              <span className={`only-on-phone text-tertiary text-small ${styles.mailBelow}`}>{address}</span>
            </>
          ),
        },
        {
          id: 'address',
          head: t('outbox.to'),
          className: 'hide-on-phone text-secondary',
          title: ({ address }) => address,
          cell: ({ address }) => address,
        },
        {
          id: 'state',
          head: t('outbox.state'),
          className: styles.state,
          title: ({ problem }) => problem,
          cell: ({ state }) => <MailStatus state={state} />,
        },
      ]}
    />
  )
}
