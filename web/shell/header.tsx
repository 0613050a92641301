import { IconHelp, IconMenu2, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { helpIdOf } from '../features/help/help-paths.ts'
import { clientConfigQuery, holds, useSession } from '../lib/session.ts'
import { SCREENS } from '../shared/screens.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { Mark } from '../ui/mark.tsx'
import { visibleMenu } from './menu-entries.ts'
import { EarlySearch } from './search-face.tsx'
import { TopMenu } from './top-menu.tsx'
import { useSearchKeys } from './use-search-keys.ts'
import { UserButton } from './user-button.tsx'

const NavDrawer = later(() => import('./nav-drawer.tsx').then((module) => module.NavDrawer))
const RunningOperations = later(() => import('./running-operations.tsx').then((module) => module.RunningOperations))
const SearchBox = later(() => import('./search-box.tsx').then((module) => module.SearchBox))
const ViewingBand = later(() => import('./viewing-band.tsx').then((module) => module.ViewingBand))
const UserMenu = later(() => import('./user-menu.tsx').then((module) => module.UserMenu))

const screens: ReadonlySet<string> = new Set(Object.keys(SCREENS))

/** Leads to the article about the screen that is open. */
function HelpHere() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const articleId = helpIdOf(pathname) ?? 'start'
  return (
    <Link className="ghost sq help-here" to="/help/$articleId" params={{ articleId }} aria-label={t('shell.helpHere')}>
      <IconHelp className="icon icon-20" aria-hidden="true" />
    </Link>
  )
}

export function Header() {
  const { t } = useTranslation()
  const session = useSession()
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  const [searching, setSearching] = useState(false)
  const header = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState({ menu: 0, search: 0 })
  const ask = (part: keyof typeof asked) => setAsked((before) => ({ ...before, [part]: before[part] + 1 }))
  useSearchKeys(
    header,
    useCallback(() => setSearching(true), []),
  )
  const isOnSims = useLocation({ select: ({ pathname }) => pathname === '/sims' })
  useEffect(() => {
    // there the box shows what the list was searched for
    if (isOnSims) setAsked((before) => ({ ...before, search: before.search + 1 }))
  }, [isOnSims])
  useEffect(() => {
    if (searching) header.current?.querySelector<HTMLInputElement>('.search input')?.focus()
  }, [searching])
  const { data: config } = useQuery(clientConfigQuery)
  const entries = visibleMenu(session, screens, config?.manualsUrl)
  return (
    <header ref={header} className={searching ? 'top searching' : 'top'}>
      <ViewingBand asked={session.viewedBy === '' ? 0 : 1} />
      <div className="top-a">
        <Button variant="ghost" square className="only-s" aria-label={t('shell.openMenu')} onClick={() => setDrawer('open')}>
          <IconMenu2 className="icon icon-20" aria-hidden="true" />
        </Button>
        <Link to="/" className="mark" aria-label={t('shell.home')}>
          <Mark />
          Enlace
        </Link>
        <span className="slash hide-s" aria-hidden="true">
          /
        </span>
        <span className="company hide-s ellipsis" title={session.companyName}>
          <span className="visually-hidden">{t('shell.company')}: </span>
          {session.companyName}
        </span>
        <SearchBox
          onDone={() => setSearching(false)}
          asked={asked.search}
          fallback={<EarlySearch onAsked={() => ask('search')} />}
        />
        <Button
          variant="ghost"
          square
          className="only-s"
          aria-label={t(searching ? 'shell.closeSearch' : 'shell.search')}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          {searching ? (
            <IconX className="icon icon-20" aria-hidden="true" />
          ) : (
            <IconSearch className="icon icon-20" aria-hidden="true" />
          )}
        </Button>
        <HelpHere />
        <RunningOperations asked={holds(session, 'sims') ? 1 : 0} />
        <UserMenu asked={asked.menu} fallback={<UserButton onClick={() => ask('menu')} />} />
      </div>
      <TopMenu entries={entries} />
      <NavDrawer
        asked={drawer === 'never' ? 0 : 1}
        entries={entries}
        opened={drawer === 'open'}
        onClose={() => setDrawer('closed')}
      />
    </header>
  )
}
