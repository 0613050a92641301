import { IconAlertTriangle, IconListCheck, IconPlus, IconRobot, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIRED_DAYS, firedDaysOf } from '#domain/fired-days.ts'
import { formatMinute } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { WaitingDrafts } from '#web/shared/drafts/waiting-drafts.tsx'
import { FiredBars, firedText } from '#web/shared/firings/fired-days.tsx'
import { usePlanName } from '#web/shared/plans/plan-choices.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { menuColumn } from '#web/ui/list/columns.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowButton } from '#web/ui/row-action.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import styles from './acting-rules.module.css'
import { RemoveRule, StopRules } from './rule-dialogs.tsx'
import { RuleDraft } from './rule-draft.tsx'
import { RuleForm } from './rule-form.tsx'
import { readRulesSearch } from './rule-search.ts'
import { actionsText, triggerText } from './rule-text.ts'
import { definitionOf } from './rule-values.ts'
import { actingRulesQuery, type RuleRow, usePauseRule } from './rules.api.ts'
import { triggerFilter } from './trigger-filter.ts'

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'form'; readonly rule: RuleRow | undefined }
  | { readonly what: 'remove'; readonly rule: RuleRow }
  | { readonly what: 'stop'; readonly company: number; readonly stopped: boolean }

/** The rules of the user's companies. The address: /rules?company=4&search=flota, and with new=anomaly the form of a new rule */
export function RulesPage() {
  const { t } = useTranslation()
  const { draft, new: begun, ...search } = useSearch({ from: '/app/rules', select: readRulesSearch })
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const data = usePages(actingRulesQuery(search))
  const planName = usePlanName(data.rows?.some((rule) => definitionOf(rule).actions.operation === 'plan') ?? false)
  const close = () => setOpen(undefined)
  const showDraft = (shown?: number) => void navigate({ to: '/rules', search: { ...search, draft: shown }, replace: true })
  const leaveForm = () => void navigate({ to: '/rules', search, replace: true })
  const edit = (rule?: RuleRow) => setOpen({ what: 'form', rule })
  const company = useStoppedCompany(search.company, data.rows)
  return (
    <div className="page">
      <PageHead title={t('rules.title')} lead={t('rules.lead')}>
        <ButtonLink to="/rule-firings">{t('rules.toFirings')}</ButtonLink>
        {company ? (
          <Button
            variant={company.isStopped ? 'default' : 'danger'}
            aria-haspopup="dialog"
            onClick={() => setOpen({ what: 'stop', company: company.id, stopped: !company.isStopped })}
          >
            {t(company.isStopped ? 'rules.stop.resume' : 'rules.stop.button')}
          </Button>
        ) : null}
        <Button variant="primary" aria-haspopup="dialog" onClick={() => edit()}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('rules.new')}
        </Button>
      </PageHead>
      {company?.isStopped ? (
        <p className={styles.stopped} role="status">
          <IconAlertTriangle className="icon icon-warning" aria-hidden="true" />
          <span>{t('rules.stop.note')}</span>
        </p>
      ) : null}
      <WaitingDrafts kind="rule" company={search.company} nameless="" onOpen={showDraft} />
      <List
        id="rules"
        label={t('rules.list')}
        className={styles.list}
        minWidth={1040}
        waiting={4}
        data={data}
        rowKey={({ ruleId }) => ruleId}
        search={search}
        onSearch={(next) => void navigate({ to: '/rules', search: next, replace: true })}
        text={{ key: 'search', hint: t('rules.searchHint') }}
        filters={[triggerFilter(), useCompanyFilter(search.company)]}
        none={{
          Icon: IconRobot,
          title: t('rules.none'),
          hint: t('rules.noneHint'),
          action: (
            <Button size="sm" aria-haspopup="dialog" onClick={() => edit()}>
              {t('rules.first')}
            </Button>
          ),
        }}
        columns={[
          {
            id: 'rule',
            head: t('rules.rule'),
            width: '24%',
            phone: 'head',
            isRowHead: true,
            cell: (rule) => (
              <TwoLines
                first={
                  <RowButton label={t('rules.editOf', { name: rule.name })} onOpen={() => edit(rule)}>
                    {rule.name}
                  </RowButton>
                }
                second={rule.companyName}
              />
            ),
          },
          {
            id: 'trigger',
            head: t('rules.trigger'),
            width: '26%',
            phone: 'line',
            isNamed: true,
            cell: (rule) => <Clamped text={triggerText(definitionOf(rule).trigger)} />,
          },
          {
            id: 'does',
            head: t('rules.does'),
            width: '22%',
            phone: 'line',
            isNamed: true,
            cell: (rule) => <Does rule={rule} planName={planName} />,
          },
          {
            id: 'fired',
            name: t('rules.firedShort'),
            head: t('rules.fired', { days: FIRED_DAYS }),
            width: 196,
            phone: 'line',
            isNamed: true,
            cell: (rule) => <Fired rule={rule} />,
          },
          {
            id: 'last',
            head: t('rules.last'),
            width: 148,
            phone: 'line',
            isNamed: true,
            cell: ({ lastFiredAt }) => (lastFiredAt ? formatMinute(lastFiredAt) : <NoValue />),
          },
          { id: 'state', head: t('rules.state'), width: 124, phone: 'foot', cell: (rule) => <PauseSwitch rule={rule} /> },
          menuColumn((rule: RuleRow) => (
            <RowMenu
              label={t('rules.actionsOf', { name: rule.name })}
              items={[
                {
                  text: t('rules.toFirings'),
                  Icon: IconListCheck,
                  onAct: () => void navigate({ to: '/rule-firings', search: { rule: rule.ruleId } }),
                },
                {
                  text: t('rules.remove.button'),
                  Icon: IconTrash,
                  isDanger: true,
                  onAct: () => setOpen({ what: 'remove', rule }),
                },
              ]}
            />
          )),
        ]}
      />
      {open?.what === 'form' ? <RuleForm rule={open.rule} company={search.company} onClose={close} /> : null}
      {begun ? <RuleForm rule={undefined} kind={begun} company={search.company} onClose={leaveForm} /> : null}
      {open?.what === 'remove' ? <RemoveRule rule={open.rule} onClose={close} /> : null}
      {draft === undefined ? null : <RuleDraft draftId={draft} onClose={() => showDraft()} />}
      {open?.what === 'stop' ? <StopRules company={open.company} stopped={open.stopped} onClose={close} /> : null}
    </div>
  )
}

