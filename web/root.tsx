import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Announcer } from './ui/announcer.tsx'
import { Toasts } from './ui/toasts.tsx'

const PRODUCT = 'Enlace'

function useTitle(): void {
  const { t } = useTranslation()
  const match = useMatches().findLast(({ staticData }) => staticData.title)
  // Titles may have a parameter of the address: 'SIM {{icc}}'.
  const title = match?.staticData.title && t(match.staticData.title as 'titles.sim', match.params as { icc: string })
  useEffect(() => {
    document.title = title ? `${title} | ${PRODUCT}` : PRODUCT
  }, [title])
}

/** The frame of every page, public ones too: title, popups, announcements. */
export function Root() {
  useTitle()
  return (
    <>
      <Outlet />
      <Announcer />
      <Toasts />
    </>
  )
}
