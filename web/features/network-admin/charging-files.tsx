import { IconChevronRight, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHARGING_FILE_MAX_BYTES } from '#contract/network-admin/accounting.calls.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { FileButton, useDropZone, useFileUpload } from '#web/ui/file-upload.tsx'
import { countColumn, momentColumn } from '#web/ui/list/columns.tsx'
import statesStyles from '#web/ui/states.module.css'
import { NoValue, Table, TwoLines } from '#web/ui/table.tsx'
import { Amiss } from './amiss.tsx'
import styles from './charging.module.css'
import { ChargingFormat, ExampleButton } from './charging-format.tsx'
import { type Accounting, type UploadedFile, useUploadCharging } from './networks.api.ts'
import networksStyles from './networks.module.css'

type ChargingFile = Accounting['files'][number]

interface ChargingFilesProps {
  readonly files: Accounting['files'] | undefined
  readonly differences: Accounting['differences'] | undefined
}

/** Files of charging records: upload, result, and the last ones; before the first one its format is open beside the upload. */
export function ChargingFiles({ files, differences }: ChargingFilesProps) {
  const { t } = useTranslation()
  const [isFormatOpen, setFormatOpen] = useState(false)
  const upload = useUploadCharging()
  const { isPending, data } = upload
  const { start, problem } = useFileUpload(upload, {
    maxBytes: CHARGING_FILE_MAX_BYTES,
    tooLarge: t('networks.charging.tooLarge'),
  })
  const { isOver, zone } = useDropZone(start)
  const isFirst = files?.length === 0
  const button = (
    <FileButton label={t('networks.charging.choose')} size="sm" blocked={isPending} aria-busy={isPending} onFile={start}>
      <IconUpload className="icon icon-14" aria-hidden="true" />
      {t(isPending ? 'networks.charging.reading' : 'networks.charging.choose')}
    </FileButton>
  )
  return (
    <Card
      title={t('networks.charging.title')}
      about={t('networks.charging.about')}
      className={networksStyles.twoActions}
      actions={
        isFirst ? null : (
          <>
            <FormatButton isOpen={isFormatOpen} onOpen={setFormatOpen} />
            {button}
          </>
        )
      }
    >
      <div className={classes(isOver && styles.over)} {...zone}>
        {isFirst ? <FirstFile button={button} /> : null}
        {isFormatOpen && !isFirst ? (
          <div className={styles.format}>
            <ChargingFormat />
            <ExampleButton />
          </div>
        ) : null}
        {problem ? (
          <p className={`${fieldStyles.message} ${styles.chargingError}`} role="alert">
            {problem}
          </p>
        ) : null}
        <div role="status">{data && !problem && !isPending ? <Taken taken={data} differences={differences} /> : null}</div>
        {isFirst ? null : <FileTable files={files} />}
      </div>
    </Card>
  )
}

function FormatButton({ isOpen, onOpen }: { isOpen: boolean; onOpen(isOpen: boolean): void }) {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" size="sm" className={styles.formatButton} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
      <IconChevronRight className="icon icon-14" aria-hidden="true" />
      {t('networks.charging.format')}
    </Button>
  )
}

/** Where the first file goes, beside its format. */
function FirstFile({ button }: { button: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.first}>
      <section aria-label={t('networks.charging.drop')} className={styles.drop}>
        <span className={statesStyles.badge}>
          <IconFileSpreadsheet className="icon icon-20" aria-hidden="true" />
        </span>
        <b className="hide-on-phone">{t('networks.charging.drop')}</b>
        <span className="text-tertiary text-small">{t('networks.charging.limit')}</span>
        {button}
        <ExampleButton />
      </section>
      <div className={styles.beside}>
        <h3>{t('networks.charging.format')}</h3>
        <ChargingFormat />
      </div>
    </div>
  )
}

/** Result of a file, with its rejected lines. */
function Taken({ taken, differences }: { taken: UploadedFile; differences: Accounting['differences'] | undefined }) {
  const { t } = useTranslation()
  const { fileName, records, badLineCount, badLines } = taken
  const own = differences?.filter(({ source }) => source === fileName).length ?? 0
  return (
    <div className={styles.chargingError}>
      <p className="medium">{t('networks.charging.read', { name: fileName, count: records })}</p>
      <p className="text-small text-secondary">
        {badLineCount > 0 ? `${t('networks.charging.bad', { count: badLineCount })} ` : `${t('networks.charging.noBad')} `}
        {own > 0 ? t('networks.charging.differ', { count: own }) : t('networks.charging.counting')}
      </p>
      {badLines.length > 0 ? (
        <Table
          label={t('networks.charging.badLines')}
          className={styles.badLines}
          rows={badLines}
          rowKey={({ line }) => line}
          columns={[
            {
              id: 'line',
              head: t('networks.charging.line'),
              isRowHead: true,
              className: `${styles.line} tabular-numbers`,
              cell: ({ line }) => formatNumber(line),
            },
            { id: 'why', head: t('networks.accounting.why'), className: styles.why, cell: ({ sentence }) => sentence },
          ]}
        />
      ) : null}
    </div>
  )
}

function FileTable({ files }: { files: Accounting['files'] | undefined }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('networks.charging.title')}
      className={styles.files}
      rows={files}
      rowKey={({ fileId }) => fileId}
      waiting={2}
      columns={[
        {
          id: 'file',
          head: t('networks.accounting.file'),
          isRowHead: true,
          width: '34%',
          phone: 'head',
          title: ({ name, problem }) => [name, problem].filter(Boolean).join(': '),
          cell: ({ name, problem }) =>
            problem ? <TwoLines first={name} second={<span className="text-stop">{problem}</span>} /> : name,
        },
        momentColumn('at', t('networks.charging.taken'), ({ takenAt }: ChargingFile) => takenAt, { isNamed: true }),
        countColumn('records', t('networks.charging.sessions'), ({ records }: ChargingFile) => records, {
          phone: 'foot',
          isNamed: true,
          // nothing of a rejected file was counted
          cell: ({ records, problem }) => (problem ? <NoValue /> : formatNumber(records)),
        }),
        {
          id: 'bad',
          head: t('networks.charging.badLines'),
          width: 132,
          isNumber: true,
          phone: 'foot',
          isNamed: true,
          cell: ({ badLines, problem }) => (problem ? <NoValue /> : <Amiss count={badLines} />),
        },
      ]}
    />
  )
}
