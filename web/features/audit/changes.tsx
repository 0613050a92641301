import { IconArrowRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditFieldWord } from '#contract/audit/audit-messages.ts'
import { auditValueWord } from '#contract/audit/audit-value-words.ts'
import { type Difference, differencesOf } from '#domain/differences.ts'
import type { Language } from '#domain/languages.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import styles from './audit.module.css'

/** Number of changes that are shown at first. */
const SHOWN = 4

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Fields that count things; digits elsewhere are identifiers. */
const COUNT = /(^|\.)(accepted|bad|created|lines|segments|sims|skipped|total|unchanged|updated)$/

/** A value as text; a moment in the user's time zone, a count grouped. */
function textOf(path: string, value: string | null, shownLanguage: Language): string {
  if (value !== null && MOMENT.test(value)) return formatMinute(value)
  if (value !== null && COUNT.test(path) && /^\d+$/.test(value)) return formatNumber(Number(value))
  return auditValueWord(path, value, shownLanguage)
}

/** Of a result, what happened to nothing is not said: no errors, none unchanged. */
const isNothing = ({ path, before, after }: Difference): boolean =>
  /^(bad|skipped|unchanged|updated)$/.test(path) && before === null && after === '0'

/** The changes: the value before, struck through, and after. */
export function Changes({ before, after }: { before: string | null; after: string | null }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const differences = useMemo(
    () => differencesOf(parsed(before), parsed(after)).filter((one) => !isNothing(one)),
    [before, after],
  )
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
              {textOf(path, before, shownLanguage)}
            </del>
            <IconArrowRight className="icon icon-14 text-tertiary" aria-hidden="true" />
          </>
        )}
        <ins className="clamp">
          {before === null ? null : <span className="visually-hidden">{t('audit.is')}: </span>}
          {textOf(path, after, shownLanguage)}
        </ins>
      </dd>
    </div>
  )
}
