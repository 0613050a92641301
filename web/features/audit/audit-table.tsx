import { useTranslation } from 'react-i18next'
import { OF_ALL_COMPANIES } from '#contract/audit/audit.calls.ts'
import { AUDIT_WORDS, auditActionWord, auditEntityWord } from '#contract/audit/audit-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Table } from '#web/ui/table.tsx'
import type { AuditRow } from './audit.api.ts'
import styles from './audit.module.css'
import { Changes } from './changes.tsx'

type AuditOnly = { readonly person: string } | { readonly entity: string; readonly thing: string }

interface TableProps {
  readonly rows: readonly AuditRow[] | undefined
  /** filters the list by one user or one thing */
  onOnly(only: AuditOnly): void
}

/** The log, one entry a row. A click on a user or a thing filters by it. */
export function AuditTable({ rows, onOnly }: TableProps) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('audit.list')}
      className={styles.list}
      rows={rows}
      rowKey={({ auditId }) => auditId}
      columns={[
        {
          id: 'at',
          head: sentence(AUDIT_WORDS.at),
          className: `${styles.when} hide-on-phone text-secondary tabular-numbers`,
          cell: ({ at }) => formatMinute(at),
        },
        {
          id: 'actor',
          head: sentence(AUDIT_WORDS.actor),
          className: styles.who,
          cell: (row) => <UserCell row={row} onOnly={onOnly} />,
        },
        {
          id: 'action',
          head: sentence(AUDIT_WORDS.action),
          className: styles.what,
          isRowHead: true,
          cell: (row) => <ActionCell row={row} onOnly={onOnly} />,
        },
        {
          id: 'changes',
          head: sentence(AUDIT_WORDS.changes),
          className: styles.changes,
          cell: ({ before, after }) => <Changes before={before} after={after} />,
        },
      ]}
    />
  )
}

interface CellProps {
  readonly row: AuditRow
  onOnly(only: AuditOnly): void
}

function UserCell({ row: { actor, companyName, address }, onOnly }: CellProps) {
  const { t } = useTranslation()
  return (
    <>
      <button
        type="button"
        className={`${styles.only} ellipsis`}
        aria-label={t('audit.onlyPerson', { person: actor })}
        title={actor}
        onClick={() => onOnly({ person: actor })}
      >
        {actor}
      </button>
      <span className={`${styles.below} text-tertiary text-small ellipsis`} title={companyName}>
        {companyName}
        {address ? <span className="tabular-numbers"> · {address}</span> : null}
      </span>
    </>
  )
}

/** Action and thing; on a phone, which has no date column, with the date below. */
function ActionCell({ row, onOnly }: CellProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const { at, action, entity, entityId, requestId } = row
  const word = auditEntityWord(entity, shownLanguage)
  const thing = `${word} ${entityId}`.trim()
  return (
    <>
      <span className="medium" title={requestId ? t('audit.requestOf', { id: requestId }) : undefined}>
        {auditActionWord(action, shownLanguage)}
      </span>
      {entityId === OF_ALL_COMPANIES ? (
        <span className={`${styles.below} text-secondary text-small`}>
          {word}, {t('audit.ofAll')}
        </span>
      ) : entityId === '' ? (
        <span className={`${styles.below} text-secondary text-small`}>{word}</span>
      ) : (
        <span className={`${styles.below} text-secondary text-small`}>
          {word}{' '}
          <button
            type="button"
            className={`${styles.only} tabular-numbers`}
            aria-label={t('audit.onlyThing', { thing })}
            onClick={() => onOnly({ entity, thing: entityId })}
          >
            {entityId}
          </button>
        </span>
      )}
      <span className={`only-on-phone ${styles.below} text-tertiary text-small tabular-numbers`}>{formatMinute(at)}</span>
    </>
  )
}
