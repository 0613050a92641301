import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Mantine } from '../ui/mantine.tsx'
import type { MenuGroup as Entry } from './menu-entries.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'

/** A group of the top menu: its links open below it. */
export function MenuGroup({ group, current }: { group: Entry; current: boolean }) {
  const { t } = useTranslation()
  return (
    <Mantine>
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
    </Mantine>
  )
}
