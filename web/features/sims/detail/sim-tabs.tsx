import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimTab } from '#domain/editability.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './sim-tabs.module.css'

/** The specification's tabs; the page has a summary before them. */
export type PageTab = SimTab | 'summary'

interface SimTabsProps<Tab extends PageTab> {
  readonly tabs: readonly Tab[]
  readonly chosen: Tab
  onChoose(tab: Tab): void
  readonly children: ReactNode
}

const TABS_STYLE = { list: styles.tabs, panel: styles.tab }

/** The tabs of a SIM with the content of the chosen one. */
export function SimTabs<Tab extends PageTab>({ tabs, chosen, onChoose, children }: SimTabsProps<Tab>) {
  const { t } = useTranslation()
  const named = tabs.map((value) => ({ value, text: t(`sims.detail.${value}`) }))
  return (
    <Tabs label={t('sims.detail.tabs')} tabs={named} chosen={chosen} onChoose={onChoose} classNames={TABS_STYLE}>
      {children}
    </Tabs>
  )
}
