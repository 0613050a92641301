import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '#web/lib/chunk.ts'
import { Button } from '#web/ui/button.tsx'

const ImportDialog = lazy(() =>
  loadChunk(() => import('../inventory/import-dialog.tsx')).then((module) => ({ default: module.ImportDialog })),
)

/** The administrator's way to take in an inventory file. */
export function ImportButton({ onImport }: { onImport: () => void }) {
  const { t } = useTranslation()
  return (
    <Button size="sm" onClick={onImport}>
      <IconUpload className="i i-14" aria-hidden="true" />
      {t('sims.import')}
    </Button>
  )
}

/** The dialog once it was asked for; its code comes then, and it stays so that it can give the focus back. */
export function LaterImport({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const wasAsked = useRef(opened)
  wasAsked.current ||= opened
  if (!wasAsked.current) return null
  return (
    <Suspense>
      <ImportDialog opened={opened} onClose={onClose} />
    </Suspense>
  )
}
