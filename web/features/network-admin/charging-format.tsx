import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './charging.module.css'

/** Columns of a file of charging records; those of the last group are optional. */
const COLUMNS = [
  { names: ['iccid', 'imsi', 'msisdn'], what: 'who' },
  { names: ['session'], what: 'session' },
  { names: ['start', 'stop'], what: 'times' },
  { names: ['uplink_bytes', 'downlink_bytes'], what: 'bytes' },
  { names: ['apn'], what: 'apn' },
] as const

const EXAMPLE = `imsi,session,start,stop,uplink_bytes,downlink_bytes
730020000000001,0A0B0C0D00000001,2026-11-21T09:00:00-03:00,2026-11-21T10:30:00-03:00,1048576,52428800
`

/** The format of such a file: its columns, and lines as an example. */
export function ChargingFormat() {
  const { t } = useTranslation()
  return (
    <>
      <p className="text-small text-secondary">{t('networks.charging.formatLead')}</p>
      <Table
        label={t('networks.charging.format')}
        rows={COLUMNS}
        rowKey={({ what }) => what}
        columns={[
          {
            id: 'columns',
            head: t('networks.charging.columns'),
            isRowHead: true,
            className: styles.columns,
            cell: ({ names }) => <span className="medium">{names.join(', ')}</span>,
          },
          {
            id: 'what',
            head: t('networks.charging.what'),
            className: styles.why,
            cell: ({ what }) => t(`networks.charging.column.${what}`),
          },
        ]}
      />
      <CodeBlock title={t('networks.charging.example')} text={EXAMPLE.trimEnd()} className={styles.example} />
    </>
  )
}

/** The example as a file. */
export function ExampleButton() {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" size="sm" onClick={() => saveFile(new Blob([EXAMPLE], { type: 'text/csv' }), 'cdr.csv')}>
      <IconDownload className="icon icon-14" aria-hidden="true" />
      {t('networks.charging.saveExample')}
    </Button>
  )
}
