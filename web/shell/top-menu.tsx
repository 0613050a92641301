import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyOnDemand } from '../ui/lazy-on-demand.tsx'
import type { MenuSubmenu as Entry, MenuEntry } from './menu-entries.ts'
import styles from './shell.module.css'

const MenuGroup = lazyOnDemand(() => import('./menu-group.tsx').then((module) => module.MenuGroup))

/** Whether a path is the current screen or below it. */
function useIsCurrent(): (path: string) => boolean {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
}

function Group({ group, current }: { group: Entry; current: boolean }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(0)
  const early = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-current={current ? 'true' : undefined}
      onClick={() => setAsked(asked + 1)}
    >
      {t(group.label)}
      <IconChevronDown className="icon icon-14" aria-hidden="true" />
    </button>
  )
  return <MenuGroup requests={asked} group={group} current={current} fallback={early} />
}

export function TopMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const isCurrent = useIsCurrent()
  return (
    <nav className={styles.menu} aria-label={t('shell.mainMenu')}>
      {entries.map((entry) =>
        'path' in entry ? (
          <Link key={entry.label} to={entry.path} aria-current={isCurrent(entry.path) ? 'page' : undefined}>
            {t(entry.label)}
          </Link>
        ) : (
          <Group key={entry.label} group={entry} current={entry.links.some(({ path }) => isCurrent(path))} />
        ),
      )}
    </nav>
  )
}
