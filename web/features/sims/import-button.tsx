import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

/** The administrator's button to import an inventory file. */
export function ImportButton({ onImport }: { onImport: () => void }) {
  const { t } = useTranslation()
  return (
    <Button size="sm" onClick={onImport}>
      <IconUpload className="icon icon-14" aria-hidden="true" />
      {t('sims.import')}
    </Button>
  )
}
