import { IconBellCheck, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTICE_ACTION_WORDS, NOTICE_KIND_WORDS, NOTICE_WORDS } from '#contract/alarms/alarm-messages.ts'
import { NOTICE_ACTION_STATES, type NoticeActionState } from '#contract/filter-values.ts'
import { ACTION_WORDS } from '#contract/operations/operation-messages.ts'
import { NOTICE_KINDS } from '#domain/alarms.ts'
import { classes } from '#web/lib/classes.ts'
import { formatTime } from '#web/lib/format.ts'
import { formatDayHeading } from '#web/lib/format-moments.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { operationRequest } from '#web/shared/operations/operation-request.ts'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { actionsColumn, momentColumn } from '#web/ui/list/columns.tsx'
import { iccFilter } from '#web/ui/list/icc-filter.ts'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, type ListFilter, optionsOf, withValue } from '#web/ui/list/list-filter.ts'
import { type ListRows, usePages } from '#web/ui/list/list-rows.ts'
import { RowAction } from '#web/ui/row-action.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KnownStatus } from '#web/ui/status.tsx'
import { RestoreDialog } from './alarm-dialogs.tsx'
import { alarmName, belowAlarmName } from './alarm-name.ts'
import { alarmChoicesQuery, fetchNotices, type NoticeRow, noticeCountsQuery, noticesQuery } from './alarms.api.ts'
import styles from './alarms.module.css'
import { useLiveAlarms } from './live-alarms.ts'
import { ACTION_STYLE, AlarmOf, Data, KIND_STYLE, Mail, Used } from './notice-cells.tsx'
import { type NoticesSearch, readNoticesSearch } from './notice-search.ts'
import { areUnsent, Unsent } from './unsent.tsx'

/** Notices of alarms, newest first, live. */
export function NoticesPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/alarm-notified', select: readNoticesSearch })
  const navigate = useNavigate()
  const [restoring, setRestoring] = useState<NoticeRow>()
  const { data, ...counts } = useNotices(search)
  const isUnsent = areUnsent(data.rows)
  // of one kind alone they are all it
  const hasKind = search.kind === undefined && counts.areOfSeveral
  // where none has left, that is said over the list
  const hasMail = !(isUnsent && data.rows?.every(({ mail }) => mail === 'kept'))
  const last = hasMail ? undefined : styles.last
  const now = useNow()
  const days = { today: t('list.today'), yesterday: t('list.yesterday') }
  const session = useSession()
  const mayChangePlan = holds(session, 'sims') && holds(session, 'plans')
  const planWord = sentence(ACTION_WORDS.plan)
  const toAlarms = (isSmall: boolean) => (
    <ButtonLink isSmall={isSmall} to="/alarm">
      {t('alarms.notices.setAlarms')}
    </ButtonLink>
  )
  useLiveAlarms()
  return (
    <div className="page">
      <PageHead title={t('alarms.notices.title')} lead={t('alarms.notices.lead')}>
        <FileMenu ask={(format) => fetchNotices(search, format)} />
        {toAlarms(false)}
      </PageHead>
      {isUnsent ? <Unsent place={t('alarms.notices.thisList')} /> : null}
      <List
        id="notices"
        label={t('alarms.notices.list')}
        className={styles.list}
        minWidth={1120}
        data={data}
        tools={mayChangePlan && isNarrowed(search) ? <ChangePlans data={data} /> : null}
        rowKey={({ noticeId }) => noticeId}
        groupOf={({ date }) => formatDayHeading(date, now, days)}
        search={search}
        onSearch={(next: NoticesSearch) => void navigate({ to: '/alarm-notified', search: next, replace: true })}
        filters={useFilters(search, counts)}
        none={{
          Icon: IconBellCheck,
          title: t('alarms.notices.none'),
          hint: t('alarms.notices.noneHint'),
          action: toAlarms(true),
        }}
        columns={[
          momentColumn('date', t('alarms.notices.time'), ({ date }: NoticeRow) => date, {
            width: 80,
            cell: ({ date }) => formatTime(date),
            // the end of a card’s first line is for the kind, if there is one
            ...(hasKind ? { className: classes(styles.moment, last, 'text-secondary tabular-numbers') } : { phone: 'mark' }),
          }),
          simColumn(({ icc, label }: NoticeRow) => <SimCell icc={icc} label={label} />),
          hasKind
            ? {
                id: 'kind',
                head: sentence(NOTICE_WORDS.kind),
                width: 104,
                phone: 'mark',
                cell: ({ kind }) => <KnownStatus state={kind} styles={KIND_STYLE} words={NOTICE_KIND_WORDS} />,
              }
            : undefined,
          {
            id: 'used',
            head: t('alarms.notices.used'),
            width: 212,
            phone: 'line',
            className: styles.used,
            cell: (row) => <Used row={row} />,
          },
          {
            id: 'alarm',
            head: sentence(NOTICE_WORDS.alarm),
            width: '22%',
            phone: 'line',
            className: hasKind ? undefined : last,
            cell: (row) => <AlarmOf row={row} />,
          },
          hasMail
            ? {
                id: 'mail',
                head: sentence(NOTICE_WORDS.mail),
                width: 132,
                phone: 'foot',
                cell: ({ mail }) => (
                  <HighlightOnChange value={mail}>
                    <Mail state={mail} />
                  </HighlightOnChange>
                ),
              }
            : undefined,
          {
            id: 'data',
            head: sentence(NOTICE_WORDS.action),
            width: 150,
            phone: 'foot',
            className: styles.data,
            cell: (row) => <Data row={row} onRestore={() => setRestoring(row)} />,
          },
          mayChangePlan
            ? actionsColumn(132, ({ icc }: NoticeRow) => (
                <RowAction
                  Icon={IconReplace}
                  word={planWord}
                  label={`${planWord}: ${icc}`}
                  opensDialog
                  onAct={() => operationRequest.open({ kind: 'plan', source: { icc: [icc] }, count: 1 })}
                />
              ))
            : undefined,
        ]}
      />
      {restoring ? <RestoreDialog notice={restoring} onClose={() => setRestoring(undefined)} /> : null}
    </div>
  )
}

