import {
  IconArchive,
  IconBan,
  IconBellX,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleOff,
  IconClock,
  IconHourglass,
  IconMoon,
  IconPlugConnected,
  IconPlugConnectedX,
  IconZzz,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sentence } from '#contract/sentence.ts'
import { type AdministrativeStatusName, administrativeStatusName, GPRS_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { sentence } from '#web/lib/sentence.ts'
import { HighlightOnChange } from './highlight-on-change.tsx'
import styles from './status.module.css'

export type Tone = 'active' | 'ready' | 'warning' | 'stop' | 'ended'
type Icon = typeof IconCircleCheck

/** Tone and icon of each administrative status. */
export const STATUS_STYLE: Readonly<Record<AdministrativeStatusName, { tone: Tone; Icon: Icon }>> = {
  readyToUse: { tone: 'ready', Icon: IconCircleDashed },
  active: { tone: 'active', Icon: IconCircleCheck },
  deactivated: { tone: 'ended', Icon: IconCircleOff },
  suspended: { tone: 'stop', Icon: IconBan },
  terminationInProcess: { tone: 'ready', Icon: IconHourglass },
  terminated: { tone: 'ended', Icon: IconArchive },
  retired: { tone: 'ended', Icon: IconArchive },
  hibernationInProcess: { tone: 'ready', Icon: IconZzz },
  terminationRequested: { tone: 'warning', Icon: IconClock },
  deactivatedByAlarm: { tone: 'stop', Icon: IconBellX },
  hibernated: { tone: 'warning', Icon: IconMoon },
}

interface StatusProps {
  tone: Tone
  Icon: Icon
  /** with a background, as the main status of a page */
  filled?: boolean
  muted?: boolean
  children: ReactNode
}

/** A status as icon and text. */
export function Status({ tone, Icon, filled = false, muted = false, children }: StatusProps) {
  return (
    <span className={classes(styles.status, styles[tone], filled && styles.fill, muted && styles.muted)}>
      <Icon className="icon" aria-hidden="true" />
      <span className="ellipsis">{children}</span>
    </span>
  )
}

/** The administrative status of a SIM, 1–11. */
export function SimStatus({ status, filled = false }: { status: number; filled?: boolean }) {
  const { t } = useTranslation()
  const name = administrativeStatusName(status)
  if (!name) return <span className="text-tertiary">{status}</span>
  return (
    <Status {...STATUS_STYLE[name]} filled={filled}>
      {t(`status.${name}`)}
    </Status>
  )
}

/** Whether a SIM has an open data session. `since` follows the text, such as '2 h 14 min'. */
export function SessionStatus({ gprsStatus, since, filled = false }: { gprsStatus: number; since?: string; filled?: boolean }) {
  const { t } = useTranslation()
  const open = gprsStatus === GPRS_STATUS.activated
  const word = open ? 'connected' : gprsStatus === GPRS_STATUS.deactivated ? 'disconnected' : 'unavailable'
  return (
    <Status
      tone={open ? 'active' : 'ended'}
      Icon={open ? IconPlugConnected : IconPlugConnectedX}
      filled={filled}
      muted={!open && !filled}
    >
      {t(`dataSession.${word}`)}
      {since ? ` ${since}` : null}
    </Status>
  )
}

export interface StatusStyle {
  readonly tone: Tone
  readonly Icon: Icon
}

interface KnownStatusProps<Value extends string> {
  readonly state: string
  readonly styles: Readonly<Record<Value, StatusStyle>>
  readonly words: Readonly<Record<Value, Sentence>>
  readonly muted?: readonly Value[]
  readonly filled?: boolean
}

/** A status of the wire with its icon and word, marked when it changes; an unknown one is shown as it is. Key it by the entity. */
export function KnownStatus<Value extends string>({
  state,
  styles: styleOf,
  words,
  muted,
  filled = false,
}: KnownStatusProps<Value>) {
  if (!Object.hasOwn(styleOf, state)) return state
  const known = state as Value
  return (
    <HighlightOnChange value={state}>
      <Status {...styleOf[known]} muted={muted?.includes(known) ?? false} filled={filled}>
        {sentence(words[known])}
      </Status>
    </HighlightOnChange>
  )
}
