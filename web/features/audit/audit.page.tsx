import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AUDIT_ENTITY_WORDS, AUDIT_WORDS, auditActionWord, auditEntityWord } from '#contract/audit/audit-messages.ts'
import { formatSecond, formatTimeToSecond } from '#web/lib/format.ts'
import { formatDayHeading } from '#web/lib/format-moments.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { type ListFilter, optionsOf, withValue } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { NoValue } from '#web/ui/table.tsx'
import { auditChoicesQuery, auditLogQuery, fetchAudit } from './audit.api.ts'
import styles from './audit.module.css'
import { EntryCell, UserCell } from './audit-cells.tsx'
import { auditEntries } from './audit-entries.ts'
import { type AuditSearch, auditFilterOf, readAuditSearch } from './audit-search.ts'
import { Changes } from './changes.tsx'

/** The kinds of things that people filter by have a chip, with the word for many of them. */
const FIRST_ENTITIES: Readonly<Record<string, string>> = {
  ...{ sim: 'sims', operation: 'operations', alarm: 'alarms', request: 'requests', plan: 'plans' },
  ...{ user: 'users', company: 'companies' },
}
const FIRST = Object.keys(FIRST_ENTITIES)

/** The audit log by day, newest first. A click on a user or a thing filters by it. */
export function AuditPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/audit', select: readAuditSearch })
  const navigate = useNavigate()
  const show = (next: AuditSearch) => void navigate({ to: '/audit', search: next, replace: true })
  const only = (change: AuditSearch) => show({ ...search, ...change })
  const filters = useFilters(search)
  const data = usePages(auditLogQuery(auditFilterOf(search)))
  const now = useNow()
  const isPhone = useMedia(PHONE)
  const days = { today: t('list.today'), yesterday: t('list.yesterday') }
  return (
    <div className="page">
      <PageHead title={t('audit.title')} lead={t('audit.lead')}>
        <FileMenu ask={(format) => fetchAudit(auditFilterOf(search), format)} />
      </PageHead>
      <List
        id="audit"
        label={t('audit.list')}
        data={{ ...data, rows: data.rows && auditEntries(data.rows) }}
        rowKey={({ auditId }) => auditId}
        groupOf={({ at }) => formatDayHeading(at, now, days)}
        rowClass={() => styles.row}
        minWidth={680}
        search={search}
        onSearch={show}
        filters={filters}
        none={{ Icon: IconHistory, title: t('audit.none'), hint: t('audit.noneHint') }}
        columns={[
          {
            id: 'at',
            head: isPhone ? t('audit.time') : `${t('audit.time')} · ${sentence(AUDIT_WORDS.address)}`,
            width: 144,
            phone: 'mark',
            isLong: !isPhone,
            className: 'text-secondary tabular-numbers',
            title: ({ at }) => formatSecond(at),
            cell: ({ at, address }) => (
              <>
                {formatTimeToSecond(at)}
                {isPhone ? null : <span className="block text-small">{address}</span>}
              </>
            ),
          },
          {
            id: 'actor',
            head: sentence(AUDIT_WORDS.actor),
            width: '16%',
            phone: 'foot',
            isLong: true,
            className: styles.actor,
            cell: (row) => <UserCell row={row} onOnly={only} />,
          },
          isPhone
            ? {
                id: 'address',
                head: sentence(AUDIT_WORDS.address),
                phone: 'foot',
                isLong: true,
                className: 'text-secondary tabular-numbers',
                cell: ({ address }) => address || <NoValue />,
              }
            : undefined,
          {
            id: 'action',
            head: sentence(AUDIT_WORDS.action),
            width: '28%',
            phone: 'head',
            isLong: true,
            className: styles.action,
            cell: (row) => <EntryCell row={row} onOnly={only} />,
          },
          {
            id: 'changes',
            head: sentence(AUDIT_WORDS.changes),
            phone: 'line',
            isLong: true,
            cell: ({ before, after }) => <Changes before={before} after={after} />,
          },
        ]}
      />
    </div>
  )
}

/** By kind of thing, action, thing, company, user and day, with or without log-ins and views. */
function useFilters({ action, entity, company }: AuditSearch): (ListFilter | undefined)[] {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const isAdmin = holds(useSession(), 'wholePortal')
  const { data: choices } = useQuery(auditChoicesQuery)
  const actionWord = (one: string) => auditActionWord(one, shownLanguage)
  const entityWord = (one: string) => auditEntityWord(one, shownLanguage)
  const sorted = (values: readonly string[], wordOf: (value: string) => string) =>
    optionsOf(values, wordOf).sort((a, b) => a.name.localeCompare(b.name))
  const others = Object.keys(AUDIT_ENTITY_WORDS).filter((one) => !FIRST.includes(one))
  const lists = Object.values(FIRST_ENTITIES)
  const entities = [
    ...optionsOf(FIRST, (one) => entityWord(FIRST_ENTITIES[one] ?? one)),
    // a chip has the same word
    ...sorted(others, (one) => (lists.includes(one) ? t('audit.asList', { name: entityWord(one) }) : entityWord(one))),
  ]
  return [
    {
      kind: 'choice',
      key: 'entity',
      label: sentence(AUDIT_WORDS.entity),
      options: withValue(entities, entity, entityWord(entity ?? '')),
      isFront: true,
      chipsMax: FIRST.length,
    },
    {
      kind: 'flag',
      key: 'access',
      isWider: true,
      label: t('audit.access'),
      title: t(isAdmin ? 'audit.accessAdds.admin' : 'audit.accessAdds.customer'),
    },
    {
      kind: 'choice',
      key: 'action',
      label: sentence(AUDIT_WORDS.action),
      options: withValue(sorted(choices?.actions ?? [], actionWord), action, actionWord(action ?? '')),
    },
    useCompanyFilter(company),
    { kind: 'text', key: 'person', label: t('audit.person'), hint: t('audit.personHint') },
    { kind: 'text', key: 'thing', label: t('audit.thing'), hint: t('audit.thingHint') },
    { kind: 'days', key: 'from', until: 'to', label: sentence(AUDIT_WORDS.at) },
  ]
}
