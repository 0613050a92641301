import { useTranslation } from 'react-i18next'
import { CHARGE_KIND_WORDS } from '#contract/charges/charge-messages.ts'
import { CHARGE_KINDS } from '#contract/filter-values.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMoney } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { TwoLines } from '#web/ui/table.tsx'
import { isEstimate } from './charge-status.tsx'
import { conceptName, countedText } from './charge-words.ts'
import type { Charge, Concept } from './charges.api.ts'
import type { ConceptKey } from './charges-search.ts'
import styles from './drill.module.css'
import { DrillColumn, DrillRows, DrillTotal } from './drill-column.tsx'

interface ConceptsProps {
  readonly charge: Charge | undefined
  /** below the heading, such as why nothing opens */
  readonly note?: string | undefined
  readonly chosen: ConceptKey | undefined
  onChoose(concept: ConceptKey): void
}

/** The concepts of a document: plans first, then extras, the most expensive of each kind first; what cost nothing is last. */
export function ConceptsColumn({ charge, note, chosen, onChoose }: ConceptsProps) {
  const { t } = useTranslation()
  const concepts = charge ? inOrder(charge.concepts) : undefined
  const isOpen = ({ kind, planCode }: Concept) => chosen?.kind === kind && chosen.plan === planCode
  return (
    <DrillColumn
      title={t('charges.concepts')}
      about={concepts && concepts.length > 0 ? t('charges.lines', { count: concepts.length }) : null}
      tools={note ? <p className={`${styles.note} text-small text-tertiary`}>{note}</p> : null}
    >
      {charge && concepts?.length === 0 ? (
        <p className={styles.none}>{t('charges.noConcepts')}</p>
      ) : (
        <DrillRows
          rows={concepts}
          rowKey={({ kind, planCode }) => `${kind} ${planCode}`}
          isChosen={isOpen}
          onChoose={({ kind, planCode }) => onChoose({ kind, plan: planCode })}
          isStill={() => charge !== undefined && isEstimate(charge.state)}
          cells={(concept) => <Cells concept={concept} currency={charge?.currency ?? ''} />}
        />
      )}
      {charge ? (
        <DrillTotal>
          <span className="grow">{t(isEstimate(charge.state) ? 'charges.totalEstimated' : 'charges.total')}</span>
          <span className={`text-tertiary ${styles.currency}`}>{charge.currency}</span>
          <span className={`${styles.amount} tabular-numbers`}>{formatMoney(charge.total, charge.currency)}</span>
        </DrillTotal>
      ) : null}
    </DrillColumn>
  )
}

const inOrder = (concepts: readonly Concept[]): Concept[] =>
  CHARGE_KINDS.flatMap((kind) => concepts.filter((concept) => concept.kind === kind)).toSorted(
    (a, b) => Number(a.amount === 0) - Number(b.amount === 0),
  )

function Cells({ concept, currency }: { concept: Concept; currency: string }) {
  const { kind, planName, amount } = concept
  const tone = amount === 0 && 'text-tertiary'
  return (
    <>
      <span className={classes('grow', tone)}>
        <TwoLines isStrong first={conceptName(concept)} second={kind === 'price' ? undefined : planName} />
      </span>
      <span className="text-tertiary tabular-numbers no-wrap">
        {kind === 'price' ? <span className="visually-hidden">{sentence(CHARGE_KIND_WORDS.price)} </span> : null}
        {countedText(concept, currency)}
      </span>
      <span className={classes(styles.amount, 'tabular-numbers', tone)}>{formatMoney(amount, currency)}</span>
    </>
  )
}
