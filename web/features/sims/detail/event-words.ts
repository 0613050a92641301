import {
  IconAlertTriangle,
  IconBellRinging,
  IconBellX,
  IconBuilding,
  IconCircleCheck,
  IconCircleDot,
  IconCirclePlus,
  IconCpu,
  IconHourglass,
  IconMessage,
  IconMoon,
  IconPencil,
  IconPlugConnected,
  IconPlugConnectedX,
  IconReplace,
  IconRotateClockwise,
  IconTag,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { formatImei } from '#domain/identifiers.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { STATUS_LOOK, type Tone } from '#web/ui/status.tsx'
import type { Names } from '../names.ts'
import type { SimEvent } from '../sims.api.ts'

type Icon = typeof IconCircleCheck

/** What each kind of event looks like. A kind that stands for a change of status looks like that status. */
const LOOKS = {
  created: { Icon: IconCirclePlus, tone: undefined },
  imported: { Icon: IconCirclePlus, tone: undefined },
  edited: { Icon: IconPencil, tone: undefined },
  activated: { Icon: IconCircleCheck, tone: 'active' },
  hibernated: { Icon: IconMoon, tone: 'warning' },
  hibernation_requested: { Icon: IconHourglass, tone: 'ready' },
  reactivated: { Icon: IconCircleCheck, tone: 'active' },
  session_started: { Icon: IconPlugConnected, tone: 'active' },
  session_stopped: { Icon: IconPlugConnectedX, tone: undefined },
  restarted: { Icon: IconRotateClockwise, tone: 'ready' },
  imei_changed: { Icon: IconCpu, tone: undefined },
  plan_changed: { Icon: IconReplace, tone: undefined },
  apn_changed: { Icon: IconReplace, tone: undefined },
  company_changed: { Icon: IconBuilding, tone: undefined },
  custom_fields_changed: { Icon: IconTag, tone: undefined },
  alarm_warned: { Icon: IconBellRinging, tone: 'warning' },
  alarm_fired: { Icon: IconBellX, tone: 'stop' },
  sms_sent: { Icon: IconMessage, tone: undefined },
  sms_received: { Icon: IconMessage, tone: undefined },
} as const satisfies Record<string, { Icon: Icon; tone: Tone | undefined }>

type KnownKind = keyof typeof LOOKS
const isKnown = (kind: string): kind is KnownKind => Object.hasOwn(LOOKS, kind)

interface EventLook {
  readonly Icon: Icon
  readonly tone: Tone | undefined
}

export function eventLook({ kind, toStatus }: SimEvent): EventLook {
  if (isKnown(kind)) return LOOKS[kind]
  const status = toStatus === null ? undefined : administrativeStatusName(toStatus)
  return status ? STATUS_LOOK[status] : { Icon: kind.endsWith('failed') ? IconAlertTriangle : IconCircleDot, tone: undefined }
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function statusWord(status: number | null, t: TFunction): string {
  const name = status === null ? undefined : administrativeStatusName(status)
  return name ? t(`status.${name}`) : textOf(status)
}

/** What happened, without who did it. A kind that the page does not know is shown as it is. */
function whatHappened({ kind, fromStatus, toStatus, detail }: SimEvent, names: Names, t: TFunction): string {
  if (isKnown(kind)) {
    return t(`sims.event.${kind}`, {
      imei: formatImei(textOf(detail.imei)),
      percent: textOf(detail.percent),
      plan: typeof detail.plan === 'string' ? names.plan(detail.plan) : '',
      apn: typeof detail.apn === 'number' ? names.apn(detail.apn) : textOf(detail.apn),
      company: typeof detail.company === 'number' ? names.company(detail.company) : textOf(detail.company),
    })
  }
  if (kind !== 'status_changed' && kind !== 'status_set') return t('sims.event.other', { kind: kind.replaceAll('_', ' ') })
  const to = statusWord(toStatus, t)
  if (fromStatus === null) return t('sims.event.status_set', { to })
  return t('sims.event.status_changed', { from: statusWord(fromStatus, t), to })
}

/** The sentence of an event; whoever did it is named when it was a person. */
export function eventSentence(event: SimEvent, names: Names, t: TFunction): string {
  const sentence = whatHappened(event, names, t)
  const isPerson = event.actor.includes('@')
  return isPerson ? t('simDetail.eventBy', { sentence, actor: event.actor }) : sentence
}

/** The columns that an import can change, by the names of the fields on the page. */
const FIELD_OF = {
  imsi: 'imsi',
  msisdn: 'msisdn',
  imei: 'imei',
  origin_id: 'providerId',
  sim_type_id: 'simTypeId',
  plan_code: 'planCode',
  apn_id: 'apnId',
  device: 'device',
  module_manufacturer: 'commModuleManufacturer',
  module_model: 'commModuleModel',
  custom_field_1: 'customField1',
  custom_field_2: 'customField2',
} as const
const isField = (column: string): column is keyof typeof FIELD_OF => Object.hasOwn(FIELD_OF, column)

const namedValue = (column: string, value: unknown, names: Names): string => {
  if (value === null || value === '') return '—'
  if (column === 'plan_code') return names.plan(String(value))
  if (column === 'apn_id') return names.apn(Number(value))
  if (column === 'origin_id') return names.provider(Number(value))
  if (column === 'sim_type_id') return names.simType(Number(value))
  return textOf(value)
}

function changeLines(changes: object, names: Names, t: TFunction): string[] {
  return Object.entries(changes).map(([column, values]) => {
    const [before, after] = Array.isArray(values) ? values : [null, values]
    return t('simDetail.change', {
      field: isField(column) ? t(`sims.field.${FIELD_OF[column]}`) : column,
      before: namedValue(column, before, names),
      after: namedValue(column, after, names),
    })
  })
}

/** Detail that the sentence has said already. */
const SAID = new Set(['imei', 'percent', 'plan', 'apn', 'company'])

/** What else is known of an event, a line each. */
export function eventDetail({ kind, detail }: SimEvent, names: Names, t: TFunction): string[] {
  return Object.entries(detail).flatMap(([key, value]) => {
    if (value === null || value === '' || (isKnown(kind) && SAID.has(key))) return []
    if (key === 'reason') return [t('simDetail.reason', { reason: textOf(value) })]
    if (key === 'ip') return [`${t('sims.field.ip')} ${textOf(value)}`]
    if (key === 'importId') return [t('simDetail.importNumber', { id: Number(value) })]
    if (key === 'changes' && typeof value === 'object') return changeLines(value, names, t)
    return [`${key}: ${typeof value === 'object' ? JSON.stringify(value) : textOf(value)}`]
  })
}
