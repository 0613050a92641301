import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OF_ALL_COMPANIES } from '#contract/audit/audit.calls.ts'
import { auditActionWord, auditEntityWord } from '#contract/audit/audit-messages.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import styles from './audit.module.css'
import type { GroupedEntry } from './audit-entries.ts'

interface CellProps {
  readonly row: GroupedEntry
  /** filters the list by one user or one thing */
  onOnly(only: { readonly person: string } | { readonly entity: string; readonly thing: string }): void
}

/** A person by name with the e-mail below; the recorded text of what is no person. */
export function UserCell({ row: { actor, actorCompanyName, address }, onOnly }: CellProps) {
  const { t } = useTranslation()
  const name = usePersonName(actor)
  const from = [name === actor ? '' : actor, actorCompanyName, address].filter(Boolean).join(' · ')
  return (
    <>
      <button
        type="button"
        className={`${styles.only} ellipsis`}
        aria-label={t('audit.onlyPerson', { person: name })}
        title={actor}
        onClick={() => onOnly({ person: actor })}
      >
        {name}
      </button>
      <span className="block text-tertiary text-small tabular-numbers">{from}</span>
    </>
  )
}

/** Action and thing; of another company than the user's, that too. */
export function EntryCell({ row, onOnly }: CellProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const { action, actor, entity, entityId, entityName, requestId, companyName, actorCompanyName, alsoSeen } = row
  const word = auditEntityWord(entity, shownLanguage)
  const name = entityName || entityId
  const isOfAll = entityId === OF_ALL_COMPANIES
  const isElsewhere = companyName !== actorCompanyName && companyName !== name
  const whose = isOfAll ? `, ${t('audit.ofAll')}` : isElsewhere ? `, ${t('audit.ofCompany', { company: companyName })}` : ''
  return (
    <>
      <span className="medium" title={requestId ? t('audit.requestOf', { id: requestId }) : undefined}>
        {alsoSeen.length > 0 ? t('audit.viewed', { count: alsoSeen.length + 1 }) : auditActionWord(action, shownLanguage)}
      </span>
      {name === actor ? null : isOfAll || entityId === '' ? (
        <span className="block text-secondary text-small">
          {[word, ...alsoSeen.map((one) => auditEntityWord(one.entity, shownLanguage))].join(', ')}
          {whose}
        </span>
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
          {whose}
          <OpenLink row={row} name={`${word} ${name}`} />
        </span>
      )}
    </>
  )
}

/** To the screen of the thing, where it has one. */
function OpenLink({ row: { entity, entityId }, name }: { readonly row: GroupedEntry; readonly name: string }) {
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
