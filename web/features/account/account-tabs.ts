import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'

interface AccountTab {
  readonly value: string
  readonly title: ParseKeys
  readonly Panel: ComponentType
}

/** The tabs of the account dialog, in their order. */
export const accountTabs = [
  { value: 'personal', title: 'account.personal', Panel: ProfileTab },
  { value: 'password', title: 'account.password', Panel: PasswordTab },
] as const satisfies readonly AccountTab[]

export type AccountTabName = (typeof accountTabs)[number]['value']
