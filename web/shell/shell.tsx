import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBootDone } from '../lib/boot.ts'
import { Header } from './header.tsx'
import { OwnSupportChat } from './own-support-chat.tsx'
import { Popups } from './popups.tsx'
import './shell.css'

/** What stands around every screen of someone who is logged in. */
export function Shell() {
  const { t } = useTranslation()
  useBootDone()
  return (
    <>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Popups />
      <OwnSupportChat />
    </>
  )
}
