import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBellOff,
  IconClock,
  IconCpu,
  IconFolder,
  IconHourglass,
  IconMapPin,
  IconMessage,
  IconNote,
  IconPlugConnectedX,
  IconReceipt,
  IconTagMinus,
  IconTagPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTIVATION_WARNING, RESTART_LIMIT_SENTENCE } from '#contract/operations/operation-messages.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { groupPath } from '#domain/groups.ts'
import { approximateDuration } from '#web/lib/approximate-duration.ts'
import { sentence } from '#web/lib/sentence.ts'
import { companyChoiceQuery } from '#web/shared/companies/company-choices.api.ts'
import { areaLockText, deviceLockText } from '#web/shared/locks/lock-words.ts'
import { useTagColours } from '#web/shared/tags/tags.api.ts'
import { TagChips } from '#web/ui/tag-chip.tsx'
import { CostLine } from './cost-line.tsx'
import { CUSTOM_FIELDS } from './kind-fields.tsx'
import styles from './mass-dialog.module.css'
import { KIND_ICON } from './operation-style.ts'
import { type MassAnswer, type MassDetails, type MassLock, massAreaLock, massDeviceLock } from './operations.api.ts'
import { PlanCostLines } from './plan-cost-lines.tsx'
import { PresentGroups } from './present-groups.tsx'
import { rateText } from './rate-text.ts'

/** Kinds that say what is written before what stays. */
const NAMES_FIRST: readonly OperationKind[] = ['custom', 'tag']

interface Consequence {
  readonly id: string
  readonly Icon: Icon
  readonly text: ReactNode
  readonly isGrave?: boolean
}

interface MassConsequencesProps {
  readonly kind: OperationKind
  readonly details: MassDetails
  readonly draft: MassAnswer
}

