import { Popover } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '../lib/call.ts'
import { loadChunk } from '../lib/chunk.ts'
import { useSession } from '../lib/session.ts'
import { DensityChoice, LanguageChoice, ThemeChoice } from '../ui/preference-choices.tsx'
import '@mantine/core/styles/Popover.css'
import './user-menu.css'

/** The logout page is the server's; behind the development proxy it stands below the calls' path. */
export const LOGOUT_ADDRESS = import.meta.env.DEV ? `${API_BASE}/logout` : '/logout'

const AccountDialog = lazy(() =>
  loadChunk(() => import('./account-dialog.tsx')).then((module) => ({ default: module.AccountDialog })),
)

const initialsOf = (...names: string[]): string =>
  names
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()

export function UserMenu() {
  const { t } = useTranslation()
  const { userName, userLastname, userEmail } = useSession()
  const [opened, setOpened] = useState(false)
  const [account, setAccount] = useState<'never' | 'open' | 'closed'>('never')
  const name = `${userName} ${userLastname}`.trim()
  return (
    <>
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
          <button type="button" className="ghost" aria-label={t('shell.userMenu', { name })} onClick={() => setOpened(!opened)}>
            <span className="avatar" aria-hidden="true">
              {initialsOf(userName, userLastname)}
            </span>
            <span className="hide-s ell user-name">{name}</span>
            <IconChevronDown className="i i-14 hide-s" aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('shell.userMenu', { name })}>
          <div className="who">
            <div className="b">{name}</div>
            <div className="s12 t3">{userEmail}</div>
          </div>
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
          <hr />
          <button
            type="button"
            className="float-item"
            onClick={() => {
              setOpened(false)
              setAccount('open')
            }}
          >
            <IconUser className="i" aria-hidden="true" />
            {t('shell.account')}
          </button>
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
    </>
  )
}
