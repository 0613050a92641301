import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AGENT_SCOPE_WORDS } from '#contract/agents/agent-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type AgentData, agentsQuery, useEndAgent } from './security.api.ts'
import styles from './security.module.css'

/** The programs that may act for the user, each with a button that ends it. */
export function AgentsPart() {
  const { t } = useTranslation()
  return (
    <section className={styles.part} aria-labelledby="security-agents">
      <h3 id="security-agents">{t('security.agents.title')}</h3>
      <p className="text-secondary">{t('security.agents.lead')}</p>
      <Loaded query={useQuery(agentsQuery)} failed={t('security.agents.failed')} waiting={<Skeleton width="80%" />}>
        {(agents) => <Agents agents={agents} />}
      </Loaded>
    </section>
  )
}

function Agents({ agents }: { agents: readonly AgentData[] }) {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<number>()
  if (agents.length === 0) return <p className="text-tertiary text-small">{t('security.agents.none')}</p>
  return (
    <ul className={styles.sessions}>
      {agents.map((agent) => (
        <Agent
          key={agent.agentId}
          agent={agent}
          isEnding={agent.agentId === ending}
          onAsk={() => setEnding(agent.agentId)}
          onKeep={() => setEnding(undefined)}
        />
      ))}
    </ul>
  )
}

interface AgentProps {
  readonly agent: AgentData
  /** the user is asked whether to end it */
  readonly isEnding: boolean
  onAsk(): void
  onKeep(): void
}

function Agent({ agent, isEnding, onAsk, onKeep }: AgentProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useEndAgent()
  const { name, redirectHost, scopes, allowedAt, lastUsedAt, lastAddress } = agent
  const end = () => mutate(agent.agentId, { onSuccess: ({ message }) => toasts.success(message) })
  return (
    <li className={styles.line}>
      <IconRobot className="icon icon-20 text-tertiary" aria-hidden="true" />
      <div className="grow">
        <p>
          <span className="medium">{name}</span> <span className="text-secondary">{redirectHost}</span>
        </p>
        <p className="text-secondary text-small">
          {scopes.map((scope) => sentence(AGENT_SCOPE_WORDS[scope].title)).join(' · ')}
        </p>
        <p className="text-tertiary text-small">
          {lastUsedAt === null
            ? t('security.agents.unused')
            : t('security.agents.used', { moment: formatMinute(lastUsedAt), address: lastAddress })}
          {' · '}
          {t('security.agents.allowed', { moment: formatMinute(allowedAt) })}
        </p>
        <Failure error={error} />
      </div>
      {isEnding ? (
        <div className={styles.ways}>
          <Button size="sm" variant="danger" disabled={isPending} onClick={end} autoFocus>
            {t('security.agents.endNow')}
          </Button>
          <Button size="sm" disabled={isPending} onClick={onKeep}>
            {t('security.agents.keep')}
          </Button>
        </div>
      ) : (
        <Button size="sm" aria-label={t('security.agents.endOf', { name })} onClick={onAsk}>
          {t('security.agents.end')}
        </Button>
      )}
    </li>
  )
}
