import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_NAMES, PROBLEM_SENTENCES } from '#contract/inventory-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import { discard, downloadBadLines, type ImportData, type ImportMode, useApply } from './import.api.ts'

interface ImportReportProps {
  readonly data: ImportData
  onClose(): void
  onRemap(): void
}

/** Rows of each table: the dialog stays within a screen, and the download has everything. */
const SHOWN = 6

type Counts = NonNullable<ImportData['counts']>

/** What the file would do: counts, reasons, the first bad lines, and the choice of what becomes of them. */
export function ImportReport({ data, onClose, onRemap }: ImportReportProps) {
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
      <p className="t2" role="status">
        <b>{data.fileName}</b> · {t('imports.lines', { count: counts.lines })}
      </p>
      <CountStrip counts={counts} />
      {counts.bad > 0 ? <BadLines data={data} counts={counts} mode={mode} onMode={setMode} /> : null}
      {toWrite === 0 ? <p className="t2">{t('imports.nothing')}</p> : null}
      {apply.error ? (
        <p role="alert" className="import-failed">
          {apply.error.message}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button onClick={onRemap}>{t('imports.back')}</Button>
        <Button onClick={cancel}>{t('common.cancel')}</Button>
        <Button variant="primary" blocked={isBlocked || apply.isPending} onClick={() => apply.mutate(mode)}>
          {t('imports.apply', { count: toWrite })}
        </Button>
      </div>
    </>
  )
}

export function CountStrip({ counts }: { counts: Counts }) {
  const { t } = useTranslation()
  return (
    <dl className="import-counts">
      {(['created', 'updated', 'unchanged', 'bad'] as const).map((kind) => (
        <div key={kind} className={kind === 'bad' && counts.bad > 0 ? 'bad' : undefined}>
          <dt>{t(`imports.${kind}`)}</dt>
          <dd className="tn">{formatNumber(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  )
}

interface BadLinesProps {
  readonly data: ImportData
  readonly counts: Counts
  readonly mode: ImportMode
  onMode(mode: ImportMode): void
}

function BadLines({ data, counts, mode, onMode }: BadLinesProps) {
  const { t } = useTranslation()
  const download = () => downloadBadLines(data.importId).catch((error: Error) => toasts.error(error.message))
  return (
    <>
      <div className="import-row">
        <h3 className="import-h">{t('imports.reasons')}</h3>
        <Button size="sm" onClick={() => void download()}>
          <IconDownload className="i i-14" aria-hidden="true" />
          {t('imports.download')}
        </Button>
      </div>
      <ReasonTable counts={counts} />
      <h3 className="import-h">{t('imports.badLines')}</h3>
      <FirstLines data={data} />
      <div className="import-row">
        <Choice
          label={t('imports.mode')}
          value={mode}
          onChange={onMode}
          options={[
            { value: 'all', text: t('imports.all') },
            { value: 'skipBad', text: t('imports.skipBad') },
          ]}
        />
        <span className="t3 s12">{t(mode === 'all' ? 'imports.allBlocked' : 'imports.skipHint')}</span>
      </div>
    </>
  )
}

function ReasonTable({ counts }: { counts: Counts }) {
  const { t } = useTranslation()
  return (
    <div className="import-table">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{t('imports.field')}</th>
            <th scope="col" className="wide">
              {t('imports.reason')}
            </th>
            <th scope="col" className="r">
              {t('imports.firstLine')}
            </th>
            <th scope="col" className="r">
              {t('imports.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.reasons.slice(0, SHOWN).map(({ field, reason, lines, firstLine }) => (
            <tr key={`${field} ${reason}`}>
              <td>{sentence(FIELD_NAMES[field])}</td>
              <td title={sentence(PROBLEM_SENTENCES[reason])}>{sentence(PROBLEM_SENTENCES[reason])}</td>
              <td className="r tn t3">{formatNumber(firstLine)}</td>
              <td className="r tn">{formatNumber(lines)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FirstLines({ data }: { data: ImportData }) {
  const { t } = useTranslation()
  return (
    <div className="import-table">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col" className="line">
              {t('imports.line')}
            </th>
            <th scope="col">{t('imports.field')}</th>
            <th scope="col">{t('imports.value')}</th>
            <th scope="col" className="wide">
              {t('imports.reason')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.badLines.slice(0, SHOWN).map(({ line, field, value, sentence: why }) => (
            <tr key={`${line} ${field}`}>
              <td className="tn">{formatNumber(line)}</td>
              <td>{sentence(FIELD_NAMES[field])}</td>
              <td title={value}>{value}</td>
              <td title={why}>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
