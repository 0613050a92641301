import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { domainOf } from '#domain/sign-on.ts'
import { API_BASE } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import buttonStyles from '#web/ui/button.module.css'
import { signOnQuery } from './login.api.ts'
import styles from './login.module.css'

/** Sign-on of the address's domain; undefined while unknown or without one. */
export function useSignOn(email: string): { domain: string; passwordLogin: boolean } | undefined {
  const typed = domainOf(email) ?? ''
  const domain = useDebouncedValue(typed)
  const { data } = useQuery(signOnQuery(domain))
  return domain === typed && data?.signsOn ? { domain, passwordLogin: data.passwordLogin } : undefined
}

/** Behind the development proxy the server's pages are below the calls' path. */
const PREFIX = import.meta.env.DEV ? API_BASE : ''

const addressOf = (domain: string, to: string): string =>
  `${PREFIX}/sign-on/${encodeURIComponent(domain)}?${new URLSearchParams({ to })}`

interface SignOnLinkProps {
  readonly domain: string
  /** path to open after login */
  readonly to: string
  /** the only login method, so the primary button */
  readonly isMain: boolean
}

/** Links to the provider of the user's company. */
export function SignOnLink({ domain, to, isMain }: SignOnLinkProps) {
  const { t } = useTranslation()
  return (
    <a
      className={classes(
        `${buttonStyles.button} ${buttonStyles.large} ${buttonStyles.full}`,
        isMain ? buttonStyles.primary : styles.other,
      )}
      href={addressOf(domain, to)}
    >
      <IconBuilding className="icon" aria-hidden="true" />
      {t('login.signOn')}
    </a>
  )
}