/** Effects of an operation: action, parameters, cost, and whether it can be undone. */
export function MassConsequences({ kind, details, draft }: MassConsequencesProps) {
  const { t } = useTranslation()
  const reason = details.reason?.trim()
  const what = { id: 'what', Icon: KIND_ICON[kind], text: <What kind={kind} details={details} /> }
  const more = ofKind(kind, details, draft)
  const list: Consequence[] = [
    ...(NAMES_FIRST.includes(kind) ? [...more, what] : [what, ...more]),
    ...(reason ? [{ id: 'reason', Icon: IconNote, text: t('operations.because', { reason }) }] : []),
    ...timeLines(draft),
  ]
  return (
    <section className={styles.after} aria-label={t('operations.after')}>
      <h3>{t('operations.after')}</h3>
      <ul>
        {list.map(({ id, Icon: LineIcon, text, isGrave }) => (
          <li key={id} className={isGrave ? styles.grave : undefined}>
            <LineIcon className="icon" aria-hidden="true" />
            <div>{text}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Expected duration, and lines that cannot start now. */
function timeLines({ accepted, forecast }: MassAnswer): Consequence[] {
  const { t } = i18next
  const { seconds = null, held: waiting = 0 } = forecast ?? {}
  const lines: Consequence[] = []
  if (seconds !== null) {
    const time = approximateDuration(seconds)
    // a few seconds need no rate
    const text =
      seconds < 8
        ? t('operations.takes', { time })
        : t('operations.takesAt', { time, pace: rateText((accepted - waiting) / seconds) })
    lines.push({ id: 'time', Icon: IconHourglass, text })
  }
  if (waiting > 0) lines.push({ id: 'held', Icon: IconPlugConnectedX, text: t('operations.held', { count: waiting }) })
  return lines
}

function What({ kind, details }: Pick<MassConsequencesProps, 'kind' | 'details'>) {
  const { t } = useTranslation()
  const { data: company } = useQuery(companyChoiceQuery(details.companyId))
  if (kind === 'plan') return t(`operations.planWill.${details.from ?? 'now'}`)
  if (kind === 'group') {
    if (details.leavesGroup) return t('operations.outOfGroup')
    return details.group ? t('operations.toGroup', { path: groupPath(details.group) }) : t('operations.toOwnGroup')
  }
  if (kind !== 'assign') return t(`operations.will.${kind}`)
  return t('operations.toCompany', { company: company?.name ?? '' })
}

function ofKind(kind: OperationKind, details: MassDetails, draft: MassAnswer): Consequence[] {
  const { t } = i18next
  switch (kind) {
    case 'activate':
      return [
        { id: 'cost', Icon: IconReceipt, text: <CostLine operationId={draft.operationId} /> },
        { id: 'grave', Icon: IconAlertTriangle, text: sentence(ACTIVATION_WARNING), isGrave: true },
      ]
    case 'hibernate':
      return [{ id: 'saving', Icon: IconReceipt, text: <CostLine operationId={draft.operationId} /> }]
    case 'terminate':
      return [
        { id: 'back', Icon: IconArrowBackUp, text: t('operations.untilThen') },
        { id: 'grave', Icon: IconAlertTriangle, text: t('operations.noWayBack'), isGrave: true },
      ]
    case 'restart':
      return [{ id: 'limit', Icon: IconClock, text: sentence(RESTART_LIMIT_SENTENCE) }]
    case 'sms':
      return smsLines(details, draft)
    case 'custom':
      return CUSTOM_FIELDS.filter((name) => details[name]?.trim()).map((name) => ({
        id: name,
        Icon: IconNote,
        text: t('operations.setTo', { field: t(`sims.field.${name}`), value: details[name]?.trim() }),
      }))
    case 'tag':
      return tagLines(details)
    case 'group':
      return [{ id: 'from', Icon: IconFolder, text: <PresentGroups operationId={draft.operationId} /> }]
    case 'lock':
      return details.lock ? lockLines(details.lock) : []
    case 'restoreData':
      return [{ id: 'mutes', Icon: IconBellOff, text: t('operations.restoreMutes') }]
    case 'assign':
      return [{ id: 'stays', Icon: IconArrowBackUp, text: t('operations.staysBehind') }]
    case 'plan': {
      const isNextCycle = details.from === 'nextCycle'
      const cost = <PlanCostLines operationId={draft.operationId} isNextCycle={isNextCycle} />
      return [
        { id: 'cost', Icon: IconReceipt, text: cost },
        ...(isNextCycle ? [{ id: 'back', Icon: IconArrowBackUp, text: t('operations.untilCycle') }] : []),
      ]
    }
    default:
      return []
  }
}

/** What the SIMs' locks allow then, each part that changes. */
function lockLines(lock: MassLock): Consequence[] {
  const [device, area] = [massDeviceLock(lock), massAreaLock(lock)]
  return [
    ...(device ? [{ id: 'device', Icon: IconCpu, text: deviceLockText(device) }] : []),
    ...(area ? [{ id: 'area', Icon: IconMapPin, text: areaLockText(area.values, area.geofences.length) }] : []),
  ]
}

/** The tags that all SIMs get, and those that they lose. */
function tagLines({ add = [], remove = [] }: MassDetails): Consequence[] {
  return [
    ...(add.length > 0 ? [{ id: 'add', Icon: IconTagPlus, text: <Tags label="operations.tagsAdd" names={add} /> }] : []),
    ...(remove.length > 0
      ? [{ id: 'remove', Icon: IconTagMinus, text: <Tags label="operations.tagsRemove" names={remove} /> }]
      : []),
  ]
}

function Tags({ label, names }: { label: 'operations.tagsAdd' | 'operations.tagsRemove'; names: readonly string[] }) {
  const { t } = useTranslation()
  const colourOf = useTagColours()
  return (
    <div className={styles.tags}>
      {t(label)}
      <TagChips label={t(label)} tags={names.map((name) => ({ name, colour: colourOf(name) }))} />
    </div>
  )
}

/** The text as sent, with the number of messages. */
function smsLines({ message }: MassDetails, { accepted, segments }: MassAnswer): Consequence[] {
  const total = segments ?? 0
  const each = Math.round(total / accepted)
  const parts = {
    each: i18next.t('operations.segmentCount', { count: each }),
    sims: i18next.t('operations.simCount', { count: accepted }),
    total: i18next.t('operations.segmentCount', { count: total }),
  }
  return [
    { id: 'message', Icon: IconMessage, text: <q className={styles.quote}>{message}</q> },
    { id: 'segments', Icon: IconReceipt, text: i18next.t('operations.segmentsTimes', parts) },
  ]
}
