import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './tabs.module.css'

interface TabsProps<V extends string> {
  /** name of the tab list */
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly text: string; readonly count?: string | undefined }[]
  readonly chosen: V
  onChoose(tab: V): void
  /** content of the chosen tab */
  readonly children: ReactNode
  /** classes of another style than a page's */
  readonly classNames?: { readonly list: string | undefined; readonly panel: string | undefined }
}

const PAGE = { list: styles.tabs, panel: styles.panel }

/** The tab that a key moves to; undefined for other keys. */
function tabAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Scrolls the tabs alone: scrollIntoView() would take the page along, to tabs that are below what is in view. */
function scrollToTab(list: HTMLElement, chosen: string): void {
  const tab = list.querySelector<HTMLElement>(`[data-tab="${chosen}"]`)
  if (!tab) return
  const from = tab.offsetLeft - list.offsetLeft
  const to = from + tab.offsetWidth
  if (from < list.scrollLeft) list.scrollLeft = from
  else if (to > list.scrollLeft + list.clientWidth) list.scrollLeft = to - list.clientWidth
}

/** Tabs with the content of the chosen one. Arrows, Home and End move among them. */
export function Tabs<V extends string>({ label, tabs, chosen, onChoose, children, classNames = PAGE }: TabsProps<V>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.current) scrollToTab(list.current, chosen)
  }, [chosen])
  const pressed = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ value }) => value === chosen)
    const next = tabs[tabAfter(event.key, at, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(next.value)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }
  return (
    <>
      <div className={classNames.list} role="tablist" aria-label={label} ref={list} onKeyDown={pressed}>
        {tabs.map(({ value, text, count }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            data-tab={value}
            aria-selected={value === chosen}
            aria-controls={value === chosen ? `${id}-panel` : undefined}
            tabIndex={value === chosen ? 0 : -1}
            onClick={() => onChoose(value)}
          >
            {text}
            {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div className={classNames.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
