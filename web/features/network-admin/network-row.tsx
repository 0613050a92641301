import {
  IconArrowsDiff,
  IconChevronDown,
  IconInfoCircle,
  IconMessage,
  IconPlugConnected,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { formatDate, formatMinute, formatMoment, formatNumber, formatPercent, formatTime, percentOf } from '#web/lib/format.ts'
import { formatAge } from '#web/lib/format-moments.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { useNow } from '#web/lib/use-now.ts'
import { agoText } from '#web/ui/ago.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Status, type StatusStyle } from '#web/ui/status.tsx'
import { NoValue } from '#web/ui/table.tsx'
import { carriedFilter } from './carried-filter.ts'
import { isDayFrom } from './comparison-time.ts'
import { DayStrip } from './day-strip.tsx'
import { kindWord } from './kind-words.ts'
import { NetworkDetails } from './network-details.tsx'
import { hasTrouble, isMeasured, NETWORK_STYLE, networkStatus } from './network-status.ts'
import type { NetworkData } from './networks.api.ts'
import { useComparisons } from './start-comparison.tsx'
import styles from './status-list.module.css'
import { useNetworkWords } from './use-network-words.ts'

interface NetworkProps {
  readonly network: NetworkData
}

/** What opens over the list, for one network. */
export type NetworkDialog = 'form' | 'messages' | 'try' | 'remove' | 'sims'

interface OpeningProps {
  onOpen(what: NetworkDialog): void
}

/** One network: status, 24 hours, SIMs, what is wrong; behind the arrow curves, incidents, errors, and routes. */
export function NetworkRow({ network, onOpen }: NetworkProps & OpeningProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { name, networkId, kind, drifts } = network
  return (
    <section className={styles.network} aria-labelledby={id}>
      <div className={styles.summary}>
        <div className={styles.identity}>
          <h2 id={id} className="ellipsis" title={name}>
            {name}
          </h2>
          <p className={`${styles.kind} text-tertiary text-small ellipsis`}>{kindWord(kind)}</p>
        </div>
        <State network={network} />
        <DayStrip network={network} />
        <Figures network={network} />
        <div className={styles.actions}>
          <NetworkActions name={name} onOpen={onOpen} />
          <IconButton
            Icon={IconChevronDown}
            iconClass={isOpen ? styles.opened : undefined}
            aria-expanded={isOpen}
            label={t('networks.detailsOf', { name })}
            onClick={() => setOpen(!isOpen)}
          />
        </div>
      </div>
      <div className={styles.notes}>
        <Notes network={network} onOpen={onOpen} />
        {drifts > 0 ? (
          <Link className={styles.differences} to="/networks" search={{ tab: 'differences', network: networkId }}>
            <IconArrowsDiff className="icon" aria-hidden="true" />
            <Differing count={drifts} />
          </Link>
        ) : null}
      </div>
      {isOpen ? <NetworkDetails network={network} onImport={() => onOpen('sims')} /> : null}
    </section>
  )
}

/** How many SIMs differ; and when they were compared, if that was not of late. */
function Differing({ count }: { count: number }) {
  const { t } = useTranslation()
  const now = useNow()
  const { last } = useComparisons()
  const text = t('networks.differencesOf', { count })
  return last && isDayFrom(last, now) ? `${text} · ${agoText(last.startedAt, now, t)}` : text
}

function NetworkActions({ name, onOpen }: OpeningProps & { readonly name: string }) {
  const { t } = useTranslation()
  return (
    <RowMenu
      label={t('networks.actionsOf', { name })}
      items={[
        { text: t('networks.try.button'), Icon: IconPlugConnected, onAct: () => onOpen('try') },
        { text: t('networks.smpp.button'), Icon: IconMessage, onAct: () => onOpen('messages') },
        { text: t('networks.setUp'), Icon: IconSettings, onAct: () => onOpen('form') },
      ]}
    />
  )
}

function State({ network }: NetworkProps) {
  const { t } = useTranslation()
  const word = networkStatus(network)
  return (
    <div className={styles.state}>
      <HighlightOnChange value={word}>
        <Status {...NETWORK_STYLE[word]}>{t(`networks.state.${word}`)}</Status>
      </HighlightOnChange>
      {isMeasured(network) ? (
        <p className="text-tertiary text-small tabular-numbers no-wrap" title={formatMoment(network.health.since)}>
          <Since network={network} />
        </p>
      ) : null}
    </div>
  )
}

/** For how long it has its status; in trouble, since when. */
function Since({ network }: NetworkProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { since } = network.health
  if (hasTrouble(network)) {
    const isToday = formatDate(since) === formatDate(new Date(now).toISOString())
    return t('networks.sinceMoment', { moment: isToday ? formatTime(since) : formatMinute(since) })
  }
  const age = formatAge(now - Date.parse(since))
  return age === '' ? t('common.justNow') : t('networks.since', { age })
}

/** The last error of a network in trouble: 'Falla ahora: sondeo no disponible'. */
function useLastFault(network: NetworkData): { readonly text: string; readonly title: string } | undefined {
  const { t } = useTranslation()
  const { callWord, causeWord } = useNetworkWords()
  const now = useNow()
  const [last] = network.faults
  if (!hasTrouble(network) || !last) return undefined
  const age = formatAge(now - Date.parse(last.at))
  const fault = { call: callWord(last.call), cause: causeWord(last.cause) }
  const text =
    age === '' ? t('networks.faultNow', fault) : t('networks.lastFault', { when: t('common.ago', { age }), ...fault })
  return { text, title: formatMoment(last.at) }
}

/** What a person set, why calls fail, and what keeps the portal from calling. */
function Notes({ network, onOpen }: NetworkProps & OpeningProps) {
  const { t } = useTranslation()
  const { health, overrideStatus, overrideText, enabled, capabilities } = network
  const fault = useLastFault(network)
  // a note is as grave as the status over it
  const mark = NETWORK_STYLE[hasTrouble(network) ? networkStatus(network) : 'warning']
  const notes = [
    ...(capabilities ? [] : [t('networks.unreadable')]),
    ...(enabled ? [] : [t('networks.off')]),
    ...(overrideStatus === null ? [] : [t('networks.overridden', { text: overrideText })]),
  ]
  return (
    <>
      {notes.map((note) => (
        <Note key={note} Icon={IconInfoCircle}>
          {note}
        </Note>
      ))}
      {fault || (hasTrouble(network) && isMeasured(network)) ? (
        <div className={styles.trouble}>
          {fault ? (
            <Note {...mark} title={fault.title}>
              {fault.text}
            </Note>
          ) : null}
          <Button
            size="sm"
            aria-haspopup="dialog"
            aria-label={t('networks.try.title', { name: network.name })}
            onClick={() => onOpen('try')}
          >
            <IconPlugConnected className="icon icon-14" aria-hidden="true" />
            {t('networks.try.button')}
          </Button>
          {isMeasured(network) ? (
            <Button
              size="sm"
              aria-haspopup="dialog"
              aria-label={`${t('networks.inform')}: ${network.name}`}
              onClick={() => onOpen('form')}
            >
              <IconSpeakerphone className="icon icon-14" aria-hidden="true" />
              {t('networks.inform')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {health.breakerUntil ? <Note {...mark}>{t('networks.breaker', { time: formatTime(health.breakerUntil) })}</Note> : null}
    </>
  )
}

interface NoteProps {
  readonly Icon: StatusStyle['Icon']
  readonly tone?: StatusStyle['tone']
  readonly title?: string | undefined
  readonly children: string
}

function Note({ tone, Icon, title, children }: NoteProps) {
  return (
    <p className={`${styles.note} text-secondary`}>
      <Icon className={classes('icon', tone && `icon-${tone}`)} aria-hidden="true" />
      <span title={title}>{children}</span>
    </p>
  )
}

/** The columns of all rows, where they are wide enough to stand below one another. */
export function NetworkHeads() {
  const { t } = useTranslation()
  return (
    <div className={`${styles.heads} text-small text-tertiary`} aria-hidden="true">
      <span>{t('networks.head.network')}</span>
      <span>{t('networks.head.state')}</span>
      <span className={styles.dayHead}>
        {t('networks.head.day')} <span>{t('networks.dayEnd')}</span>
      </span>
      <span>{t('networks.sims')}</span>
      <span>{t('networks.failures')}</span>
      <span>{t('networks.p95')}</span>
    </div>
  )
}

/** One decimal below so many percent. */
const FINE_BELOW = 10

function Figures({ network: { name, sims, carries, health } }: NetworkProps) {
  const { t } = useTranslation()
  const { calls, p95Ms } = health
  const carried = carriedFilter(carries)
  const isAnswering = calls === 0 || health.failures < calls
  return (
    <dl className={styles.figures}>
      <div>
        <Term>{t('networks.sims')}</Term>
        <dd className={classes('tabular-numbers', sims === 0 && 'text-tertiary')}>
          {carried ? (
            <Link
              to="/sims"
              search={simsSearch(carried)}
              className="underlined"
              aria-label={t('networks.rules.simsOf', { origin: name, count: sims })}
            >
              {formatNumber(sims)}
            </Link>
          ) : (
            formatNumber(sims)
          )}
        </dd>
      </div>
      <div>
        <Term>{t('networks.failures')}</Term>
        <Failures {...health} />
      </div>
      <div>
        <Term>{t('networks.p95')}</Term>
        <dd className="tabular-numbers" title={isAnswering ? undefined : t('networks.noAnswers')}>
          {isAnswering && p95Ms !== null ? t('networks.msAtMost', { ms: formatNumber(p95Ms) }) : <NoValue />}
        </dd>
      </div>
    </dl>
  )
}

const Term = ({ children }: { children: string }) => <dt className="text-small text-tertiary no-wrap">{children}</dt>

/** The share of failed calls, and of how many: 3 of 3 are worse than 25 of 178. */
function Failures({ calls, failures }: Pick<NetworkData['health'], 'calls' | 'failures'>) {
  const { t } = useTranslation()
  const share = percentOf(failures, calls)
  if (failures === 0) return <dd className="tabular-numbers text-tertiary">{formatPercent(share)}</dd>
  return (
    <>
      <dd className="tabular-numbers medium text-stop">{formatPercent(share, share < FINE_BELOW ? 1 : 0)}</dd>
      <dd className="tabular-numbers text-small text-tertiary">{t('networks.failuresOf', { failures, calls })}</dd>
    </>
  )
}
