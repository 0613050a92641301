import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Announcer } from './ui/announcer.tsx'
import { Toasts } from './ui/toasts.tsx'

const PRODUCT = 'Enlace'

function useTitle(): void {
  const { t } = useTranslation()
  const title = useMatches().findLast((match) => match.staticData.title)?.staticData.title
  useEffect(() => {
    document.title = title ? `${t(title)} | ${PRODUCT}` : PRODUCT
  }, [title, t])
}

/** What stands around every page, public ones too: the title, popups, announcements. */
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
