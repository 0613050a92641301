import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimTab } from '#domain/editability.ts'

interface SimTabsProps {
  readonly tabs: readonly SimTab[]
  readonly chosen: SimTab
  onChoose(tab: SimTab): void
  readonly children: ReactNode
}

/** Where a key leads among so many tabs; undefined when it means nothing there. */
function tabAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** The tabs of a SIM with what the chosen one shows. Arrows, Home and End move among them. */
export function SimTabs({ tabs, chosen, onChoose, children }: SimTabsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${chosen}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  const pressed = (event: KeyboardEvent) => {
    const next = tabs[tabAfter(event.key, tabs.indexOf(chosen), tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <>
      <div className="sim-tabs" role="tablist" aria-label={t('sims.detail.tabs')} ref={list} onKeyDown={pressed}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`sim-tab-${tab}`}
            data-tab={tab}
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? 'sim-tab-panel' : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {t(`sims.detail.${tab}`)}
          </button>
        ))}
      </div>
      <div className="sim-tab" role="tabpanel" id="sim-tab-panel" aria-labelledby={`sim-tab-${chosen}`}>
        {children}
      </div>
    </>
  )
}
