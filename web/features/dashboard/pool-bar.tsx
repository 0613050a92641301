import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_MB, poolLevel } from '#domain/usage.ts'
import { byteParts, formatBytes, formatMb, formatPercent } from '#web/lib/format.ts'
import { Glow } from '#web/ui/glow.tsx'
import { Meter } from '#web/ui/meter.tsx'
import './pools.css'

/** Red at 100 % or more, primary at 50 or more, green below (specification sections 4 and 9). */
export const POOL_LOOKS = {
  full: { tone: 'stop', word: 'dashboard.poolFull' },
  half: { tone: 'primary', word: 'dashboard.poolHalf' },
  ample: { tone: 'active', word: 'dashboard.poolAmple' },
} as const

interface PoolBarProps {
  readonly percent: number
  readonly usedBytes: number
  readonly poolMb: number
  /** what it is called */
  readonly children: ReactNode
}

/** '418 de 400 GB': the unit once when both have the same. */
function useOfPool({ usedBytes, poolMb }: Pick<PoolBarProps, 'usedBytes' | 'poolMb'>): string {
  const { t } = useTranslation()
  const used = byteParts(usedBytes)
  const size = formatMb(poolMb)
  const isSameUnit = used.unit === byteParts(poolMb * BYTES_PER_MB).unit
  return t('dashboard.poolUse', { used: isSameUnit ? used.figure : formatBytes(usedBytes), size })
}

/** A pool as a bar, with what it says in words, in a list with the class `pools`. */
export function PoolBar({ percent, children, ...use }: PoolBarProps) {
  const { t } = useTranslation()
  const { tone, word } = POOL_LOOKS[poolLevel(percent)]
  return (
    <li>
      <div className="row">
        {children}
        <span className={`b tn nw ${tone === 'stop' ? 'c-stop' : ''}`}>{formatPercent(percent)}</span>
      </div>
      <Meter percent={percent} tone={tone} thick />
      <div className="row s12 t3">
        <span className="tn">
          <Glow value={use.usedBytes}>{useOfPool(use)}</Glow>
        </span>
        <span>{t(word)}</span>
      </div>
    </li>
  )
}
