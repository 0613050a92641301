import { IconRobot } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NOTICE_ACTION_WORDS } from '#contract/alarms/alarm-messages.ts'
import { type NoticeActionState, RULE_ACTION_STATES, type RuleActionState } from '#contract/filter-values.ts'
import { RULE_ACTION_WORDS, RULE_TRIGGER_WORDS } from '#contract/rules/rule-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { momentColumn } from '#web/ui/list/columns.tsx'
import { iccFilter } from '#web/ui/list/icc-filter.ts'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { type ListFilter, optionsOf, withValue } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { TwoLines } from '#web/ui/table.tsx'
import styles from './acting-rules.module.css'
import { AnswerAll, canAcknowledge, RowAnswers } from './rule-answers.tsx'
import { type FiringsSearch, readFiringsSearch } from './rule-search.ts'
import { valueText } from './rule-text.ts'
import { actingRulesQuery, type FiringRow, firingsQuery } from './rules.api.ts'
import { triggerFilter } from './trigger-filter.ts'

/** What rules did, newest first. */
export function FiringsPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/rule-firings', select: readFiringsSearch })
  const navigate = useNavigate()
  const firings = usePages(firingsQuery(search))
  return (
    <div className="page">
      <PageHead title={t('rules.firingsTitle')} lead={t('rules.firingsLead')}>
        <ButtonLink to="/rules">{t('rules.toRules')}</ButtonLink>
      </PageHead>
      <List
        id="firings"
        label={t('rules.firingsList')}
        className={styles.list}
        minWidth={900}
        data={firings}
        rowKey={({ firingId }) => firingId}
        search={search}
        onSearch={(next: FiringsSearch) => void navigate({ to: '/rule-firings', search: next, replace: true })}
        filters={useFilters(search)}
        none={{ Icon: IconRobot, title: t('rules.firingsNone'), hint: t('rules.firingsNoneHint') }}
        columns={[
          momentColumn('date', t('rules.firing.date'), ({ date }: FiringRow) => date, {
            className: `${styles.moment} text-secondary tabular-numbers`,
          }),
          simColumn((row: FiringRow) => <Subject row={row} />),
          {
            id: 'rule',
            head: t('rules.firing.rule'),
            width: '26%',
            phone: 'line',
            cell: ({ rule, companyName }) => <TwoLines first={rule} second={companyName} />,
          },
          {
            id: 'value',
            head: t('rules.firing.value'),
            width: '26%',
            phone: 'line',
            cell: ({ trigger, value }) => (
              <TwoLines
                isSentence
                first={valueText(trigger, value)}
                second={sentence(RULE_TRIGGER_WORDS[trigger as keyof typeof RULE_TRIGGER_WORDS])}
              />
            ),
          },
          {
            id: 'operation',
            head: t('rules.firing.operation'),
            width: 240,
            phone: 'foot',
            cell: (row) => <Outcome row={row} />,
          },
        ]}
      >
        {search.operation === 'asked' && search.rule && firings.rows?.length ? <AnswerAll ruleId={search.rule} /> : null}
      </List>
    </div>
  )
}

/** What became of it, and what a person can answer. */
function Outcome({ row }: { row: FiringRow }) {
  const isOpen = row.operation === 'asked' || (row.operation === 'none' && row.tag === 'none' && canAcknowledge(row))
  return (
    <div className={styles.outcome}>
      {isOpen ? null : (
        <div>
          <Done row={row} />
        </div>
      )}
      <RowAnswers row={row} />
    </div>
  )
}

/** The SIM, the plan of a pool, the device of a model, or the company. */
function Subject({ row: { icc, label, companyName, trigger } }: { row: FiringRow }) {
  const { t } = useTranslation()
  if (icc !== '') return <SimCell icc={icc} label={label} />
  return label === '' ? (
    <span className="medium">{companyName}</span>
  ) : (
    <TwoLines isStrong first={label} second={t(trigger === 'pool' ? 'rules.firing.pool' : 'rules.firing.model')} />
  )
}

/** What became of the operation, with a link to it, or of the cut of data, and whether the SIM got a tag. */
function Done({ row: { operation, operationId, tag, cut } }: { row: FiringRow }) {
  const { t } = useTranslation()
  const state = operation === 'none' && tag !== 'none' ? tag : operation
  const word = sentence(
    cut === 'none' ? RULE_ACTION_WORDS[state as RuleActionState] : NOTICE_ACTION_WORDS[cut as NoticeActionState],
  )
  const isTagged = tag === 'started' && operation !== 'none'
  return (
    <>
      {operationId === null ? (
        word
      ) : (
        <Link
          className="link"
          to="/operations/$operationId"
          params={{ operationId: String(operationId) }}
          aria-label={t('rules.firing.toOperation', { id: operationId })}
        >
          {word}
        </Link>
      )}
      {isTagged || (tag === 'started' && operation === 'none') ? (
        <span className="text-tertiary"> {t('rules.firing.tagged')}</span>
      ) : null}
    </>
  )
}

/** By trigger, company, rule, day and SIM. A deleted rule can still be the filter. */
function useFilters({ company, rule }: FiringsSearch): (ListFilter | undefined)[] {
  const { t } = useTranslation()
  const { rows: rules = [] } = usePages(actingRulesQuery({ company }))
  const options = rules.map(({ ruleId, name, companyName }) => ({ value: String(ruleId), name, about: companyName }))
  return [
    triggerFilter(),
    {
      kind: 'choice',
      key: 'operation',
      label: t('rules.firing.operation'),
      options: optionsOf(RULE_ACTION_STATES, (state) => sentence(RULE_ACTION_WORDS[state])),
    },
    useCompanyFilter(company, { clears: ['rule'] }),
    {
      kind: 'choice',
      key: 'rule',
      label: t('rules.firing.rule'),
      options: withValue(options, rule, t('rules.firing.numbered', { id: rule })),
    },
    { kind: 'days', key: 'from', until: 'to', label: t('rules.firing.date') },
    iccFilter('ICC'),
  ]
}
