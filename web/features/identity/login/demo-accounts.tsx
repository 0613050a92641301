import { useQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '#web/lib/session.ts'
import type { Credentials } from './login.api.ts'
import styles from './login.module.css'

/** The logins of the demo fleet; an installation without demo data has none. */
const PASSWORD = 'Enlace2026'
const ACCOUNTS = [
  { email: 'admin@enlace.test', rights: 'login.demoAdmin' },
  { email: 'ana@andes.test', rights: 'login.demoAll' },
  { email: 'luis@andes.test', rights: 'login.demoSims' },
  { email: 'flota@pacifico.test', rights: 'login.demoOther' },
] as const satisfies readonly { email: string; rights: ParseKeys }[]

/** Demo accounts: a click fills the form. */
export function DemoAccounts({ onPick }: { onPick: (credentials: Credentials) => void }) {
  const { t } = useTranslation()
  const { data: config } = useQuery(clientConfigQuery)
  if (!config?.demo) return null
  return (
    <section className={styles.demoAccounts} aria-labelledby="demo-heading">
      <h2 id="demo-heading" className="overline">
        {t('login.demoHeading')}
      </h2>
      <ul>
        {ACCOUNTS.map(({ email, rights }) => (
          <li key={email}>
            <button type="button" onClick={() => onPick({ email, password: PASSWORD })}>
              <span className="medium">{email}</span>
              <span className="text-tertiary text-small">{t(rights)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
