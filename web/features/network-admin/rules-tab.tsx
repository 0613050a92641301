import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type NetworkRules, rulesQuery, useSaveRules } from './networks.api.ts'
import networksStyles from './networks.module.css'
import { pairKey, type RuleChanges, ruleOf } from './rule-changes.ts'
import styles from './rules.module.css'
import { RulesTable } from './rules-table.tsx'

/** The routes from origin and type to network, editable. */
export function RulesTab() {
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
    <Card title={t('networks.rules.title')} line>
      <p className={`${networksStyles.lead} text-secondary`}>{t('networks.rules.lead')}</p>
      {data ? (
        <>
          <RulesTable rules={data} changes={changes} onChange={setChanges} />
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
  if (changed.length === 0) return null
  // what the person changed: each has as many routes as there are types of SIM
  const origins = new Set(changed.map(({ originId }) => originId)).size
  const moving = rules.rules
    .filter(({ originId, simTypeId }) => pairKey(originId, simTypeId) in changes)
    .reduce((sum, { sims }) => sum + sims, 0)
  const save = () => {
    if (isPending) return
    mutate(changed, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onDone()
      },
    })
  }
  return (
    <div className={styles.save} role="status">
      <span className="grow">
        <span className="medium">{t('networks.rules.changes', { count: origins })}</span>
        <span className="text-secondary"> · {t('networks.rules.moving', { count: moving })}</span>
      </span>
      <Button onClick={onDone}>{t('networks.rules.discard')}</Button>
      <Button variant="primary" blocked={isPending} aria-busy={isPending} onClick={save}>
        {t('networks.rules.save', { count: origins })}
      </Button>
    </div>
  )
}
