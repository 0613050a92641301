import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '#web/lib/chunk.ts'
import { Button } from '#web/ui/button.tsx'

const ImportDialog = lazy(() =>
  loadChunk(() => import('./import-dialog.tsx')).then((module) => ({ default: module.ImportDialog })),
)

/** The administrator's way to take in an inventory file. */
export function ImportButton() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpened(true)}>
        <IconUpload className="i i-14" aria-hidden="true" />
        {t('sims.import')}
      </Button>
      {opened ? (
        <Suspense>
          <ImportDialog onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
