import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { networkStatus } from './network-status.ts'
import { type NetworkData, type NetworkRules, rulesQuery, useSaveRules } from './networks.api.ts'
import { pairKey, type RuleChanges, ruleOf } from './rule-changes.ts'
import styles from './rules.module.css'
import { type NetworkStates, RulesTable } from './rules-table.tsx'

const statesOf = (networks: readonly NetworkData[] = []): NetworkStates =>
  new Map(networks.map((network) => [network.networkId, networkStatus(network)]))

/** The routes from origin and type to network, editable. */
export function RulesTab({ networks }: { networks: readonly NetworkData[] | undefined }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(rulesQuery)
  const [changes, setChanges] = useState<RuleChanges>({})
  if (error && !data) {
    return (
      <div className={cardStyles.card}>
        <ErrorState title={t('networks.rules.failed')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <Card title={t('networks.rules.title')} about={t('networks.rules.lead')} line>
      {data ? (
        <>
          <RulesTable rules={data} states={statesOf(networks)} changes={changes} onChange={setChanges} />
          <SaveBar rules={data} changes={changes} onDone={() => setChanges({})} />
        </>
      ) : (
        <div className={styles.rulesWait} aria-busy="true">
          {[90, 84, 92, 80].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
    </Card>
  )
}

interface SaveBarProps {
  readonly rules: NetworkRules
  readonly changes: RuleChanges
  onDone(): void
}

function SaveBar({ rules, changes, onDone }: SaveBarProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSaveRules()
  const changed = Object.entries(changes).map(ruleOf)
  const isChanged = changed.length > 0
  // what the person changed: each has as many routes as there are types of SIM
  const origins = new Set(changed.map(({ originId }) => originId)).size
  const moving = rules.rules
    .filter(({ originId, simTypeId }) => pairKey(originId, simTypeId) in changes)
    .reduce((sum, { sims }) => sum + sims, 0)
  const save = () => {
    if (!isPending && isChanged) mutate(changed, { onSuccess: toastThen(onDone) })
  }
  return (
    <div className={classes(styles.save, isChanged && styles.isChanged)}>
      <span className="grow" role="status">
        {isChanged ? (
          <>
            <span className="medium">{t('networks.rules.changes', { count: origins })}</span>
            <span className="text-secondary"> · {t('networks.rules.moving', { count: moving })}</span>
          </>
        ) : (
          <span className="text-secondary">{t('networks.rules.unchanged')}</span>
        )}
      </span>
      <Button blocked={!isChanged} onClick={onDone}>
        {t('networks.rules.discard')}
      </Button>
      <Button variant="primary" blocked={isPending || !isChanged} aria-busy={isPending} onClick={save}>
        {isChanged ? t('networks.rules.save', { count: origins }) : t('networks.rules.saveRoutes')}
      </Button>
    </div>
  )
}
