import { IconHelp, IconMenu2, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import buttonStyles from '#web/ui/button.module.css'
import { helpIdOf } from '../features/help/help-paths.ts'
import { useAskedForm } from '../lib/asked-form.ts'
import { useKeepRecent } from '../lib/recents.ts'
import { clientConfigQuery, holds, useSession } from '../lib/session.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { SCREENS } from '../shared/screens.ts'
import { IconButton } from '../ui/button.tsx'
import { lazyOnDemand, lazyWithWords } from '../ui/lazy-on-demand.tsx'
import { Logo } from '../ui/logo.tsx'
import { BellButton } from './bell/bell-button.tsx'
import { CompanyButton } from './company-button.tsx'
import switchStyles from './company-switch.module.css'
import { LeaveCompany } from './leave-company.tsx'
import { visibleMenu } from './menu-entries.ts'
import { OwnSupportChat } from './own-support-chat.tsx'
import { SearchPlaceholder } from './search-frame.tsx'
import styles from './shell.module.css'
import { TopMenu } from './top-menu.tsx'
import { usePageKeys } from './use-page-keys.ts'
import { UserButton } from './user-button.tsx'

const NavDrawer = lazyOnDemand(() => import('./nav-drawer.tsx').then((module) => module.NavDrawer))
const RunningOperations = lazyOnDemand(() => import('./running-operations.tsx').then((module) => module.RunningOperations))
const SearchBox = lazyWithWords(() => import('./search-box.tsx').then((module) => module.SearchBox))
const ViewingBand = lazyOnDemand(() => import('./viewing-band.tsx').then((module) => module.ViewingBand))
const ShortcutsDialog = lazyWithWords(() => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog))
const CompanySwitch = lazyWithWords(() => import('./company-switch.tsx').then((module) => module.CompanySwitch))
const Bell = lazyOnDemand(() => import('./bell/bell.tsx').then((module) => module.Bell))
const UserMenu = lazyOnDemand(() => import('./user-menu.tsx').then((module) => module.UserMenu))

const screens: ReadonlySet<string> = new Set(Object.keys(SCREENS))

/** Links to the help article about the open screen. */
function HelpHere() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const articleId = helpIdOf(pathname) ?? 'start'
  return (
    <Link
      className={`${buttonStyles.ghost} ${buttonStyles.square}`}
      to="/help/$articleId"
      params={{ articleId }}
      aria-label={t('shell.helpHere')}
    >
      <IconHelp className="icon icon-20" aria-hidden="true" />
    </Link>
  )
}

/** In which of several companies one works. */
function Companies() {
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    // sticky elements below the header leave room for it where it has a row of its own
    document.documentElement.dataset.companies = ''
    return () => {
      delete document.documentElement.dataset.companies
    }
  }, [])
  return (
    <div className={switchStyles.switch}>
      <CompanySwitch requests={requests} fallback={<CompanyButton onClick={() => setRequests((before) => before + 1)} />} />
      {useSession().worksIn === 'one' ? <LeaveCompany /> : null}
    </div>
  )
}

/** The bell: its code loads once the page is idle, or when it is pressed before. */
function LazyBell() {
  const [state, setState] = useState<'waiting' | 'idle' | 'pressed'>('waiting')
  useEffect(() => whenIdle(() => setState((before) => (before === 'waiting' ? 'idle' : before))), [])
  return (
    <Bell
      wasPressed={state === 'pressed'}
      requests={state === 'waiting' ? 0 : 1}
      fallback={<BellButton onClick={() => setState('pressed')} />}
    />
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
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOnSims = pathname === '/sims'
  useKeepRecent('page', screens.has(pathname) && pathname !== '/' ? pathname : undefined, '')
  useEffect(() => {
    // there the box shows the search text of the list
    if (isOnSims) setAsked((before) => ({ ...before, search: before.search + 1 }))
  }, [isOnSims])
  useEffect(() => {
    if (searching) header.current?.querySelector<HTMLInputElement>('search input')?.focus()
  }, [searching])
  const { data: config } = useQuery(clientConfigQuery)
  const entries = visibleMenu(session, screens, config?.manualsUrl)
  const [shortcuts, setShortcuts] = useState({ requests: 0, opened: false })
  const openShortcuts = useCallback(() => setShortcuts(({ requests }) => ({ requests: requests + 1, opened: true })), [])
  const openSearch = useCallback(() => {
    setSearching(true)
    const input = header.current?.querySelector<HTMLInputElement>('search input')
    input?.focus()
    input?.select()
  }, [])
  usePageKeys(entries, { onSearch: openSearch, onShortcuts: openShortcuts })
  useAskedForm('search', openSearch)
  return (
    <header ref={header} className={classes(styles.top, searching && styles.searching)}>
      <ViewingBand requests={session.viewedBy === '' ? 0 : 1} />
      <div className={styles.bar}>
        <IconButton
          Icon={IconMenu2}
          iconClass="icon-20"
          size="md"
          className={styles.onlyWhenNarrow}
          label={t('shell.openMenu')}
          onClick={() => setDrawer('open')}
        />
        <Link to="/" className={styles.mark} aria-label={t('shell.home')}>
          <Logo />
          <span className={styles.word}>Enlace</span>
        </Link>
        <span className={`${styles.slash} ${styles.hideWhenNarrow}`} aria-hidden="true">
          /
        </span>
        {session.worksIn === 'one' ? null : (
          <span className={`${styles.company} ${styles.hideWhenNarrow} ellipsis`} title={session.companyName}>
            <span className="visually-hidden">{t('shell.company')}: </span>
            {session.companyName}
          </span>
        )}
        {session.worksIn === 'only' ? null : <Companies />}
        <SearchBox
          isShown={searching}
          onDone={() => setSearching(false)}
          onShortcuts={openShortcuts}
          requests={asked.search}
          fallback={<SearchPlaceholder onRequest={() => ask('search')} />}
        />
        <IconButton
          Icon={searching ? IconX : IconSearch}
          iconClass="icon-20"
          size="md"
          className={`${styles.onlyWhenNarrow} ${styles.closeSearch}`}
          label={t(searching ? 'shell.closeSearch' : 'shell.search')}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        />
        <HelpHere />
        <OwnSupportChat />
        <RunningOperations requests={holds(session, 'sims') ? 1 : 0} />
        <LazyBell />
        <UserMenu onShortcuts={openShortcuts} requests={asked.menu} fallback={<UserButton onClick={() => ask('menu')} />} />
      </div>
      <TopMenu entries={entries} />
      <NavDrawer
        requests={drawer === 'never' ? 0 : 1}
        entries={entries}
        opened={drawer === 'open'}
        onClose={() => setDrawer('closed')}
      />
      <ShortcutsDialog
        entries={entries}
        requests={shortcuts.requests}
        opened={shortcuts.opened}
        onClose={() => setShortcuts({ ...shortcuts, opened: false })}
      />
    </header>
  )
}
