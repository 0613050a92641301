import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRemoveBootImage } from '../lib/boot.ts'
import { Header } from './header.tsx'
import { HoverCards } from './hover-cards.tsx'
import { OperationHost } from './operation-host.tsx'
import { Popups } from './popups.tsx'
import styles from './shell.module.css'

/** The frame of every screen of a logged-in user. */
export function Shell() {
  const { t } = useTranslation()
  useRemoveBootImage()
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
        <HoverCards />
      </main>
      <Popups />
      <OperationHost />
    </>
  )
}
