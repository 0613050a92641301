import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session.ts'
import { IconButton } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { useScrollLock } from '../ui/use-scroll-lock.ts'
import { isCurrentLink, type MenuEntry, type MenuLink } from './menu-entries.ts'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import styles from './nav-drawer.module.css'
import shellStyles from './shell.module.css'

interface NavDrawerProps {
  entries: readonly MenuEntry[]
  opened: boolean
  onClose: () => void
}

function Content({ entries, opened, onClose }: NavDrawerProps) {
  const { t } = useTranslation()
  const { companyName } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  useScrollLock(opened)
  useFocusReturn(opened)
  const link = (entry: MenuLink) =>
    entry.opensTab ? (
      <a key={entry.path} href={entry.path} target="_blank" rel="noopener noreferrer" onClick={onClose}>
        {t(entry.label)}
      </a>
    ) : (
      <Link
        key={entry.path}
        to={entry.path}
        onClick={onClose}
        activeOptions={{ exact: entry.path === '/' }}
        aria-current={isCurrentLink(entry, pathname) ? 'page' : undefined}
      >
        {t(entry.label)}
      </Link>
    )
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      returnFocus={false}
      size={288}
      transitionProps={{ duration: 200 }}
    >
      <Drawer.Overlay backgroundOpacity={1} color="var(--scrim)" />
      <Drawer.Content inert={!opened} className={styles.drawer} aria-label={t('shell.mainMenu')}>
        <div className={styles.head}>
          <span className={shellStyles.mark}>
            <Logo />
            Enlace
          </span>
          <IconButton Icon={IconX} iconClass="icon-20" size="md" label={t('common.close')} onClick={onClose} />
        </div>
        <p className={`${styles.drawerCompany} text-tertiary text-small`}>{companyName}</p>
        <nav aria-label={t('shell.mainMenu')}>
          {entries.map((entry) =>
            'path' in entry ? (
              link(entry)
            ) : (
              <section key={entry.label} aria-label={t(entry.label)}>
                <h2 className="overline">{t(entry.label)}</h2>
                {entry.links.map(link)}
              </section>
            ),
          )}
        </nav>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The menu on small screens: one column, groups under their name. */
export function NavDrawer(props: NavDrawerProps) {
  return (
    <Mantine>
      <Content {...props} />
    </Mantine>
  )
}
