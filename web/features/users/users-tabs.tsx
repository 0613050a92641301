import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Tabs } from '#web/ui/tabs.tsx'

const PATHS = { users: '/users', permissions: '/users/permissions' } as const
type UsersTab = keyof typeof PATHS

interface UsersTabsProps {
  readonly chosen: UsersTab
  /** what both are searched by */
  readonly search: { readonly search?: string | undefined; readonly company?: number | undefined }
  readonly children: ReactNode
}

/** The list of users and their permits: two screens with an address each. */
export function UsersTabs({ chosen, search: { search, company }, children }: UsersTabsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const tabs = useRef<HTMLDivElement>(null)
  const startsFocused = useLocation({ select: ({ state }) => state.isTab === true })
  useEffect(() => {
    if (startsFocused) tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true })
  }, [startsFocused])
  const choose = (tab: UsersTab) => {
    if (tab !== chosen) void navigate({ to: PATHS[tab], search: { search, company }, state: { isTab: true } })
  }
  return (
    <div ref={tabs}>
      <Tabs
        label={t('users.tabs')}
        tabs={[
          { value: 'users', text: t('users.title') },
          { value: 'permissions', text: t('users.matrix.title') },
        ]}
        chosen={chosen}
        onChoose={choose}
      >
        {children}
      </Tabs>
    </div>
  )
}
