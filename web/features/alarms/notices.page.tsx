import { IconBellCheck, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTICE_ACTION_WORDS, NOTICE_KIND_WORDS, NOTICE_WORDS } from '#contract/alarms/alarm-messages.ts'
import { NOTICE_ACTION_STATES } from '#contract/filter-values.ts'
import { ACTION_WORDS } from '#contract/operations/operation-messages.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { NOTICE_KINDS } from '#domain/alarms.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { operationRequest } from '#web/shared/operations/operation-request.ts'
import { NoServer } from '#web/shared/outbox/no-server.tsx'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { SUPPORT_CHAT, useHasSupportChat } from '#web/shared/support/support-chat.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { menuColumn, momentColumn } from '#web/ui/list/columns.tsx'
import { iccFilter } from '#web/ui/list/icc-filter.ts'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, type ListFilter, optionsOf, withValue } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { KnownStatus } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import { RestoreDialog } from './alarm-dialogs.tsx'
import { alarmName, belowAlarmName, planLabel } from './alarm-name.ts'
import { alarmChoicesQuery, fetchNotices, type NoticeRow, noticeCountsQuery, noticesQuery } from './alarms.api.ts'
import styles from './alarms.module.css'
import { useLiveAlarms } from './live-alarms.ts'
import { ACTION_STYLE, Data, KIND_STYLE, Mail, Used } from './notice-cells.tsx'
import { type NoticesSearch, readNoticesSearch } from './notice-search.ts'

/** Notices of alarms, newest first, live. */
export function NoticesPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/alarm-notified', select: readNoticesSearch })
  const navigate = useNavigate()
  const [restoring, setRestoring] = useState<NoticeRow>()
  const { data, counts, areOfSeveralKinds } = useNotices(search)
  const isUnsent = data.rows?.find(({ mail }) => mail !== 'none')?.mail === 'kept'
  const session = useSession()
  const mayChangePlan = holds(session, 'sims') && holds(session, 'plans')
  const toAlarms = (isSmall: boolean) => (
    <ButtonLink isSmall={isSmall} to="/alarm">
      {t('alarms.notices.setAlarms')}
    </ButtonLink>
  )
  useLiveAlarms()
  return (
    <div className="page">
      <PageHead title={t('alarms.notices.title')} lead={t('alarms.notices.lead')}>
        {toAlarms(false)}
        <FileMenu ask={(format) => fetchNotices(search, format)} />
      </PageHead>
      {isUnsent ? <Unsent /> : null}
      <List
        id="notices"
        label={t('alarms.notices.list')}
        className={styles.list}
        minWidth={1120}
        data={data}
        rowKey={({ noticeId }) => noticeId}
        search={search}
        onSearch={(next: NoticesSearch) => void navigate({ to: '/alarm-notified', search: next, replace: true })}
        filters={useFilters(search, counts, areOfSeveralKinds)}
        none={{
          Icon: IconBellCheck,
          title: t('alarms.notices.none'),
          hint: t('alarms.notices.noneHint'),
          action: toAlarms(true),
        }}
        columns={[
          momentColumn('date', sentence(NOTICE_WORDS.date), ({ date }: NoticeRow) => date, {
            className: `${styles.moment} text-secondary tabular-numbers`,
          }),
          simColumn(({ icc, label }: NoticeRow) => <SimCell icc={icc} label={label} />),
          // of one kind alone they are all it
          search.kind === undefined && areOfSeveralKinds
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
            cell: (row) => <Used row={row} />,
          },
          {
            id: 'alarm',
            head: sentence(NOTICE_WORDS.alarm),
            width: '22%',
            phone: 'line',
            cell: (row) =>
              row.alarmName ? (
                <TwoLines first={row.alarmName} second={`${planLabel(row)} · ${row.companyName}`} />
              ) : (
                <TwoLines first={planLabel(row)} second={row.companyName} />
              ),
          },
          // where none has left, that is said over the list
          isUnsent && data.rows?.every(({ mail }) => mail === 'kept')
            ? undefined
            : {
                id: 'mail',
                head: sentence(NOTICE_WORDS.mail),
                width: 132,
                phone: 'foot',
                cell: ({ mail }) => (
                  <HighlightOnChange value={mail}>
                    <Mail state={mail} />
                  </HighlightOnChange>
                ),
              },
          {
            id: 'data',
            head: sentence(NOTICE_WORDS.action),
            width: 150,
            phone: 'foot',
            className: styles.data,
            cell: (row) => <Data row={row} onRestore={() => setRestoring(row)} />,
          },
          mayChangePlan
            ? menuColumn(({ icc }: NoticeRow) => (
                <RowMenu
                  label={t('alarms.notices.actionsOf', { icc })}
                  items={[
                    {
                      text: sentence(ACTION_WORDS.plan),
                      Icon: IconReplace,
                      onAct: () => operationRequest.open({ kind: 'plan', source: { icc: [icc] }, count: 1 }),
                    },
                  ]}
                />
              ))
            : undefined,
        ]}
      />
      {restoring ? <RestoreDialog notice={restoring} onClose={() => setRestoring(undefined)} /> : null}
    </div>
  )
}

/**
 * The notices, and how many there are of each kind. They wait for these: whether there are several kinds decides the columns
 * and the chips, which do not change under a reader.
 */
function useNotices(search: NoticesSearch) {
  const pages = usePages(noticesQuery(search))
  const { data: byKind, isPending } = useQuery(noticeCountsQuery(search))
  const counts = byKind?.counts
  return {
    data: isPending ? { ...pages, rows: undefined, more: undefined } : pages,
    counts,
    // of notices that could not be counted there may be several
    areOfSeveralKinds: !isPending && (!counts || counts.length > 1),
  }
}

/** That mails do not leave, with the way to who can do something about it. */
function Unsent() {
  const { t } = useTranslation()
  const seesOutbox = holds(useSession(), 'wholePortal')
  const hasSupportChat = useHasSupportChat()
  return (
    <NoServer
      title={t('alarms.notices.noServer')}
      hint={t(seesOutbox ? 'alarms.notices.noServerHint' : 'alarms.notices.noServerAsk')}
      action={
        seesOutbox ? (
          <ButtonLink isSmall to="/outbox">
            {t('alarms.notices.toOutbox')}
          </ButtonLink>
        ) : hasSupportChat ? (
          <ButtonLink isSmall {...SUPPORT_CHAT}>
            {t('alarms.notices.toSupport')}
          </ButtonLink>
        ) : undefined
      }
    />
  )
}

/** By kind, if there are both, what was done, company, alarm, day and SIM. A deleted alarm can still be the filter. */
function useFilters(
  search: NoticesSearch,
  counts: ValueCounts['counts'] | undefined,
  areOfSeveralKinds: boolean,
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
    kind !== undefined || areOfSeveralKinds
      ? {
          kind: 'choice',
          key: 'kind',
          label: sentence(NOTICE_WORDS.kind),
          ...counted(
            optionsOf(NOTICE_KINDS, (one) => t(`alarms.notices.chip.${one}`), KIND_STYLE),
            counts,
          ),
          isFront: true,
        }
      : undefined,
    {
      kind: 'choice',
      key: 'action',
      label: sentence(NOTICE_WORDS.action),
      options: optionsOf(NOTICE_ACTION_STATES, (one) => sentence(NOTICE_ACTION_WORDS[one]), ACTION_STYLE),
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
