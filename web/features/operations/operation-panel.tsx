import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CAUSE_SENTENCES } from '#contract/operations/cause-messages.ts'
import { ITEM_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { operationOutcome } from '#domain/operations.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { operationQuery } from '#web/shared/operations/operation.api.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { SimCell } from '#web/shared/sims/sim-cell.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'
import { PanelAbout, PanelActions, PanelContent, PanelSection, PanelTitle } from '#web/ui/side-panel/panel-parts.tsx'
import { PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import type { ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { KnownStatus, Status } from '#web/ui/status.tsx'
import { CAUSE_STYLE } from './cause-style.ts'
import { isWholeIcc } from './line-icc.ts'
import styles from './operation-progress.module.css'
import { OperationStateHead } from './operation-progress.tsx'
import { ITEM_STYLE } from './operation-style.ts'
import { causesQuery, itemsQuery, type OperationItem } from './operations.api.ts'
import { ReversibleProgress } from './reversible-progress.tsx'
import { useOperationDetails } from './use-operation-details.ts'

/** An operation beside the list: who began it, how far it is, what came out, and what can be done. */
export function OperationPanel({ operationId, beside }: { operationId: number; beside: ListBeside }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(operationQuery(operationId))
  const page = { to: '/operations/$operationId', params: { operationId: String(operationId) } } as const
  const around = { neighbours: beside.neighbours, onClose: beside.close }
  const number = t('operations.number', { id: operationId })
  return (
    <SidePanel {...around} label={number}>
      <PanelHead {...around} page={page} below={data ? <BelowTitle key={operationId} data={data} /> : null}>
        <PanelTitle>{data ? t(`operations.name.${data.kind}`, { count: data.total }) : error ? number : undefined}</PanelTitle>
      </PanelHead>
      <PanelContent key={operationId} failure={{ title: t('operations.failedOne'), error, retry: () => void refetch() }}>
        {data ? (
          <>
            <Head data={data} />
            {data.kind === 'diagnose' ? <Causes operationId={operationId} /> : null}
            <Lines data={data}>
              <ButtonLink isSmall {...page}>
                {t('operations.seeLines', { count: data.total })}
              </ButtonLink>
            </Lines>
          </>
        ) : undefined}
      </PanelContent>
    </SidePanel>
  )
}

/** How far it is, and its facts; before it begins they are first, so that cancelling stands after what would be cancelled. */
function Head({ data }: { data: OperationData }) {
  const parts = [
    <PanelSection key="progress">
      <ReversibleProgress data={data} isInPanel />
    </PanelSection>,
    <Details key="details" data={data} />,
  ]
  return data.state === 'scheduled' ? parts.toReversed() : parts
}

/** Who began it, when, and its state. */
function BelowTitle({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const { operationId, user, createdAt, state } = data
  return (
    <PanelAbout>
      <p className="text-secondary">
        {t('operations.number', { id: operationId })} · <PersonName email={user} /> · {formatMinute(createdAt)}
      </p>
      <HighlightOnChange value={state}>
        <OperationStateHead {...data} filled />
      </HighlightOnChange>
    </PanelAbout>
  )
}

/** Lines that a panel shows. */
const SHOWN = 5

/** The first lines, of those that failed where there are any, and the way to all. */
function Lines({ data: { operationId, counts, total, reasons }, children }: { data: OperationData; children: ReactNode }) {
  const { t } = useTranslation()
  const isFailed = counts.failed > 0
  const count = isFailed ? counts.failed : total
  const isAll = operationOutcome(counts) === 'all'
  // the only reason stands above
  const hasReasons = reasons.filter(({ state }) => state === 'failed').length > 1
  // that none began stands above
  const isWaiting = counts.pending === total
  const isPlain = isAll || isWaiting || (isFailed && !hasReasons)
  const { rows, error, retry } = usePages(itemsQuery(operationId, { state: isFailed ? 'failed' : undefined }))
  return (
    <PanelSection
      title={t(isFailed ? 'operations.failedLines' : 'operations.lines')}
      about={count > SHOWN ? t('operations.firstLines', { shown: SHOWN, count }) : undefined}
    >
      {error && !rows ? (
        <ErrorState title={t('list.failed')} error={error} onRetry={retry} />
      ) : (
        <ul className={classes(styles.lines, isPlain && styles.single)} aria-busy={!rows}>
          {rows
            ? rows.slice(0, SHOWN).map((row) => <Line key={row.line} row={row} isPlain={isPlain} hasState={!isWaiting} />)
            : [62, 55, 66, 58, 60].slice(0, count).map((width) => (
                <li key={width}>
                  <Skeleton width={`${width}%`} />
                </li>
              ))}
        </ul>
      )}
      <PanelActions>{children}</PanelActions>
    </PanelSection>
  )
}

interface LineProps {
  readonly row: OperationItem
  readonly isPlain: boolean
  readonly hasState: boolean
}

/** A SIM with its result; one that failed with the reason, unless all have the same. */
function Line({ row: { icc, customField1, state, text }, isPlain, hasState }: LineProps) {
  return (
    <li>
      <div>{isWholeIcc(icc) ? <SimCell icc={icc} label={customField1} isOneLine={isPlain} /> : icc}</div>
      {state === 'failed' && text ? (
        isPlain ? null : (
          <Status {...ITEM_STYLE.failed}>{text}</Status>
        )
      ) : hasState ? (
        <span className="no-wrap" title={text}>
          <KnownStatus state={state} styles={ITEM_STYLE} words={ITEM_STATE_WORDS} />
        </span>
      ) : null}
    </li>
  )
}

/** What it does, where it comes from, and the way to the advice that it follows. */
function Details({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const facts = useOperationDetails(data)
  const { advice } = data.parameters
  const seesPlans = holds(useSession(), 'plans')
  if (facts.length === 0) return null
  const withWay = ({ name, value }: Fact): Fact => {
    if (!(advice && seesPlans) || name !== t('operations.origin')) return { name, value }
    const advised = (
      <>
        {value}
        {' · '}
        <Link to="/plans/optimise" search={{ company: advice.companyId }} className="underlined">
          {t('operations.toAdvice')}
        </Link>
      </>
    )
    return { name, value: advised }
  }
  return (
    <PanelSection>
      <Facts facts={facts.map(withWay)} />
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
