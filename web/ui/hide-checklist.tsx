import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

export function HideChecklist({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation()
  const label = t('common.hideChecklist')
  return (
    <Button variant="ghost" size="sm" square aria-label={label} title={label} onClick={onHide}>
      <IconX className="icon" aria-hidden="true" />
    </Button>
  )
}
