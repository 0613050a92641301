import { IconMenu2, IconSearch, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../lib/chunk.ts'
import { useSession } from '../lib/session.ts'
import { SCREENS } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { visibleMenu } from './menu-entries.ts'
import { SearchBox } from './search-box.tsx'
import { TopMenu } from './top-menu.tsx'
import { UserMenu } from './user-menu.tsx'

const NavDrawer = lazy(() => loadChunk(() => import('./nav-drawer.tsx')).then((module) => ({ default: module.NavDrawer })))

const screens: ReadonlySet<string> = new Set(Object.keys(SCREENS))

export function Header() {
  const { t } = useTranslation()
  const session = useSession()
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  const [searching, setSearching] = useState(false)
  const entries = visibleMenu(session, screens)
  return (
    <header className={searching ? 'top searching' : 'top'}>
      <div className="top-a">
        <Button variant="ghost" square className="only-s" aria-label={t('shell.openMenu')} onClick={() => setDrawer('open')}>
          <IconMenu2 className="i i-20" aria-hidden="true" />
        </Button>
        <Link to="/" className="mark" aria-label={t('shell.home')}>
          <Mark />
          Enlace
        </Link>
        <span className="slash hide-s" aria-hidden="true">
          /
        </span>
        <span className="company hide-s ell" title={session.companyName}>
          <span className="vh">{t('shell.company')}: </span>
          {session.companyName}
        </span>
        <SearchBox onDone={() => setSearching(false)} />
        <Button
          variant="ghost"
          square
          className="only-s"
          aria-label={t(searching ? 'shell.closeSearch' : 'shell.search')}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          {searching ? <IconX className="i i-20" aria-hidden="true" /> : <IconSearch className="i i-20" aria-hidden="true" />}
        </Button>
        <UserMenu />
      </div>
      <TopMenu entries={entries} />
      {drawer === 'never' ? null : (
        <Suspense>
          <NavDrawer entries={entries} opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </header>
  )
}
