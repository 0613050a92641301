import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CHARGE_WORDS } from '#contract/charges/charge-messages.ts'
import { formatDate } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { PanelAbout, PanelActions, PanelContent, PanelSection, PanelTitle } from '#web/ui/side-panel/panel-parts.tsx'
import { PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import { focusOpenRow, type ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { ChargeAbout, ChargeActions } from './charge-detail.tsx'
import styles from './charge-panel.module.css'
import { ChargeStatus, isEstimate } from './charge-status.tsx'
import { documentName, simsText } from './charge-words.ts'
import { type Charge, chargeQuery } from './charges.api.ts'
import { type ChargesSearch, withOpened } from './charges-search.ts'
import { ConceptsColumn } from './concepts-column.tsx'
import { InvoiceBridge } from './invoice-bridge.tsx'

/** A document beside the list: total, due day, parts and files. Its columns down to a SIM's day open below the list. */
export function ChargePanel({ documentId, search, beside }: { documentId: number; search: ChargesSearch; beside: ListBeside }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: charge, error, refetch } = useQuery(chargeQuery(documentId))
  const around = { neighbours: beside.neighbours, onClose: beside.close }
  const page = { to: '/report-charges', search: withOpened(search, { documentId }) } as const
  const title = charge ? documentName(charge, t) : undefined
  return (
    <SidePanel {...around} label={title ?? t('charges.detail')}>
      <PanelHead
        {...around}
        page={page}
        below={
          charge ? (
            <PanelAbout>
              <p className="text-secondary">
                <ChargeAbout charge={charge} />
              </p>
              <ChargeStatus key={charge.documentId} charge={charge} filled />
            </PanelAbout>
          ) : null
        }
      >
        <PanelTitle>{title}</PanelTitle>
      </PanelHead>
      <PanelContent key={documentId} failure={{ title: t('charges.oneFailed'), error, retry: () => void refetch() }}>
        {charge ? (
          <>
            <PanelSection>
              <p className={styles.total}>
                <MoneyAmount amountMinor={charge.total} currency={charge.currency} />
              </p>
              <ChargeFacts charge={charge} />
              <PanelActions>
                {isEstimate(charge.state) ? null : (
                  <ButtonLink isSmall {...page} onClick={focusOpenRow}>
                    {t('charges.seeDetail')}
                  </ButtonLink>
                )}
                <ChargeActions charge={charge} />
              </PanelActions>
            </PanelSection>
            <div className={`${styles.parts} ${styles.concepts}`}>
              <InvoiceBridge charge={charge} />
              <ConceptsColumn
                charge={charge}
                note={isEstimate(charge.state) ? t('charges.notRated') : undefined}
                chosen={undefined}
                onChoose={(concept) => {
                  focusOpenRow()
                  void navigate({ ...page, search: withOpened(search, { documentId, concept }), resetScroll: false })
                }}
              />
            </div>
          </>
        ) : undefined}
      </PanelContent>
    </SidePanel>
  )
}

function ChargeFacts({ charge }: { charge: Charge }) {
  const { t } = useTranslation()
  const { issuedAt, dueOn, paidAt, paymentReference, reason } = charge
  return (
    <Facts
      facts={[
        { name: sentence(CHARGE_WORDS.sims), value: simsText(charge, t) },
        { name: t('charges.issuedAt'), value: issuedAt && formatDate(issuedAt) },
        { name: t('charges.due'), value: issuedAt && dueOn && formatDate(dueOn, 'UTC') },
        { name: t('charges.paid'), value: paidAt && [formatDate(paidAt), paymentReference].filter(Boolean).join(', ') },
        { name: t('charges.credit.reason'), value: reason },
      ]}
    />
  )
}
