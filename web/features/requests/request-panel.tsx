import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { OrderTotals } from '#web/shared/orders/order-totals.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { PanelAbout, PanelContent, PanelSection, PanelTitle } from '#web/ui/side-panel/panel-parts.tsx'
import { PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import type { ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { AskedBy } from './asked-by.tsx'
import { useMayOrderAgain } from './order-again.tsx'
import styles from './request.module.css'
import { RequestActions } from './request-actions.tsx'
import { aboutLine, deliveryFacts } from './request-facts.tsx'
import { StepList } from './request-steps.tsx'
import { RequestStatus } from './request-style.tsx'
import { type RequestData, requestDetailQuery } from './requests.api.ts'

/** A request beside the list: what was asked for, how far it is, and its next step. */
export function RequestPanel({ requestId, beside }: { requestId: number; beside: ListBeside }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(requestDetailQuery(requestId))
  const around = { neighbours: beside.neighbours, onClose: beside.close }
  const title = t('requests.number', { id: requestId })
  return (
    <SidePanel {...around} label={title}>
      <PanelHead
        {...around}
        page={{ to: '/requests/$requestId', params: { requestId: String(requestId) } }}
        below={
          data ? (
            <PanelAbout>
              <AskedBy request={data} />
              <RequestStatus key={requestId} state={data.status} filled />
            </PanelAbout>
          ) : null
        }
      >
        <PanelTitle>{title}</PanelTitle>
      </PanelHead>
      <PanelContent key={requestId} failure={{ title: t('requests.failedOne'), error, retry: () => void refetch() }}>
        {data ? <Parts request={data} /> : undefined}
      </PanelContent>
    </SidePanel>
  )
}

function Parts({ request }: { request: RequestData }) {
  const { t } = useTranslation()
  const delivery = deliveryFacts(request, t)
  const mayOrderAgain = useMayOrderAgain(request)
  return (
    <>
      {request.actions.length > 0 || request.canAssign || mayOrderAgain ? (
        <PanelSection>
          <RequestActions request={request} isInPanel />
        </PanelSection>
      ) : null}
      <PanelSection title={t('requests.items')}>
        <ul className={styles.items}>
          {request.lines.map((line) => (
            <Line key={line.lineNo} line={line} about={aboutLine(request, line, t)} />
          ))}
        </ul>
        {request.lines.length > 1 ? <OrderTotals totals={request.totals} /> : null}
      </PanelSection>
      <PanelSection title={t('requests.steps')}>
        <StepList request={request} />
      </PanelSection>
      {delivery.length > 0 ? (
        <PanelSection title={t('requests.delivery')}>
          <Facts className={styles.asTyped} facts={delivery} />
        </PanelSection>
      ) : null}
    </>
  )
}

function Line({
  line: { name, kind, quantity, totalMinor, currency },
  about,
}: {
  line: RequestData['lines'][number]
  about: string
}) {
  const { t } = useTranslation()
  return (
    <li>
      <span className="tabular-numbers text-tertiary">{formatNumber(quantity)} ×</span>
      <span>
        {name}
        {about ? <small className="block text-small text-tertiary">{about}</small> : null}
      </span>
      <span>
        <MoneyAmount amountMinor={totalMinor} currency={currency} />
        <small className="block text-small text-tertiary">{t(`requests.${kind === 'sims' ? 'perMonth' : 'oneTime'}`)}</small>
      </span>
    </li>
  )
}
