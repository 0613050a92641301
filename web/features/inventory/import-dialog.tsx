import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ImportChoose } from './import-choose.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { ImportProgressView } from './import-progress.tsx'
import { ImportReport } from './import-report.tsx'
import { discard, type ImportData, importQuery, isWorking } from './inventory.api.ts'

interface ImportDialogProps {
  readonly opened: boolean
  onClose(): void
}

/** Imports SIMs from a file: upload, column mapping, preview, import. */
export function ImportDialog({ opened, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('imports.title')} fullOnPhone>
      <ImportSteps
        onClose={onClose}
        restartLabel={t('imports.other')}
        first={(onStarted) => <ImportChoose onUploaded={onStarted} />}
      />
    </Dialog>
  )
}

interface StepsProps {
  onClose(): void
  /** label of the button back to the first step */
  readonly restartLabel: string
  /** the first step, which starts an import */
  first(onStarted: (data: ImportData) => void): ReactNode
}

/** The steps restart each time the dialog opens. */
export function ImportSteps({ onClose, restartLabel, first }: StepsProps) {
  const [importId, setImportId] = useState<number>()
  const startAgain = () => {
    if (importId !== undefined) void discard(importId)
    setImportId(undefined)
  }
  if (importId === undefined) return first((data) => setImportId(data.importId))
  return <OpenImport importId={importId} restartLabel={restartLabel} onClose={onClose} onRestart={startAgain} />
}

interface OpenImportProps {
  readonly importId: number
  readonly restartLabel: string
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

function OpenImport({ importId, restartLabel, onClose, onRestart }: OpenImportProps) {
  const { t } = useTranslation()
  const { data } = useQuery(importQuery(importId))
  const [isRemapping, setRemapping] = useState(false)
  useInvalidateFleet(data)
  if (!data) return null
  if (isWorking(data)) return <ImportProgressView data={data} />
  if (data.state === 'applied')
    return <ImportDone data={data} restartLabel={restartLabel} onClose={onClose} onRestart={onRestart} />
  if (data.state === 'uploaded' || isRemapping) {
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
