import { Popover } from '@mantine/core'
import { IconKeyboard, IconLogout, IconPlugConnected, IconShieldLock, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOGOUT_ADDRESS } from '../lib/logout.ts'
import { deleteRecentCompanies } from '../lib/recent-companies.ts'
import { deleteRecents } from '../lib/recents.ts'
import { holds, useSession } from '../lib/session.ts'
import { SCREENS } from '../shared/screens.ts'
import { lazyWithWords } from '../ui/lazy-on-demand.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { DensityChoice, LanguageChoice, ThemeChoice } from '../ui/preference-choices.tsx'
import { useOpenAtFirst } from '../ui/use-open-at-first.ts'
import { fullNameOf, UserButton } from './user-button.tsx'
import '@mantine/core/styles/Popover.css'
import styles from './user-menu.module.css'

const AccountDialog = lazyWithWords(() =>
  import('../features/account/account-dialog.tsx').then((module) => module.AccountDialog),
)
const SecurityDialog = lazyWithWords(() =>
  import('../features/identity/security/security-dialog.tsx').then((module) => module.SecurityDialog),
)

type Own = 'account' | 'security'

function Choices() {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.choice}>
        <span>{t('common.theme')}</span>
        <ThemeChoice withWords />
      </div>
      <div className={styles.choice}>
        <span>{t('common.language')}</span>
        <LanguageChoice />
      </div>
      <div className={styles.choice}>
        <span>{t('common.density')}</span>
        <DensityChoice />
      </div>
    </>
  )
}

/** What the browser keeps of the person. */
function deleteKept(): void {
  deleteRecents()
  deleteRecentCompanies()
}

/** The menu of the logged-in user. Its code loads with the first press of its button. */
export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useOpenAtFirst(button)
  const [own, setOwn] = useState<Own>()
  const [asked, setAsked] = useState({ account: 0, security: 0 })
  const openOwn = (one: Own) => {
    setOpened(false)
    setOwn(one)
    setAsked({ ...asked, [one]: asked[one] + 1 })
  }
  const closeOwn = () => setOwn(undefined)
  return (
    <Mantine>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        offset={6}
        width={304}
        trapFocus
        returnFocus
        transitionProps={{ duration: 120 }}
        classNames={{ dropdown: `floating ${styles.menu}` }}
      >
        <Popover.Target>
          <UserButton ref={button} onClick={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown aria-label={t('shell.userMenu', { name: fullNameOf(session) })}>
          <div className={styles.who}>
            <div className="medium">{fullNameOf(session)}</div>
            <div className="text-small text-tertiary">{session.userEmail}</div>
          </div>
          <Choices />
          <hr />
          <button type="button" className="floating-item" onClick={() => openOwn('account')}>
            <IconUser className="icon" aria-hidden="true" />
            {t('shell.account')}
          </button>
          <button type="button" className="floating-item" onClick={() => openOwn('security')}>
            <IconShieldLock className="icon" aria-hidden="true" />
            {t('shell.security')}
          </button>
          {holds(session, SCREENS['/integrations'].permit) ? (
            <Link to="/integrations" className="floating-item" onClick={() => setOpened(false)}>
              <IconPlugConnected className="icon" aria-hidden="true" />
              {t('shell.integrations')}
            </Link>
          ) : null}
          <button
            type="button"
            className={`floating-item ${styles.needsKeyboard}`}
            onClick={() => {
              setOpened(false)
              onShortcuts()
            }}
          >
            <IconKeyboard className="icon" aria-hidden="true" />
            {t('shell.shortcuts')}
          </button>
          <a className="floating-item" href={LOGOUT_ADDRESS} onClick={deleteKept}>
            <IconLogout className="icon" aria-hidden="true" />
            {t('shell.logOut')}
          </a>
        </Popover.Dropdown>
      </Popover>
      <AccountDialog requests={asked.account} opened={own === 'account'} onClose={closeOwn} />
      <SecurityDialog requests={asked.security} opened={own === 'security'} onClose={closeOwn} />
    </Mantine>
  )
}
