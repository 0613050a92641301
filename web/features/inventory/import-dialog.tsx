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
import { ImportProgress } from './import-progress.tsx'
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
        other={t('imports.other')}
        first={(onStarted) => <ImportChoose onUploaded={onStarted} />}
      />
    </Dialog>
  )
}

interface StepsProps {
  onClose(): void
  /** label of the button back to the first step */
  readonly other: string
  /** the first step, which starts an import */
  first(onStarted: (data: ImportData) => void): ReactNode
}

/** The steps restart each time the dialog opens. */
export function ImportSteps({ onClose, other, first }: StepsProps) {
  const [importId, setImportId] = useState<number>()
  const startAgain = () => {
    if (importId !== undefined) void discard(importId)
    setImportId(undefined)
  }
  if (importId === undefined) return first((data) => setImportId(data.importId))
  return <OpenImport importId={importId} other={other} onClose={onClose} onOther={startAgain} />
}

interface OpenImportProps {
  readonly importId: number
  readonly other: string
  onClose(): void
  /** restarts with another file */
  onOther(): void
}

/** Invalidates the screens that show the fleet once it has changed. */
function useFreshFleet(data: ImportData | undefined): void {
  const client = useQueryClient()
  const isApplied = data?.state === 'applied'
  useEffect(() => {
    if (!isApplied) return
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' && queryKey[0] !== 'session' })
  }, [isApplied, client])
}

function OpenImport({ importId, other, onClose, onOther }: OpenImportProps) {
  const { t } = useTranslation()
  const { data } = useQuery(importQuery(importId))
  const [isRemapping, setRemapping] = useState(false)
  useFreshFleet(data)
  if (!data) return null
  if (isWorking(data)) return <ImportProgress data={data} />
  if (data.state === 'applied') return <ImportDone data={data} other={other} onClose={onClose} onOther={onOther} />
  if (data.state === 'uploaded' || isRemapping) {
    return <ImportMapping data={data} other={other} onOther={onOther} onChecked={() => setRemapping(false)} />
  }
  if (data.state === 'checked') return <ImportReport data={data} onClose={onClose} onRemap={() => setRemapping(true)} />
  return (
    <>
      <EmptyState Icon={IconAlertTriangle} tone="stop" title={t('imports.failed')}>
        {data.failure}
      </EmptyState>
      <div className={dialogStyles.actions}>
        <Button onClick={() => setRemapping(true)}>{t('imports.back')}</Button>
        <Button variant="primary" onClick={onOther}>
          {other}
        </Button>
      </div>
    </>
  )
}
