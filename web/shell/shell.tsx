import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRemoveBootImage } from '../lib/boot.ts'
import { useSession } from '../lib/session.ts'
import { operationRequest, useOperationRequest } from '../shared/operations/operation-request.ts'
import { lazyOnDemand, lazyWithWords } from '../ui/lazy-on-demand.tsx'
import { Header } from './header.tsx'
import { HoverCards } from './hover-cards.tsx'
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

const NO_POPUP = '0'

const PopupDialog = lazyOnDemand(() => import('./popup-dialog.tsx').then((module) => module.PopupDialog))

/** Shows the popups that the user info flags, one after the other. */
function Popups() {
  const { popup1, popup2 } = useSession()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const name = [popup1, popup2].find((flag) => flag !== NO_POPUP && !dismissed.includes(flag))
  if (!name) return null
  return <PopupDialog key={name} requests={1} name={name} onSeen={() => setDismissed([...dismissed, name])} />
}

const OperationDialog = lazyWithWords(() => import('./operation-dialog.tsx').then((module) => module.OperationDialog))

/** The dialog of an operation that any part of the page asks for. */
function OperationHost() {
  const client = useQueryClient()
  const started = () => void client.invalidateQueries({ queryKey: ['sims'] })
  return <OperationDialog {...useOperationRequest()} onClose={operationRequest.close} onStarted={started} />
}
