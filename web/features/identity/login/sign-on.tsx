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

/** How people of the address's domain sign on; undefined while that is not known, or they do not. */
export function useSignOn(email: string): { domain: string; passwordLogin: boolean } | undefined {
  const typed = domainOf(email) ?? ''
  const domain = useDebouncedValue(typed)
  const { data } = useQuery(signOnQuery(domain))
  return domain === typed && data?.signsOn ? { domain, passwordLogin: data.passwordLogin } : undefined
}

/** Behind the development proxy the server's pages stand below the calls' path. */
const PREFIX = import.meta.env.DEV ? API_BASE : ''

const addressOf = (domain: string, to: string): string =>
  `${PREFIX}/sign-on/${encodeURIComponent(domain)}?${new URLSearchParams({ to })}`

interface SignOnLinkProps {
  readonly domain: string
  /** where in the page to go afterwards */
  readonly to: string
  /** the only way in, so the main one */
  readonly isMain: boolean
}

/** Leads to the provider of the person's company. */
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
