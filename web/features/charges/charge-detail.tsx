import { IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { saveAnswer } from '#web/ui/file-menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ChargeStatus } from './charge-look.tsx'
import { documentName, longMonth } from './charge-words.ts'
import { type Charge, chargeQuery, fetchCsv } from './charges.api.ts'
import type { Opened } from './charges-search.ts'
import { ConceptsColumn } from './concepts-column.tsx'
import { LinesColumn } from './lines-column.tsx'
import { PdfDialog } from './pdf-dialog.tsx'
import { UsageColumn } from './usage-column.tsx'

interface DetailProps {
  readonly documentId: number
  readonly opened: Opened
  onOpen(opened: Opened): void
}

/** A document in columns, each opening the next: what for, which SIMs, which usage. */
export function ChargeDetail({ documentId, opened, onOpen }: DetailProps) {
  const { t } = useTranslation()
  const id = useId()
  const { data: charge, error, refetch } = useQuery(chargeQuery(documentId))
  if (error && !charge) {
    return (
      <section className="card charge" aria-label={t('charges.detail')}>
        <ErrorState title={t('charges.oneFailed')} error={error} onRetry={() => void refetch()} />
      </section>
    )
  }
  const { concept: key, icc } = opened
  const concept = charge?.concepts.find(({ kind, planCode }) => kind === key?.kind && planCode === key.plan)
  return (
    <section className="card charge" aria-labelledby={id}>
      <DetailHead charge={charge} id={id} />
      <div className="drill">
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
          <p className="drill-hint">{charge && charge.concepts.length > 0 ? t('charges.pickConcept') : null}</p>
        )}
        {charge && icc ? (
          <UsageColumn
            key={icc}
            charge={charge}
            icc={icc}
            day={opened.day}
            onDay={(day) => onOpen({ ...opened, day })}
          />
        ) : (
          <p className="drill-hint">{concept ? t('charges.pickSim') : null}</p>
        )}
      </div>
    </section>
  )
}

function DetailHead({ charge, id }: { charge: Charge | undefined; id: string }) {
  const { t } = useTranslation()
  const [isReading, setReading] = useState(false)
  return (
    <div className="card-h line charge-h">
      <div className="grow">
        <h2 id={id}>{charge ? documentName(charge) : <Skeleton width={96} />}</h2>
        {charge ? (
          <>
            <span className="t3">{t('charges.about', { client: charge.client, month: longMonth(charge.billingMonth) })}</span>
            <ChargeStatus charge={charge} filled />
          </>
        ) : null}
      </div>
      {charge ? (
        <div className="row charge-actions">
          <Button size="sm" onClick={() => void saveAnswer(() => fetchCsv(charge.documentId))}>
            <IconDownload className="i i-14" aria-hidden="true" />
            {t('charges.csv')}
          </Button>
          <Button size="sm" onClick={() => setReading(true)}>
            <IconEye className="i i-14" aria-hidden="true" />
            {t('charges.seePdf')}
          </Button>
        </div>
      ) : null}
      {charge && isReading ? <PdfDialog charge={charge} onClose={() => setReading(false)} /> : null}
    </div>
  )
}
