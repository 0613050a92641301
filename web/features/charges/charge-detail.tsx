import { IconCash, IconDownload, IconEye, IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canCredit, canPay } from '#domain/rating/documents.ts'
import { formatDate } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-moments.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { DOCKED, useMedia } from '#web/lib/use-media.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { saveExport } from '#web/ui/file-menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import styles from './charge-detail.module.css'
import { ChargeStatus, isEstimate } from './charge-status.tsx'
import { documentName, fullMonth } from './charge-words.ts'
import { type Charge, chargeQuery, fetchCsv } from './charges.api.ts'
import type { ConceptKey, Opened } from './charges-search.ts'
import { ConceptsColumn } from './concepts-column.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import drillStyles from './drill.module.css'
import { InvoiceBridge } from './invoice-bridge.tsx'
import { LinesColumn } from './lines-column.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { PdfDialog } from './pdf-dialog.tsx'
import { UsageColumn } from './usage-column.tsx'

interface DetailProps {
  readonly documentId: number
  readonly opened: Opened
  onOpen(opened: Opened): void
}

/** A document in drill-down columns: concepts, SIMs, usage. */
export function ChargeDetail({ documentId, opened, onOpen }: DetailProps) {
  const { t } = useTranslation()
  const id = useId()
  const { data: charge, error, refetch } = useQuery(chargeQuery(documentId))
  const isWide = useMedia(DOCKED)
  if (error && !charge) {
    return (
      <section className={`${cardStyles.card} ${styles.charge}`} aria-label={t('charges.detail')}>
        <ErrorState title={t('charges.oneFailed')} error={error} onRetry={() => void refetch()} />
      </section>
    )
  }
  const { icc } = opened
  // beside the concepts there is room for the SIMs of the most expensive one; on a phone they would lie far below
  const key = opened.concept ?? (isWide && charge ? mostExpensive(charge) : undefined)
  const concept = charge?.concepts.find(({ kind, planCode }) => kind === key?.kind && planCode === key.plan)
  return (
    <section className={`${cardStyles.card} ${styles.charge}`} aria-labelledby={id}>
      <DetailHead charge={charge} id={id} />
      <Remarks charge={charge} />
      {charge ? <InvoiceBridge charge={charge} /> : null}
      <div className={drillStyles.drill} data-drill>
        <ConceptsColumn charge={charge} chosen={key} onChoose={(chosen) => onOpen({ documentId, concept: chosen })} />
        {charge && concept && key ? (
          <LinesColumn
            key={`${key.kind} ${key.plan}`}
            charge={charge}
            concept={concept}
            icc={icc}
            onChoose={(chosen) => onOpen({ documentId, concept: key, icc: chosen })}
          />
        ) : (
          <p className={drillStyles.hint}>{hintFor(charge, t)}</p>
        )}
        {charge && icc ? (
          <UsageColumn key={icc} charge={charge} icc={icc} day={opened.day} onDay={(day) => onOpen({ ...opened, day })} />
        ) : (
          <p className={drillStyles.hint}>{concept ? t('charges.pickSim') : null}</p>
        )}
      </div>
    </section>
  )
}

/** The concept that costs most; undefined where an estimate has no lines to open yet. */
function mostExpensive({ concepts, state }: Charge): ConceptKey | undefined {
  if (isEstimate(state)) return undefined
  const [first] = concepts.toSorted((a, b) => b.amount - a.amount)
  return first && { kind: first.kind, plan: first.planCode }
}

function hintFor(charge: Charge | undefined, t: TFunction): string {
  if (!charge || charge.concepts.length === 0) return ''
  return t(isEstimate(charge.state) ? 'charges.notRated' : 'charges.pickConcept')
}

/** Date and reference of the payment, or the reason of the credit note. */
function Remarks({ charge }: { charge: Charge | undefined }) {
  const { t } = useTranslation()
  if (!charge) return null
  const { reason, paidAt, paymentReference: reference } = charge
  const day = paidAt ? formatDate(paidAt) : ''
  const text = reason
    ? t('charges.reason', { reason })
    : paidAt
      ? t(reference ? 'charges.paidHow' : 'charges.paidOn', { day, reference })
      : ''
  return text ? <p className={`${drillStyles.note} text-secondary`}>{text}</p> : null
}

function DetailHead({ charge, id }: { charge: Charge | undefined; id: string }) {
  const { t } = useTranslation()
  return (
    <div className={`${cardStyles.head} ${cardStyles.line} ${styles.head}`}>
      <div className="grow">
        <h2 id={id}>{charge ? documentName(charge, t) : <Skeleton width={96} />}</h2>
        {charge ? (
          <>
            <span className="text-tertiary">
              <ChargeAbout charge={charge} />
            </span>
            <ChargeStatus key={charge.documentId} charge={charge} filled />
          </>
        ) : null}
      </div>
      {charge ? (
        <div className={`row ${styles.chargeActions}`}>
          <ChargeActions charge={charge} />
        </div>
      ) : null}
    </div>
  )
}

/** What the reader can do with a document, and its files. */
export const ChargeActions = ({ charge }: { charge: Charge }) => (
  <>
    <AdminActions charge={charge} />
    <Files charge={charge} />
  </>
)

function Files({ charge }: { charge: Charge }) {
  const { t } = useTranslation()
  const [isReading, setReading] = useState(false)
  return (
    <>
      {isEstimate(charge.state) ? null : (
        <Button size="sm" onClick={() => void saveExport(() => fetchCsv(charge.documentId))}>
          <IconDownload className="icon icon-14" aria-hidden="true" />
          {t('charges.csv')}
        </Button>
      )}
      <Button size="sm" onClick={() => setReading(true)}>
        <IconEye className="icon icon-14" aria-hidden="true" />
        {t(isEstimate(charge.state) ? 'charges.seeEstimate' : 'charges.seePdf')}
      </Button>
      {isReading ? <PdfDialog charge={charge} onClose={() => setReading(false)} /> : null}
    </>
  )
}

type Action = 'pay' | 'credit'

/** Actions of the operator's administrators: mark as paid, credit. */
function AdminActions({ charge }: { charge: Charge }) {
  const { t } = useTranslation()
  const session = useSession()
  const [open, setOpen] = useState<Action>()
  if (!holds(session, 'admin')) return null
  const kind = charge.document
  const state = charge.state === 'overdue' ? 'issued' : charge.state
  const close = () => setOpen(undefined)
  const button = (action: Action, Icon: typeof IconCash) => (
    <Button size="sm" onClick={() => setOpen(action)}>
      <Icon className="icon icon-14" aria-hidden="true" />
      {t(`charges.${action}.open`)}
    </Button>
  )
  return (
    <>
      {canCredit({ kind, state }) ? button('credit', IconReceiptRefund) : null}
      {canPay({ kind, state }) ? button('pay', IconCash) : null}
      {open === 'pay' ? <PayDialog charge={charge} onClose={close} /> : null}
      {open === 'credit' ? <CreditDialog charge={charge} onClose={close} /> : null}
    </>
  )
}

/** Whose a document is, and of which cycle: 'Andes Sur · octubre 2026 · 1–31 oct'. The name of an estimate has its month. */
export const ChargeAbout = ({ charge }: { charge: Charge }) => (
  <>
    <CompanyName companyId={charge.companyId} name={charge.client} />
    {charge.documentNumber ? ` · ${fullMonth(charge.billingMonth)}` : null}
    {` · ${formatDays(charge.cycleStart, charge.cycleEnd)}`}
  </>
)
