import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { OF_ALL_COMPANIES } from '#contract/audit/audit.calls.ts'
import { auditActionWord, auditEntityWord } from '#contract/audit/audit-messages.ts'
import type { Language } from '#domain/languages.ts'
import { withinSentence } from '#domain/plain-text.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { useHasCompanies } from '#web/shared/companies/company-choices.api.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { SCREENS } from '#web/shared/screens.ts'
import styles from './audit.module.css'
import { type GroupedEntry, kindsSeen, timesOf } from './audit-entries.ts'
import { ENTRY_ICONS, entryKindOf } from './entry-kind.ts'

interface CellProps {
  readonly row: GroupedEntry
  /** filters the list by one user or one thing */
  onOnly(only: { readonly person: string } | { readonly entity: string; readonly thing: string }): void
}

/** A person by name, with the company below, or the e-mail where the reader has one company; the recorded text of what is no person. */
export function UserCell({ row: { actor, actorCompanyName }, onOnly }: CellProps) {
  const { t } = useTranslation()
  const name = usePersonName(actor)
  const hasCompanies = useHasCompanies() ?? true
  const email = name === actor ? '' : actor
  const from = [email, actorCompanyName].filter(Boolean)
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
      <span className={`${styles.from} block ellipsis text-tertiary text-small`} title={from.join(' · ')}>
        {hasCompanies ? from.at(-1) : from[0]}
      </span>
    </>
  )
}

/** 'webhooks y claves de API' */
const listText = (entities: readonly string[], shownLanguage: Language): string =>
  new Intl.ListFormat(shownLanguage).format(entities.map((one) => withinSentence(auditEntityWord(one, shownLanguage))))

/** Of which companies it is, where that is not the user's own; '' otherwise. */
function whose({ entityId, entityName, companyName, actorCompanyName }: GroupedEntry): string {
  if (entityId === OF_ALL_COMPANIES) return i18next.t('audit.ofAll')
  const isElsewhere = companyName !== actorCompanyName && companyName !== (entityName || entityId)
  return isElsewhere ? i18next.t('audit.ofCompany', { company: companyName }) : ''
}

/** 'Vio webhooks y claves de API de todas las empresas' */
const sawText = (row: GroupedEntry, seen: readonly string[], shownLanguage: Language): string =>
  `${i18next.t('audit.saw', { what: listText(seen, shownLanguage) })} ${whose(row)}`.trimEnd()

/** Action and thing, with the icon of its kind; of another company than the user's, that too. What was only seen is quieter. */
export function EntryCell({ row, onOnly }: CellProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const { action, requestId } = row
  const kind = entryKindOf(action)
  const Icon = ENTRY_ICONS[kind]
  const times = timesOf(row)
  const seen = kindsSeen(row)
  return (
    <div className={styles.entry}>
      <Icon className={classes('icon', action === 'account.locked' ? 'icon-stop' : 'text-tertiary')} aria-hidden="true" />
      <div>
        <span
          className={kind === 'view' ? undefined : 'medium'}
          title={requestId ? t('common.requestId', { id: requestId }) : undefined}
        >
          {seen.length > 0 ? sawText(row, seen, shownLanguage) : auditActionWord(action, shownLanguage)}
        </span>
        {times > 1 ? <span className="text-tertiary tabular-numbers"> ×{formatNumber(times)}</span> : null}
        <Thing row={row} onOnly={onOnly} />
      </div>
    </div>
  )
}

/** What it was done to; nothing where that is the user, or only a kind that the action names already. */
function Thing({ row, onOnly }: CellProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const { action, actor, entity, entityId, entityName } = row
  const name = entityName || entityId
  // what was seen, and whose, is one sentence above
  if (name === actor || kindsSeen(row).length > 0) return null
  const word = auditEntityWord(entity, shownLanguage)
  const owner = whose(row)
  if (name === '' && owner === '' && entryKindOf(action) !== 'view') return null
  return (
    <span className="block text-secondary text-small">
      {word}
      {entityId === '' ? null : (
        <>
          {' '}
          <button
            type="button"
            className={styles.only}
            aria-label={t('audit.onlyThing', { thing: `${word} ${name}` })}
            onClick={() => onOnly({ entity, thing: entityId })}
          >
            {name}
          </button>
        </>
      )}
      {owner ? ` · ${owner}` : null}
      <OpenLink row={row} name={`${word} ${name}`} />
    </span>
  )
}

/** To the screen of the thing, where it has one. */
function OpenLink({ row, name }: { readonly row: GroupedEntry; readonly name: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const place = row.action.endsWith('.deleted') ? undefined : placeOf(row)
  if (!place || !holds(session, SCREENS[place.to].permit)) return null
  return (
    <Link {...place} className={styles.open} aria-label={t('audit.open', { thing: name })}>
      <IconArrowRight className="icon icon-14" aria-hidden="true" />
    </Link>
  )
}

function placeOf({ entity, entityId: id, entityName }: GroupedEntry) {
  if (entity === 'sim') return { to: '/sims/$icc', params: { icc: id } } as const
  if (entity === 'operation') return { to: '/operations/$operationId', params: { operationId: id } } as const
  if (entity === 'request') return { to: '/requests/$requestId', params: { requestId: id } } as const
  // a user or a company that is gone has no name
  if (entityName === '') return undefined
  if (entity === 'user') return { to: '/users', search: { open: Number(id) } } as const
  if (entity === 'company') return { to: '/companies/$companyId', params: { companyId: id } } as const
  return undefined
}