/** At most two lines; whole in its tooltip. */
function Clamped({ text }: { text: string }) {
  return (
    <span className={`clamp ${styles.twoLines}`} title={text}>
      {text}
    </span>
  )
}

/** What a rule does, and whether its chat takes it. */
function Does({ rule, planName }: { rule: RuleRow; planName: (code: string) => string }) {
  const { t } = useTranslation()
  const text = actionsText(definitionOf(rule).actions, planName)
  if (rule.chat !== 'failing' && rule.chat !== 'off') return <Clamped text={text} />
  return <TwoLines first={text} second={t(rule.chat === 'off' ? 'rules.chatOff' : 'rules.chatFailing')} />
}

/** How often it fired of late, and on which days, with the way to what it did. */
function Fired({ rule: { ruleId, name, firedByDay } }: { rule: RuleRow }) {
  const { t } = useTranslation()
  const fired = firedDaysOf(firedByDay)
  if (fired.count === 0) return <NoValue />
  return (
    <Link to="/rule-firings" search={{ rule: ruleId }} aria-label={`${firedText(fired)}. ${t('rules.firingsOf', { name })}`}>
      <span className="block medium tabular-numbers">
        <HighlightOnChange value={fired.count}>{t('rules.firedCount', { count: fired.count })}</HighlightOnChange>
      </span>
      <FiredBars fired={fired} />
    </Link>
  )
}

/** The company whose rules can be stopped at once: that of the filter, or the user's own. */
function useStoppedCompany(filtered: number | undefined, rows: readonly RuleRow[] | undefined) {
  const session = useSession()
  const id = filtered ?? (holds(session, 'wholePortal') ? undefined : session.clientId)
  if (id === undefined || !rows?.some(({ company }) => company === id)) return undefined
  return { id, isStopped: rows.some(({ company, stopped }) => company === id && stopped) }
}

function PauseSwitch({ rule: { ruleId, name, active, stopped } }: { rule: RuleRow }) {
  const { t } = useTranslation()
  const { mutate, isPending } = usePauseRule()
  const toggle = () =>
    mutate(
      { ruleId, active: !active },
      {
        onError: (error) => toasts.error(error.message),
        onSuccess: ({ message, data }) =>
          toasts.success([message, ...data.undoes.map((one) => t('rules.trial.undoes', { name: one.name }))].join('. ')),
      },
    )
  return (
    <Switch on={active} label={t('rules.turnOf', { name })} isBusy={isPending} onToggle={toggle}>
      {t(active ? (stopped ? 'rules.stopped' : 'rules.active') : 'rules.inactive')}
    </Switch>
  )
}
