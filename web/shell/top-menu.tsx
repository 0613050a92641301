import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MenuEntry, MenuGroup } from './menu-entries.ts'

/** Whether a path is the current screen or below it. */
function useIsCurrent(): (path: string) => boolean {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
}

function Group({ group }: { group: MenuGroup }) {
  const { t } = useTranslation()
  const isCurrent = useIsCurrent()
  const current = group.links.some(({ path }) => isCurrent(path))
  return (
    <Menu position="bottom-start" offset={4} classNames={{ dropdown: 'float', item: 'float-item' }}>
      <Menu.Target>
        <button type="button" aria-current={current ? 'true' : undefined}>
          {t(group.label)}
          <IconChevronDown className="i i-14" aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {group.links.map(({ path, label }) => (
          <Menu.Item key={path} component={Link} to={path}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function TopMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const isCurrent = useIsCurrent()
  return (
    <nav className="top-menu" aria-label={t('shell.mainMenu')}>
      {entries.map((entry) =>
        'path' in entry ? (
          <Link key={entry.label} to={entry.path} aria-current={isCurrent(entry.path) ? 'page' : undefined}>
            {t(entry.label)}
          </Link>
        ) : (
          <Group key={entry.label} group={entry} />
        ),
      )}
    </nav>
  )
}