/** Whether a filter leaves notices that belong together; those of one SIM have the button of their row. */
const isNarrowed = ({ icc, ...search }: NoticesSearch): boolean =>
  icc === undefined && Object.values(search).some((value) => value !== undefined)

/** Another plan for all SIMs of the list, once all are loaded. */
function ChangePlans({ data: { rows, more } }: { data: ListRows<NoticeRow> }) {
  const { t } = useTranslation()
  if (!rows) return <Skeleton width={176} height={28} />
  const icc = [...new Set(rows.map((row) => row.icc))]
  if (more || icc.length < 2) return null
  return (
    <Button
      size="sm"
      className="tabular-numbers"
      aria-haspopup="dialog"
      onClick={() => operationRequest.open({ kind: 'plan', source: { icc }, count: icc.length })}
    >
      <IconReplace className="icon icon-14" aria-hidden="true" />
      {t('alarms.notices.changePlan', { count: icc.length })}
    </Button>
  )
}

/**
 * The notices, and how many there are by kind and by what was done. They wait for these: columns and chips depend on whether there
 * are several kinds, and must not change under a reader. The third count ignores the filter by action, so that pressing one of those
 * chips does not change them.
 */
function useNotices(search: NoticesSearch) {
  const pages = usePages(noticesQuery(search))
  const byKind = useQuery(noticeCountsQuery('kind', search))
  const byAction = useQuery(noticeCountsQuery('action', search))
  const ofAnyAction = useQuery(noticeCountsQuery('kind', { ...search, action: undefined }))
  const isPending = byKind.isPending || byAction.isPending || ofAnyAction.isPending
  const kinds = ofAnyAction.data?.counts
  return {
    data: isPending ? { ...pages, rows: undefined, more: undefined } : pages,
    byKind: byKind.data?.counts,
    byAction: byAction.data?.counts,
    // of notices that could not be counted there may be several
    areOfSeveral: !isPending && (!kinds || kinds.length > 1),
    areOfOne: !isPending && kinds?.length === 1,
  }
}

const FIRST_ACTIONS = ['cut', 'failed', 'restored'] as const satisfies NoticeActionState[]
const ACTIONS = [...new Set<NoticeActionState>([...FIRST_ACTIONS, ...NOTICE_ACTION_STATES])]

/** By kind, if there are both, what was done, company, alarm, day and SIM. A deleted alarm can still be the filter. */
function useFilters(
  search: NoticesSearch,
  { byKind, byAction, areOfSeveral, areOfOne }: Omit<ReturnType<typeof useNotices>, 'data'>,
): (ListFilter | undefined)[] {
  const { t } = useTranslation()
  const { company, alarm, kind } = search
  const { data: alarms = [] } = useQuery(alarmChoicesQuery(company))
  const options = alarms.map((one) => ({
    value: String(one.alarmId),
    name: alarmName(one),
    about: belowAlarmName(one),
  }))
  return [
    kind !== undefined || areOfSeveral
      ? {
          kind: 'choice',
          key: 'kind',
          label: sentence(NOTICE_WORDS.kind),
          ...counted(
            optionsOf(NOTICE_KINDS, (one) => t(`alarms.notices.chip.${one}`), KIND_STYLE),
            byKind,
          ),
          isFront: true,
        }
      : undefined,
    {
      kind: 'choice',
      key: 'action',
      label: sentence(NOTICE_WORDS.action),
      ...counted(
        optionsOf(ACTIONS, (one) => sentence(NOTICE_ACTION_WORDS[one]), ACTION_STYLE),
        byAction,
      ),
      // where all are of one kind they differ by what was done
      isFront: kind === undefined && areOfOne,
      all: t('list.allFeminine'),
      chipsMax: FIRST_ACTIONS.length,
    },
    useCompanyFilter(company, { clears: ['alarm'] }),
    {
      kind: 'choice',
      key: 'alarm',
      label: sentence(NOTICE_WORDS.alarm),
      options: withValue(options, alarm, t('alarms.notices.alarmNumber', { id: alarm })),
    },
    { kind: 'days', key: 'from', until: 'to', label: sentence(NOTICE_WORDS.date) },
    iccFilter(sentence(NOTICE_WORDS.icc)),
  ]
}
