import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyOnDemand } from '../ui/lazy-on-demand.tsx'
import { type MenuSubmenu as Entry, isCurrentLink, type MenuEntry } from './menu-entries.ts'
import styles from './shell.module.css'

const MenuGroup = lazyOnDemand(() => import('./menu-group.tsx').then((module) => module.MenuGroup))

interface GroupProps {
  readonly group: Entry
  readonly current: boolean
  /** whether it was pressed last of all groups whose code was not loaded yet: only that one opens */
  readonly isPressedLast: boolean
  onPress(): void
}

function Group({ group, current, isPressedLast, onPress }: GroupProps) {
  const { t } = useTranslation()
  const [requests, setRequests] = useState(0)
  const press = () => {
    setRequests(requests + 1)
    onPress()
  }
  const early = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-current={current ? 'true' : undefined}
      onClick={press}
    >
      {t(group.label)}
      <IconChevronDown className="icon icon-14" aria-hidden="true" />
    </button>
  )
  return <MenuGroup requests={requests} group={group} current={current} opensAtFirst={isPressedLast} fallback={early} />
}

export function TopMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [pressed, setPressed] = useState<string>()
  return (
    <nav className={styles.menu} aria-label={t('shell.mainMenu')}>
      {entries.map((entry) =>
        'path' in entry ? (
          <Link key={entry.label} to={entry.path} aria-current={isCurrentLink(entry, pathname) ? 'page' : undefined}>
            {t(entry.label)}
          </Link>
        ) : (
          <Group
            key={entry.label}
            group={entry}
            current={entry.links.some((link) => isCurrentLink(link, pathname))}
            isPressedLast={pressed === entry.label}
            onPress={() => setPressed(entry.label)}
          />
        ),
      )}
    </nav>
  )
}
