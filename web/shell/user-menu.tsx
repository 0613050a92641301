import { Popover } from '@mantine/core'
import { IconLogout, IconPlugConnected, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadScreenWords } from '../i18n/i18n.ts'
import { loadChunk } from '../lib/chunk.ts'
import { LOGOUT_ADDRESS } from '../lib/logout.ts'
import { holds, useSession } from '../lib/session.ts'
import { SCREENS } from '../screens.ts'
import { Mantine } from '../ui/mantine.tsx'
import { DensityChoice, LanguageChoice, ThemeChoice } from '../ui/preference-choices.tsx'
import { useOpenAtFirst } from '../ui/use-open-at-first.ts'
import { nameOf, UserButton } from './user-button.tsx'
import '@mantine/core/styles/Popover.css'

const AccountDialog = lazy(() =>
  loadChunk(async () => {
    const [{ AccountDialog }] = await Promise.all([import('../features/account/account-dialog.tsx'), loadScreenWords()])
    return { default: AccountDialog }
  }),
)

function Choices() {
  const { t } = useTranslation()
  return (
    <>
      <div className="choice">
        <span>{t('common.theme')}</span>
        <ThemeChoice withWords />
      </div>
      <div className="choice">
        <span>{t('common.language')}</span>
        <LanguageChoice />
      </div>
      <div className="choice">
        <span>{t('common.density')}</span>
        <DensityChoice />
      </div>
    </>
  )
}

/** The menu of the person at the screen. Its code comes with the first press of its button. */
export function UserMenu() {
  const { t } = useTranslation()
  const session = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useOpenAtFirst(button)
  const [account, setAccount] = useState<'never' | 'open' | 'closed'>('never')
  const openAccount = () => {
    setOpened(false)
    setAccount('open')
  }
  return (
    <Mantine>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        offset={6}
        width={272}
        trapFocus
        returnFocus
        transitionProps={{ duration: 120 }}
        classNames={{ dropdown: 'float user-menu' }}
      >
        <Popover.Target>
          <UserButton ref={button} onClick={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown aria-label={t('shell.userMenu', { name: nameOf(session) })}>
          <div className="who">
            <div className="b">{nameOf(session)}</div>
            <div className="s12 t3">{session.userEmail}</div>
          </div>
          <Choices />
          <hr />
          <button type="button" className="float-item" onClick={openAccount}>
            <IconUser className="i" aria-hidden="true" />
            {t('shell.account')}
          </button>
          {holds(session, SCREENS['/integrations'].permit) ? (
            <Link to="/integrations" className="float-item" onClick={() => setOpened(false)}>
              <IconPlugConnected className="i" aria-hidden="true" />
              {t('shell.integrations')}
            </Link>
          ) : null}
          <a className="float-item" href={LOGOUT_ADDRESS}>
            <IconLogout className="i" aria-hidden="true" />
            {t('shell.logOut')}
          </a>
        </Popover.Dropdown>
      </Popover>
      {account === 'never' ? null : (
        <Suspense>
          <AccountDialog opened={account === 'open'} onClose={() => setAccount('closed')} />
        </Suspense>
      )}
    </Mantine>
  )
}
