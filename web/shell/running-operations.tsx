import { IconProgressBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { listOperations } from '#contract/operations/operations.calls.ts'
import { isCoolingOff } from '#domain/operations.ts'
import buttonStyles from '#web/ui/button.module.css'
import { call } from '../lib/call.ts'
import styles from './shell.module.css'

/** Upper bound of the count. */
const MAX = 100
/** Polled: a second stream for each open page would use up the browser's connections to the server, ms. */
const WHILE_RUNNING_MS = 3000
const WHILE_NONE_MS = 20_000

/** Number of running operations of the company, as a link to all of them; hidden without any. */
export function RunningOperations() {
  const { t } = useTranslation()
  const { data: count = 0 } = useQuery({
    queryKey: ['operations', 'running'],
    queryFn: async ({ signal }) => {
      const { rows } = await call(listOperations, { query: { state: 'running', limit: MAX } }, { signal })
      return rows.filter((row) => !isCoolingOff(row.kind, row)).length
    },
    refetchInterval: ({ state }) => (state.data ? WHILE_RUNNING_MS : WHILE_NONE_MS),
    staleTime: 0,
  })
  if (count === 0) return null
  return (
    <Link
      className={`${buttonStyles.ghost} ${styles.hideWhenNarrow}`}
      to="/operations"
      aria-label={t('shell.runningOperations', { count })}
    >
      <IconProgressBolt className="icon" aria-hidden="true" />
      <span className="tabular-numbers">{t('shell.running', { count })}</span>
    </Link>
  )
}
