import { IconBellPlus, IconBellRinging, IconListCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTICE_WORDS } from '#contract/alarms/alarm-messages.ts'
import { readEmails } from '#domain/alarms.ts'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useMedia, WIDE } from '#web/lib/use-media.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { WaitingDrafts } from '#web/shared/drafts/waiting-drafts.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { FirstOf } from '#web/ui/first-of.tsx'
import { menuColumn } from '#web/ui/list/columns.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ActionCell, ActiveSwitch, AlarmCell, FiredCell, LimitCell } from './alarm-cells.tsx'
import { RemoveAlarm } from './alarm-dialogs.tsx'
import { AlarmDraft } from './alarm-draft.tsx'
import { AlarmForm } from './alarm-form.tsx'
import { alarmName } from './alarm-name.ts'
import { type AlarmRow, alarmsQuery, fetchAlarms, latestNoticesQuery } from './alarms.api.ts'
import styles from './alarms.module.css'
import { type AlarmChange, ImpactDialog } from './impact-step.tsx'
import { useLiveAlarms } from './live-alarms.ts'
import { areUnsent, Unsent } from './unsent.tsx'

/** How long rows wait for the notices. */
const NOTICES_WAIT_MS = 1_000

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'form'; readonly alarm: AlarmRow | undefined }
  | { readonly what: 'remove'; readonly alarm: AlarmRow }
  | { readonly what: 'impact'; readonly change: AlarmChange }

