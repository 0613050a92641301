import { IconCalendarEvent, IconCircleCheck, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '#web/lib/format.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { ScrollArea } from '#web/ui/scroll-area.tsx'
import { Status } from '#web/ui/status.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './plan-dialogs.module.css'
import { changePercent, differs, TERM_NAMES, type TermName } from './plan-values.ts'
import type { AgreedTerms } from './plans.api.ts'
import { useTermWords } from './use-term-words.ts'

const TERM_STYLES = {
  coming: { tone: 'ready', Icon: IconCalendarEvent },
  current: { tone: 'active', Icon: IconCircleCheck },
  past: { tone: 'ended', Icon: IconHistory },
} as const

interface TermsTableProps {
  readonly terms: readonly AgreedTerms[]
  readonly currency: string
  /** action on future terms */
  readonly action?: (terms: AgreedTerms) => ReactNode
}

/** The terms as they are read: the price of data over the plan goes with its unit. */
const READ_NAMES = TERM_NAMES.filter((name) => name !== 'overageUnit')

/** Terms beside each other, the latest first; what changed is marked. They scroll sideways where there is no room for all. */
export function TermsTable({ terms, currency, action }: TermsTableProps) {
  const { t } = useTranslation()
  const words = useTermWords(currency)
  // two periods fit into the narrowest common phone
  const isPhone = useMedia(PHONE)
  const title = t('plans.terms.title')
  const periods = terms.map((one, index): TableColumn<TermName> => {
    const before = terms[index + 1]
    return {
      id: one.from,
      width: isPhone ? 123 : 184,
      head: (
        <>
          {words.since(one.from)}
          <span className="row">
            <Status {...TERM_STYLES[one.state]} filled>
              {t(`plans.terms.${one.state}`)}
            </Status>
            {one.state === 'coming' ? action?.(one) : null}
          </span>
        </>
      ),
      className: 'tabular-numbers',
      cell: (name) => <Term name={name} terms={one} before={before} currency={currency} />,
    }
  })
  const concept: TableColumn<TermName> = {
    id: 'name',
    width: isPhone ? 112 : 160,
    head: <span className="visually-hidden">{t('plans.terms.name')}</span>,
    isRowHead: true,
    className: 'text-secondary',
    cell: (name) => (name === 'overagePrice' ? t('plans.terms.overage') : words.name(name)),
  }
  return (
    <ScrollArea label={title} className={styles.periods}>
      <Table label={title} columns={[concept, ...periods]} rows={READ_NAMES} rowKey={(name) => name} />
    </ScrollArea>
  )
}

interface TermProps {
  readonly name: TermName
  readonly terms: AgreedTerms
  /** the replaced terms */
  readonly before: AgreedTerms | undefined
  readonly currency: string
}

function Term({ name, terms, before, currency }: TermProps) {
  const { t } = useTranslation()
  const words = useTermWords(currency)
  const amount = words.value(name, terms[name])
  const value =
    name === 'overagePrice'
      ? t('plans.terms.per', { price: amount, unit: words.value('overageUnit', terms.overageUnit) })
      : amount
  if (!before || !differs(name, terms, before)) {
    return <span className={terms.state === 'current' ? undefined : 'text-tertiary'}>{value}</span>
  }
  const percent = changePercent(name, terms, before)
  return (
    <>
      <span className="semibold">{value}</span>
      {percent === undefined ? null : (
        <span className="text-secondary text-small">
          {' '}
          {percent < 0 ? '−' : '+'}
          {formatPercent(Math.abs(percent), 1)}
        </span>
      )}
    </>
  )
}
