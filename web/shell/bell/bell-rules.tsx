import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BellKind } from '#domain/bell.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Switch } from '#web/ui/switch.tsx'
import { bellQuery, useSetKind } from './bell.api.ts'
import styles from './bell.module.css'

/** What the reader's bell shows: a switch for each kind of line that they have the permission for. */
export function BellRules() {
  const { t } = useTranslation()
  const session = useSession()
  const { data } = useInfiniteQuery(bellQuery)
  const { mutate, variables, isPending } = useSetKind()
  const nameOf = (kind: BellKind): string =>
    kind === 'invoices' && holds(session, 'wholePortal') ? t('bell.kind.invoicesOverdue') : t(`bell.kind.${kind}`)
  return (
    <div className={styles.rules}>
      <p className="text-small text-tertiary">{t('bell.rulesLead')}</p>
      <ul>
        {data?.pages[0]?.kinds.map(({ kind, isOn }) => (
          <li key={kind}>
            <span>{nameOf(kind)}</span>
            <Switch
              on={isOn}
              label={nameOf(kind)}
              isBusy={session.viewedBy !== '' || (isPending && variables.kind === kind)}
              onToggle={() => mutate({ kind, isOn: !isOn })}
            >
              {t(isOn ? 'bell.on' : 'bell.off')}
            </Switch>
          </li>
        ))}
      </ul>
    </div>
  )
}
