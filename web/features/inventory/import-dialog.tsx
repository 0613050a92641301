import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import statesStyles from '#web/ui/states.module.css'
import { EmptyState } from '#web/ui/states.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { ImportChoose } from './import-choose.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { CountStrip, ImportReport } from './import-report.tsx'
import { discard, type ImportData, importQuery, isWorking } from './inventory.api.ts'
import styles from './inventory.module.css'

/** Imports SIMs from a file: upload, column mapping, preview, import. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('imports.title')} fullOnPhone>
      <ImportSteps
        onClose={onClose}
        restartLabel={t('imports.other')}
        isFromFile
        first={(onStarted) => <ImportChoose onUploaded={onStarted} />}
      />
    </Dialog>
  )
}

interface StepsProps {
  onClose(): void
  /** label of the button back to the first step */
  readonly restartLabel: string
  /** its columns are chosen before it is checked */
  readonly isFromFile?: boolean
  /** the first step, which starts an import */
  first(onStarted: (data: ImportData) => void): ReactNode
}

/** The steps restart each time the dialog opens. */
export function ImportSteps({ onClose, restartLabel, isFromFile = false, first }: StepsProps) {
  const [importId, setImportId] = useState<number>()
  const startAgain = () => {
    if (importId !== undefined) void discard(importId)
    setImportId(undefined)
  }
  if (importId === undefined) {
    return (
      <>
        {isFromFile ? <FileSteps now="file" /> : null}
        {first((data) => setImportId(data.importId))}
      </>
    )
  }
  return <OpenImport {...{ importId, restartLabel, isFromFile, onClose }} onRestart={startAgain} />
}

const FILE_STEPS = ['file', 'columns', 'review'] as const

function FileSteps({ now }: { now: (typeof FILE_STEPS)[number] }) {
  const { t } = useTranslation()
  return (
    <Steps
      label={t('imports.steps')}
      steps={FILE_STEPS.map((step) => t(`imports.step.${step}`))}
      now={FILE_STEPS.indexOf(now)}
    />
  )
}

interface OpenImportProps {
  readonly importId: number
  readonly restartLabel: string
  readonly isFromFile: boolean
  onClose(): void
  /** restarts with another file */
  onRestart(): void
}

/** Invalidates the screens that show the fleet once it has changed. */
function useInvalidateFleet(data: ImportData | undefined): void {
  const client = useQueryClient()
  const isApplied = data?.state === 'applied'
  useEffect(() => {
    if (!isApplied) return
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' && queryKey[0] !== 'session' })
  }, [isApplied, client])
}

function OpenImport({ importId, isFromFile, ...rest }: OpenImportProps) {
  const { data } = useQuery(importQuery(importId))
  const [isRemapping, setRemapping] = useState(false)
  useInvalidateFleet(data)
  if (!data) return null
  const isMapping = !isWorking(data) && (data.state === 'uploaded' || (isRemapping && data.state !== 'applied'))
  const hasEnded = data.state === 'applied' || data.state === 'failed'
  return (
    <>
      {isFromFile && (isMapping || !hasEnded) ? <FileSteps now={isMapping ? 'columns' : 'review'} /> : null}
      <ImportStep {...rest} {...{ data, isMapping, setRemapping }} />
    </>
  )
}

interface ImportStepProps extends Omit<OpenImportProps, 'importId' | 'isFromFile'> {
  readonly data: ImportData
  readonly isMapping: boolean
  setRemapping(isRemapping: boolean): void
}

/** The step that an import is at. */
function ImportStep({ data, isMapping, setRemapping, restartLabel, onClose, onRestart }: ImportStepProps) {
  const { t } = useTranslation()
  if (isWorking(data)) return <ImportProgressView data={data} />
  if (data.state === 'applied')
    return <ImportDone data={data} restartLabel={restartLabel} onClose={onClose} onRestart={onRestart} />
  if (isMapping) {
    return <ImportMapping data={data} restartLabel={restartLabel} onRestart={onRestart} onChecked={() => setRemapping(false)} />
  }
  if (data.state === 'checked') return <ImportReport data={data} onClose={onClose} onRemap={() => setRemapping(true)} />
  return (
    <>
      <EmptyState Icon={IconAlertTriangle} tone="stop" title={t('imports.failed')}>
        {data.failure}
      </EmptyState>
      <div className={dialogStyles.actions}>
        <Button onClick={() => setRemapping(true)}>{t('imports.back')}</Button>
        <Button variant="primary" onClick={onRestart}>
          {restartLabel}
        </Button>
      </div>
    </>
  )
}

interface DoneProps extends Omit<OpenImportProps, 'importId' | 'isFromFile'> {
  readonly data: ImportData
}

/** The result of an import. */
function ImportDone({ data, restartLabel, onClose, onRestart }: DoneProps) {
  const { t } = useTranslation()
  const { counts } = data
  if (!counts) return null
  const { created, updated, bad } = counts
  return (
    <>
      <div className={styles.done} role="status">
        <span className={`${statesStyles.badge} ${statesStyles.badgeActive}`}>
          <IconCircleCheck className="icon icon-20" aria-hidden="true" />
        </span>
        <div>
          <b className="semibold">{t('imports.done')}</b>
          <p className="text-secondary">
            {t('imports.doneText', { count: created, updated })} {bad > 0 ? t('imports.doneBad', { count: bad }) : null}
          </p>
        </div>
      </div>
      <CountStrip counts={counts} />
      <div className={dialogStyles.actions}>
        <Button onClick={onRestart}>{restartLabel}</Button>
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </>
  )
}

/** Progress of reading or writing on the server. */
function ImportProgressView({ data }: { data: ImportData }) {
  const { t } = useTranslation()
  const { phase, done, of, lines } = data.progress ?? { phase: 'reading', done: 0, of: 0, lines: 0 }
  const percent = of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : 0
  const isKnown = of > 0 && phase !== 'judging'
  const text = {
    reading: of > 0 ? t('imports.reading', { lines, percent }) : t('imports.fetched', { lines }),
    judging: t('imports.judging', { lines }),
    writing: t('imports.writing', { done, of }),
    done: t('imports.judging', { lines }),
  }[phase]
  const isApplying = data.state === 'applying'
  return (
    <>
      <h3 className={styles.heading}>{t(isApplying ? 'imports.applying' : 'imports.checking', { name: data.fileName })}</h3>
      <ProgressBar label={t('imports.progress')} percent={isKnown ? percent : undefined} />
      <p className="text-secondary tabular-numbers">{text}</p>
      {isApplying ? <p className="text-tertiary text-small">{t('imports.applyingHint')}</p> : null}
    </>
  )
}
