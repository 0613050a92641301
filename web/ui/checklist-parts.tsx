import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

export function HideChecklist({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation()
  const label = t('common.hideChecklist')
  return <IconButton Icon={IconX} label={label} title={label} onClick={onHide} />
}

/** Whether a step is done. */
export function StepMark({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation()
  return isDone ? (
    <IconCircleCheckFilled className="icon icon-20 icon-active" role="img" aria-label={t('common.done')} />
  ) : (
    <IconCircle className="icon icon-20 text-tertiary" role="img" aria-label={t('common.open')} />
  )
}
