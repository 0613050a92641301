import { IconClock, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../lib/format.ts'
import { Button } from './button.tsx'

interface AsOfProps {
  /** ISO 8601; undefined while the figures are still coming */
  at: string | undefined
  onRefresh: () => void
  busy: boolean
}

/** As of when the figures are true, with a button that asks for newer ones. */
export function AsOf({ at, onRefresh, busy }: AsOfProps) {
  const { t } = useTranslation()
  return (
    <div className="row t3 s12 asof">
      <IconClock className="i i-14" aria-hidden="true" />
      <span className="tn">{at ? t('common.asOf', { moment: formatMoment(at) }) : t('common.loading')}</span>
      <Button variant="ghost" size="sm" square aria-label={t('common.refresh')} blocked={busy} onClick={onRefresh}>
        <IconRefresh className={busy ? 'i i-14 turning' : 'i i-14'} aria-hidden="true" />
      </Button>
    </div>
  )
}
