import { useTranslation } from 'react-i18next'
import { formatImei, formatMsisdn } from '#domain/identifiers.ts'
import { type MatchField, matchOf, needleOf, type SimMatch } from '#domain/sim-match.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { groupsOfFour } from '#web/lib/format.ts'
import iccStyles from '#web/ui/icc.module.css'
import { LastSeen } from '#web/ui/last-seen.tsx'
import statusStyles from '#web/ui/status.module.css'
import { STATUS_STYLE } from '#web/ui/status.tsx'
import type { SuggestedSim } from './options.ts'
import styles from './palette.module.css'

/** A SIM's status by its icon alone; screen readers get its word. */
function StatusMark({ status }: { status: number }) {
  const { t } = useTranslation()
  const name = administrativeStatusName(status)
  if (!name) return null
  const { tone, Icon } = STATUS_STYLE[name]
  return (
    <span className={classes(statusStyles.status, statusStyles[tone], styles.status)} title={t(`status.${name}`)}>
      <Icon className="icon" aria-hidden="true" />
      <span className="visually-hidden">{t(`status.${name}`)}</span>
    </span>
  )
}

/** The field that matched, where it is neither the ICC nor the name. */
function MatchedField({ sim, match, needle }: { sim: SuggestedSim; match: SimMatch | undefined; needle: string }) {
  const { t } = useTranslation()
  if (!match)
    return (
      <>
        {`${t('palette.field.imsi')} …`}
        <mark>{needle}</mark>
      </>
    )
  if (match.field === 'msisdn') return <MarkedDigits text={formatMsisdn(sim.msisdn)} part={match} />
  if (match.field === 'imei') {
    return (
      <>
        {'IMEI '}
        <MarkedDigits text={formatImei(sim.imei)} part={match} />
      </>
    )
  }
  if (match.field === 'ip') {
    return (
      <>
        {`${t('palette.field.ip')} `}
        <Marked text={sim.ip ?? ''} part={match} />
      </>
    )
  }
  return <Marked text={sim.customField2} part={match} />
}

const SHOWN_ALWAYS: readonly MatchField[] = ['icc', 'customField1']

interface SimFaceProps {
  readonly sim: SuggestedSim
  /** what was searched for */
  readonly text: string
  /** what is done to it, such as 'Hibernar' */
  readonly verb?: string | undefined
}

/** A SIM in the list under the search: status, name, ICC and what matched, with the match marked, and when it was last seen. */
export function SimFace({ sim, text, verb }: SimFaceProps) {
  const needle = needleOf(text)
  const match = matchOf(sim, needle)
  const partOf = (field: MatchField) => (match?.field === field ? match : undefined)
  const icc = <MarkedIcc value={sim.icc} part={partOf('icc')} />
  const isElsewhere = !match || !SHOWN_ALWAYS.includes(match.field)
  return (
    <>
      <StatusMark status={sim.simAdministrativeStatusId} />
      <span className={styles.sim}>
        <span className={classes(styles.name, 'ellipsis')}>
          {verb ? `${verb} ` : null}
          {sim.customField1 ? <Marked text={sim.customField1} part={partOf('customField1')} /> : icc}
        </span>
        <span className={`${styles.facts} text-small text-tertiary`}>
          {sim.customField1 ? icc : null}
          {isElsewhere ? (
            <span className="ellipsis">
              <MatchedField sim={sim} match={match} needle={needle} />
            </span>
          ) : null}
        </span>
      </span>
      <span className={`${styles.seen} text-small`}>
        <LastSeen at={sim.lastSeen} status={sim.simAdministrativeStatusId} />
      </span>
    </>
  )
}

/** From (included) to (excluded), in characters. */
interface MarkedPart {
  readonly from: number
  readonly to: number
}

/** A text with a part of it marked. */
function Marked({ text, part }: { text: string; part: MarkedPart | undefined }) {
  if (!part || part.to <= part.from) return text
  return (
    <>
      {text.slice(0, part.from)}
      <mark>{text.slice(part.from, part.to)}</mark>
      {text.slice(part.to)}
    </>
  )
}

/** Digits that are written in groups, such as '+56 9 4417 1988', with a part of the digits marked. */
function MarkedDigits({ text, part }: { text: string; part: MarkedPart }) {
  let digits = 0
  let [from, to] = [text.length, text.length]
  for (const [index, character] of [...text].entries()) {
    if (!/\d/.test(character)) continue
    if (digits === part.from) from = index
    digits++
    if (digits === part.to) to = index + 1
  }
  return <Marked text={text} part={{ from, to }} />
}

/** An ICC in groups of four with a part of it marked; announced without spaces. */
function MarkedIcc({ value, part }: { value: string; part: MarkedPart | undefined }) {
  let before = 0
  return (
    <span className={iccStyles.icc}>
      {groupsOfFour(value).map((digits) => {
        const start = before
        before += digits.length
        const own = part && { from: Math.max(0, part.from - start), to: Math.min(digits.length, part.to - start) }
        return (
          <span key={start}>
            <Marked text={digits} part={own} />
          </span>
        )
      })}
    </span>
  )
}
