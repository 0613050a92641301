import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { poolLevel } from '#domain/usage.ts'
import { formatMb, formatPercent, usedMb } from '#web/lib/format.ts'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'

/** Red at 100 % or more, primary at 50 or more, green below (specification sections 4 and 9). */
export const POOL_TONES = {
  full: { tone: 'stop', word: 'dashboard.poolFull' },
  half: { tone: 'primary', word: 'dashboard.poolHalf' },
  ample: { tone: 'active', word: 'dashboard.poolAmple' },
} as const

interface PoolBarProps {
  readonly percent: number
  readonly usedBytes: number
  readonly poolMb: number
  /** its name */
  readonly children: ReactNode
}

/** A pool as a bar with its text, for a list with the class `pools`. */
export function PoolBar({ percent, usedBytes, poolMb, children }: PoolBarProps) {
  const { t } = useTranslation()
  const { tone, word } = POOL_TONES[poolLevel(percent)]
  return (
    <li>
      <div className="row">
        {children}
        <span className={`medium tabular-numbers no-wrap ${tone === 'stop' ? 'text-stop' : ''}`}>{formatPercent(percent)}</span>
      </div>
      <UsageBar percent={percent} tone={tone} thick isWhole />
      <div className="row text-small text-tertiary">
        <span className="tabular-numbers">
          <HighlightOnChange value={usedBytes}>
            {t('dashboard.poolUse', { used: usedMb(usedBytes), size: formatMb(poolMb) })}
          </HighlightOnChange>
        </span>
        <span>{t(word)}</span>
      </div>
    </li>
  )
}
