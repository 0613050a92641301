import { Menu } from '@mantine/core'
import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Mantine } from '../ui/mantine.tsx'
import { useOpenAtFirst } from '../ui/use-open-at-first.ts'
import { type MenuSubmenu as Entry, isCurrentLink } from './menu-entries.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'

interface MenuGroupProps {
  readonly group: Entry
  readonly current: boolean
  readonly opensAtFirst: boolean
}

/** A group of the top menu: its links open below it. Its code loads with the first press of its button. */
export function MenuGroup({ group, current, opensAtFirst }: MenuGroupProps) {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useOpenAtFirst(button, opensAtFirst)
  return (
    <Mantine>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        offset={4}
        classNames={{ dropdown: 'floating', item: 'floating-item' }}
      >
        <Menu.Target>
          <button ref={button} type="button" aria-current={current ? 'true' : undefined}>
            {t(group.label)}
            <IconChevronDown className="icon icon-14" aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {group.links.map((link) =>
            link.opensTab ? (
              <Menu.Item key={link.path} component="a" href={link.path} target="_blank" rel="noopener noreferrer">
                {t(link.label)}
                <IconExternalLink className="icon icon-14" aria-hidden="true" />
              </Menu.Item>
            ) : (
              <Menu.Item
                key={link.path}
                component={Link}
                to={link.path}
                aria-current={isCurrentLink(link, pathname) ? 'page' : undefined}
              >
                {t(link.label)}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </Mantine>
  )
}
