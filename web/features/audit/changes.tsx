import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditFieldWord } from '#contract/audit/audit-messages.ts'
import { auditValueWord } from '#contract/audit/audit-value-words.ts'
import type { Difference } from '#domain/differences.ts'
import type { Language } from '#domain/languages.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { companyChoiceQuery } from '#web/shared/companies/company-choices.api.ts'
import styles from './audit.module.css'
import { shownDifferences } from './shown-differences.ts'

/** Number of changes that are shown at first. */
const SHOWN = 4

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Fields that count things; digits elsewhere are identifiers. */
const COUNT = /(^|\.)(accepted|bad|created|lines|segments|sims|skipped|total|unchanged|updated)$/

/** Fields with the number of a company. */
const COMPANY = /(^|\.)(companyId|parentId)$/

/** A value as text; a moment in the user's time zone, a count grouped. */
function textOf(path: string, value: string | null, shownLanguage: Language): string {
  if (value !== null && MOMENT.test(value)) return formatMinute(value)
  if (value !== null && COUNT.test(path) && /^\d+$/.test(value)) return formatNumber(Number(value))
  return auditValueWord(path, value, shownLanguage)
}

/** The changes: the value before, struck through, and after. */
export function Changes({ before, after }: { before: string | null; after: string | null }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const differences = useMemo(() => shownDifferences(before, after), [before, after])
  if (differences.length === 0) return null
  const more = differences.length - SHOWN
  return (
    <>
      <dl className={styles.changeList}>
        {(isWhole ? differences : differences.slice(0, SHOWN)).map((one) => (
          <Change key={one.path} change={one} />
        ))}
      </dl>
      {more > 0 ? (
        <button
          type="button"
          className={`${styles.only} text-small`}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('audit.changesLess') : t('audit.changesMore', { count: more })}
        </button>
      ) : null}
    </>
  )
}

function Change({ change: { path, before, after } }: { change: Difference }) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  return (
    <div>
      {path === '' ? null : <dt className="text-tertiary">{auditFieldWord(path, shownLanguage)}</dt>}
      <dd>
        {before === null ? null : (
          <>
            <del className="clamp">
              <span className="visually-hidden">{t('audit.was')}: </span>
              <Value path={path} value={before} />
            </del>
            <IconArrowRight className="icon icon-14 text-tertiary" aria-hidden="true" />
          </>
        )}
        <ins className="clamp">
          {before === null ? null : <span className="visually-hidden">{t('audit.is')}: </span>}
          <Value path={path} value={after} />
        </ins>
      </dd>
    </div>
  )
}

interface ValueProps {
  readonly path: string
  readonly value: string | null
}

function Value({ path, value }: ValueProps) {
  const shownLanguage = usePreference(language)
  return value !== null && COMPANY.test(path) ? <CompanyOf id={value} /> : textOf(path, value, shownLanguage)
}

/** The name of a company; the number of one that is gone, or that the reader may not see. */
function CompanyOf({ id }: { id: string }) {
  const { data: company, isPending } = useQuery(companyChoiceQuery(Number(id)))
  return isPending ? '…' : (company?.name ?? id)
}