/** The alarms of the user's companies. The address: /alarm?company=4&search=flota&alarm=7 */
export function AlarmsPage() {
  const { t } = useTranslation()
  const { alarm: named, draft, ...filter } = useSearch({ from: '/app/alarm' })
  const { company, subsidiaries } = filter
  const navigate = useNavigate()
  const [chosen, setOpen] = useState<Open>()
  const isWide = useMedia(WIDE)
  const latest = useLatestNotices()
  const pages = usePages(alarmsQuery(filter))
  const data = latest.isAwaited ? { ...pages, rows: undefined, more: undefined } : pages
  const { found, isGone, failure } = useNamedAlarm(named)
  const open: Open | undefined = chosen ?? (found && { what: 'form', alarm: found })
  const close = () => {
    setOpen(undefined)
    if (named !== undefined) void navigate({ to: '/alarm', search: filter, replace: true })
  }
  const showDraft = (shown?: number) => void navigate({ to: '/alarm', search: { ...filter, draft: shown }, replace: true })
  const edit = (alarm?: AlarmRow) => setOpen({ what: 'form', alarm })
  useAskedForm('alarm', () => edit())
  useLiveAlarms()
  return (
    <div className="page">
      <PageHead title={t('alarms.title')} lead={t('alarms.lead')}>
        <FileMenu ask={(format) => fetchAlarms(filter, format)} />
        <ButtonLink to="/alarm-notified">{t('alarms.notified')}</ButtonLink>
        <Button variant="primary" aria-haspopup="dialog" onClick={() => edit()}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('alarms.new')}
        </Button>
      </PageHead>
      <WaitingDrafts kind="alarm" company={company} nameless={t('alarms.draft.nameless')} onOpen={showDraft} />
      {areUnsent(latest.data) ? <Unsent place={t('alarms.notices.noticesList')} /> : null}
      <List
        id="alarms"
        label={t('alarms.list')}
        className={styles.list}
        minWidth={1080}
        waiting={4}
        data={data}
        rowKey={({ alarmId }) => alarmId}
        rowClass={({ active }) => (active === '1' ? undefined : styles.off)}
        search={filter}
        onSearch={(next) => void navigate({ to: '/alarm', search: next, replace: true })}
        text={{ key: 'search', hint: t('alarms.searchHint') }}
        filters={[useCompanyFilter(company, { subsidiaries })]}
        none={{
          Icon: IconBellRinging,
          title: t('alarms.none'),
          hint: t('alarms.noneHint'),
          action: (
            <Button size="sm" aria-haspopup="dialog" onClick={() => edit()}>
              <IconBellPlus className="icon icon-14" aria-hidden="true" />
              {t('alarms.first')}
            </Button>
          ),
        }}
        columns={[
          {
            id: 'alarm',
            head: t('alarms.alarm'),
            width: '28%',
            phone: 'head',
            isRowHead: true,
            className: styles.leads,
            cell: (alarm) => <AlarmCell alarm={alarm} onOpen={() => edit(alarm)} />,
          },
          {
            id: 'limit',
            head: t('alarms.limit'),
            width: 104,
            phone: 'line',
            isNumber: true,
            isNamed: true,
            className: styles.leads,
            cell: ({ limit }) => <LimitCell limit={limit} />,
          },
          {
            id: 'does',
            head: sentence(NOTICE_WORDS.action),
            width: 148,
            phone: 'foot',
            className: styles.leads,
            cell: (alarm) => <ActionCell alarm={alarm} />,
          },
          {
            id: 'mails',
            head: t('alarms.mails'),
            width: isWide ? 232 : '20%',
            cell: (alarm) => <FirstOf texts={readEmails(alarm.email)} />,
          },
          {
            id: 'watched',
            head: t('alarms.watched'),
            width: 104,
            isNumber: true,
            cell: ({ watchedSims }) => formatNumber(watchedSims),
          },
          {
            id: 'fired',
            head: t('alarms.fired'),
            width: isWide ? '24%' : 208,
            phone: 'line',
            isNamed: true,
            cell: (alarm) => <FiredCell alarm={alarm} onEdit={() => edit(alarm)} />,
          },
          {
            id: 'state',
            head: t('alarms.state'),
            width: 112,
            phone: 'foot',
            className: styles.toEnd,
            cell: (alarm) => <ActiveSwitch alarm={alarm} onConfirm={(change) => setOpen({ what: 'impact', change })} />,
          },
          menuColumn((alarm: AlarmRow) => (
            <RowMenu
              label={t('alarms.actionsOf', { name: alarmName(alarm) })}
              items={[
                { text: t('alarms.edit'), Icon: IconPencil, onAct: () => edit(alarm) },
                {
                  text: t('alarms.notified'),
                  Icon: IconListCheck,
                  onAct: () => void navigate({ to: '/alarm-notified', search: { alarm: alarm.alarmId } }),
                },
                {
                  text: t('alarms.remove.button'),
                  Icon: IconTrash,
                  isDanger: true,
                  onAct: () => setOpen({ what: 'remove', alarm }),
                },
              ]}
            />
          )),
        ]}
      >
        {failure ? <ErrorState title={t('alarms.failedOne')} error={failure.error} onRetry={failure.retry} /> : null}
        {isGone ? (
          <p className={`${styles.gone} text-secondary`} role="status">
            {t('alarms.gone', { id: named })}
          </p>
        ) : null}
      </List>
      {open?.what === 'form' ? <AlarmForm alarm={open.alarm} company={company} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemoveAlarm alarm={open.alarm} onClose={close} /> : null}
      {draft === undefined ? null : <AlarmDraft draftId={draft} onClose={() => showDraft()} />}
      {open?.what === 'impact' ? <ImpactDialog change={open.change} onClose={close} /> : null}
    </div>
  )
}

/** The alarm that the address names, whatever the list shows. */
function useNamedAlarm(named: number | undefined) {
  const alone = usePages({ ...alarmsQuery({ alarm: named }), enabled: named !== undefined })
  // without a number these are the rows of the whole list
  const rows = named === undefined ? undefined : alone.rows
  const failure = named !== undefined && alone.error && !rows ? { error: alone.error, retry: alone.retry } : undefined
  return { found: rows?.[0], isGone: rows?.length === 0, failure }
}

/**
 * What the latest notices say of the mails stands over the rows, which wait for it NOTICES_WAIT_MS at most: a call that fails is retried
 * for longer.
 */
function useLatestNotices() {
  const { data, isPending } = useQuery(latestNoticesQuery)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), NOTICES_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return { data, isAwaited: isPending && !isLate }
}
