import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CAUSE_SENTENCES } from '#contract/operations/cause-messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { operationQuery } from '#web/shared/operations/operation.api.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PanelActions, PanelContent, PanelFacts, PanelSection, PanelTitle } from '#web/ui/side-panel/panel-parts.tsx'
import { PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import type { ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { CAUSE_STYLE } from './cause-style.ts'
import { operationDetails } from './operation-details.ts'
import styles from './operation-progress.module.css'
import { causesQuery } from './operations.api.ts'
import { ReversibleProgress } from './reversible-progress.tsx'

/** An operation beside the list: how far it is, what came out, who began it, and what can be done. */
export function OperationPanel({ operationId, beside }: { operationId: number; beside: ListBeside }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(operationQuery(operationId))
  const page = { to: '/operations/$operationId', params: { operationId: String(operationId) } } as const
  const around = { neighbours: beside.neighbours, onClose: beside.close }
  return (
    <SidePanel {...around} label={t('operations.number', { id: operationId })}>
      <PanelHead {...around} page={page}>
        <PanelTitle>{data && t(`operations.name.${data.kind}`, { count: data.total })}</PanelTitle>
      </PanelHead>
      <PanelContent key={operationId} failure={{ title: t('operations.failedOne'), error, retry: () => void refetch() }}>
        {data ? (
          <>
            <PanelSection>
              <ReversibleProgress data={data} />
            </PanelSection>
            <Details data={data} />
            {data.kind === 'diagnose' ? <Causes operationId={operationId} /> : null}
            <PanelSection>
              <PanelActions>
                <ButtonLink {...page}>{t('operations.seeLines')}</ButtonLink>
              </PanelActions>
            </PanelSection>
          </>
        ) : undefined}
      </PanelContent>
    </SidePanel>
  )
}

/** Reason and parameters. */
function Details({ data }: { data: OperationData }) {
  const facts = operationDetails(data)
  if (facts.length === 0) return null
  return (
    <PanelSection>
      <PanelFacts facts={facts} />
    </PanelSection>
  )
}

/** What a diagnosis found so far. */
function Causes({ operationId }: { operationId: number }) {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(causesQuery(operationId))
  if (groups.length === 0) return null
  return (
    <PanelSection title={t('operations.causes')}>
      <ul className={styles.reasons}>
        {groups.map(({ cause, lines }) => {
          const { Icon, tone } = CAUSE_STYLE[cause]
          return (
            <li key={cause}>
              <span className="row">
                <Icon className={`icon icon-${tone}`} aria-hidden="true" />
                {sentence(CAUSE_SENTENCES[cause].title)}
              </span>
              <span className="tabular-numbers">{formatNumber(lines)}</span>
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}
