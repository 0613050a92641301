import { IconDownload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_NAMES, PROBLEM_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Table } from '#web/ui/table.tsx'
import { ImportProblem } from './import-problem.tsx'
import { discard, downloadBadLines, type ImportData, type ImportMode, useApply } from './inventory.api.ts'
import styles from './inventory.module.css'

/** Rows of each table: the dialog fits a screen, and the download has all. */
const SHOWN = 6

type Counts = NonNullable<ImportData['counts']>

/** Preview of an import: counts, reasons, the first invalid lines, and what to do with them. */
export function ImportReport({ data, onClose, onRemap }: { data: ImportData; onClose: () => void; onRemap: () => void }) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<ImportMode>('all')
  const apply = useApply(data.importId)
  const { counts } = data
  if (!counts) return null
  const toWrite = counts.created + counts.updated
  const isBlocked = toWrite === 0 || (counts.bad > 0 && mode === 'all')
  const cancel = () => {
    void discard(data.importId)
    onClose()
  }
  return (
    <>
      <p className={`text-secondary ${styles.file}`} role="status">
        <b>{data.fileName}</b> · {t('imports.lines', { count: counts.lines })}
      </p>
      <CountStrip counts={counts} />
      {counts.bad > 0 ? <ModeChoice mode={mode} onMode={setMode} /> : null}
      {counts.bad > 0 ? <BadLines data={data} counts={counts} /> : null}
      {toWrite === 0 ? <p className={`text-secondary ${styles.nothing}`}>{nothingText(counts, t)}</p> : null}
      {apply.error ? <ImportProblem>{apply.error.message}</ImportProblem> : null}
      <div className={dialogStyles.actions}>
        <Button onClick={onRemap}>{t('imports.back')}</Button>
        <Button onClick={cancel}>{t('common.cancel')}</Button>
        <Button variant="primary" blocked={isBlocked || apply.isPending} onClick={() => apply.mutate(mode)}>
          {t('imports.apply', { count: toWrite })}
        </Button>
      </div>
    </>
  )
}

/** Why there is nothing to write: every line is invalid, the valid ones exist already, or all do. */
function nothingText({ bad, unchanged }: Counts, t: TFunction): string {
  if (bad === 0) return t('imports.nothing')
  return unchanged === 0 ? t('imports.onlyBad', { count: bad }) : t('imports.badAndSame', { count: bad })
}

export function CountStrip({ counts }: { counts: Counts }) {
  const { t } = useTranslation()
  return (
    <dl className={styles.counts}>
      {(['created', 'updated', 'unchanged', 'bad'] as const).map((kind) => (
        <div key={kind} className={kind === 'bad' && counts.bad > 0 ? styles.bad : undefined}>
          <dt>{t(`imports.${kind}`)}</dt>
          <dd className="tabular-numbers">{formatNumber(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}

function ModeChoice({ mode, onMode }: { mode: ImportMode; onMode: (mode: ImportMode) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.row}>
      <Choice
        label={t('imports.mode')}
        value={mode}
        onChange={onMode}
        options={[
          { value: 'all', text: t('imports.all') },
          { value: 'skipBad', text: t('imports.skipBad') },
        ]}
      />
      <span className="text-tertiary text-small">{t(mode === 'all' ? 'imports.allBlocked' : 'imports.skipHint')}</span>
    </div>
  )
}

function BadLines({ data, counts }: { data: ImportData; counts: Counts }) {
  const { t } = useTranslation()
  const download = () => downloadBadLines(data.importId).catch((error: Error) => toasts.error(error.message))
  return (
    <>
      <div className={styles.row}>
        <h3 className={styles.heading}>{t('imports.reasons')}</h3>
        <Button size="sm" onClick={() => void download()}>
          <IconDownload className="icon icon-14" aria-hidden="true" />
          {t('imports.download')}
        </Button>
      </div>
      <ReasonTable counts={counts} />
      <h3 className={styles.heading}>{t('imports.badLines')}</h3>
      <FirstLines data={data} />
    </>
  )
}

const isStarted = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The reason as a sentence; on a phone, which has no field column, after the field. */
function Reason({ field, text, value }: { field: string; text: string; value?: string }) {
  return (
    <>
      <span className="only-on-phone medium">{field}: </span>
      {isStarted(text)}
      {value ? <span className={`only-on-phone text-tertiary text-small ${styles.value}`}>{value}</span> : null}
    </>
  )
}

function ReasonTable({ counts }: { counts: Counts }) {
  const { t } = useTranslation()
  const field = (row: Counts['reasons'][number]) => sentence(FIELD_NAMES[row.field])
  const reason = (row: Counts['reasons'][number]) => sentence(PROBLEM_SENTENCES[row.reason])
  return (
    <div className={styles.importTable}>
      <Table
        label={t('imports.reasons')}
        rows={counts.reasons.slice(0, SHOWN)}
        rowKey={(row) => `${row.field} ${row.reason}`}
        columns={[
          { id: 'field', head: t('imports.field'), className: 'hide-on-phone', cell: field },
          {
            id: 'reason',
            head: t('imports.reason'),
            className: styles.wide,
            title: reason,
            cell: (row) => <Reason field={field(row)} text={reason(row)} />,
          },
          {
            id: 'first',
            head: t('imports.firstLine'),
            isNumber: true,
            className: 'hide-on-phone text-tertiary',
            cell: ({ firstLine }) => formatNumber(firstLine),
          },
          {
            id: 'lines',
            head: t('imports.count'),
            isNumber: true,
            className: styles.line,
            cell: ({ lines }) => formatNumber(lines),
          },
        ]}
      />
    </div>
  )
}

function FirstLines({ data }: { data: ImportData }) {
  const { t } = useTranslation()
  const field = (row: ImportData['badLines'][number]) => sentence(FIELD_NAMES[row.field])
  return (
    <div className={styles.importTable}>
      <Table
        label={t('imports.badLines')}
        rows={data.badLines.slice(0, SHOWN)}
        rowKey={(row) => `${row.line} ${row.field}`}
        columns={[
          {
            id: 'line',
            head: t('imports.line'),
            className: `${styles.line} tabular-numbers`,
            cell: ({ line }) => formatNumber(line),
          },
          { id: 'field', head: t('imports.field'), className: 'hide-on-phone', cell: field },
          {
            id: 'value',
            head: t('imports.value'),
            className: `hide-on-phone ${styles.given} tabular-numbers`,
            title: ({ value }) => value,
            cell: ({ value }) => value,
          },
          {
            id: 'reason',
            head: t('imports.reason'),
            className: styles.wide,
            title: (row) => row.sentence,
            cell: (row) => <Reason field={field(row)} text={row.sentence} value={row.value} />,
          },
        ]}
      />
    </div>
  )
}
