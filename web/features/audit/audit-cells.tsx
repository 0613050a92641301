import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OF_ALL_COMPANIES } from '#contract/audit/audit.calls.ts'
import { auditActionWord, auditEntityWord } from '#contract/audit/audit-messages.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import type { AuditRow } from './audit.api.ts'
import styles from './audit.module.css'

interface CellProps {
  readonly row: AuditRow
  /** filters the list by one user or one thing */
  onOnly(only: { readonly person: string } | { readonly entity: string; readonly thing: string }): void
}

export function UserCell({ row: { actor, companyName, address }, onOnly }: CellProps) {
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
      <span className="block ellipsis text-tertiary text-small" title={companyName}>
        {companyName}
        {address ? <span className="tabular-numbers"> · {address}</span> : null}
      </span>
    </>
  )
}

/** Action and thing. */
export function EntryCell({ row, onOnly }: CellProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const { action, actor, entity, entityId, entityName, requestId } = row
  const word = auditEntityWord(entity, shownLanguage)
  const name = entityName || entityId
  return (
    <>
      <span className="medium" title={requestId ? t('audit.requestOf', { id: requestId }) : undefined}>
        {auditActionWord(action, shownLanguage)}
      </span>
      {entityId === OF_ALL_COMPANIES ? (
        <span className="block text-secondary text-small">
          {word}, {t('audit.ofAll')}
        </span>
      ) : name === actor ? null : entityId === '' ? (
        <span className="block text-secondary text-small">{word}</span>
      ) : (
        <span className="block text-secondary text-small">
          {word}{' '}
          <button
            type="button"
            className={`${styles.only} tabular-numbers`}
            aria-label={t('audit.onlyThing', { thing: `${word} ${name}` })}
            onClick={() => onOnly({ entity, thing: entityId })}
          >
            {name}
          </button>
          <OpenLink row={row} name={`${word} ${name}`} />
        </span>
      )}
    </>
  )
}

/** To the screen of the thing, where it has one. */
function OpenLink({ row: { entity, entityId }, name }: { readonly row: AuditRow; readonly name: string }) {
  const { t } = useTranslation()
  const place = placeOf(entity, entityId)
  if (!place) return null
  return (
    <Link {...place} className={styles.open} aria-label={t('audit.open', { thing: name })}>
      <IconArrowRight className="icon icon-14" aria-hidden="true" />
    </Link>
  )
}

function placeOf(entity: string, id: string) {
  if (entity === 'sim') return { to: '/sims/$icc', params: { icc: id } } as const
  if (entity === 'operation') return { to: '/operations/$operationId', params: { operationId: id } } as const
  if (entity === 'request') return { to: '/requests/$requestId', params: { requestId: id } } as const
  return undefined
}
