import type { TFunction } from 'i18next'
import { EXCLUSION_SENTENCES, FAILURE_SENTENCES, NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { Sentence } from '#contract/sentence.ts'
import { SMS_CAUSE_SENTENCES } from '#contract/sims/sim-tool-messages.ts'
import { networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import { DEVICE_MODES } from '#domain/locks.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { formatBytes, formatMb, formatMinute, formatUsedMb } from '#web/lib/format.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { areaLockText, deviceLockText, geofencesText } from '#web/shared/locks/lock-words.ts'
import type { SimNames } from '../names.ts'
import type { SimEvent } from '../sims.api.ts'
import { causeWords } from './end-cause.ts'
import { isKnownKind } from './event-style.ts'

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function statusWord(status: number | null, t: TFunction): string {
  const name = status === null ? undefined : administrativeStatusName(status)
  return name ? t(`status.${name}`) : textOf(status)
}

/** The event in words, without its user. An unsupported kind is shown as it is. */
function eventText({ kind, fromStatus, toStatus, detail }: SimEvent, names: SimNames, t: TFunction): string {
  if (isKnownKind(kind)) {
    return t(`sims.event.${kind}`, {
      imei: formatImei(textOf(detail.imei)),
      geofences: Array.isArray(detail.geofences) ? detail.geofences.map(textOf).join(', ') : '',
      network: networkInCountry(textOf(detail.servingNetwork), language.get()),
      percent: textOf(detail.percent),
      when: typeof detail.dueAt === 'string' ? formatMinute(detail.dueAt) : '',
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

/** The sentence of an event, with its user if there was one. @param actor the name of the user */
export function eventSentence(event: SimEvent, actor: string, names: SimNames, t: TFunction): string {
  const sentence = eventText(event, names, t)
  const isPerson = event.actor.includes('@')
  return isPerson ? t('simDetail.eventBy', { sentence, actor }) : sentence
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

const namedValue = (column: string, value: unknown, names: SimNames): string => {
  if (value === null || value === '') return '—'
  if (column === 'plan_code') return names.plan(String(value))
  if (column === 'apn_id') return names.apn(Number(value))
  if (column === 'origin_id') return names.provider(Number(value))
  if (column === 'sim_type_id') return names.simType(Number(value))
  return textOf(value)
}

function changeLines(changes: object, names: SimNames, t: TFunction): string[] {
  return Object.entries(changes).map(([column, values]) => {
    const [before, after] = Array.isArray(values) ? values : [null, values]
    return t('simDetail.change', {
      field: isField(column) ? t(`sims.field.${FIELD_OF[column]}`) : column,
      before: namedValue(column, before, names),
      after: namedValue(column, after, names),
    })
  })
}

/** Parts of a lock in the detail of its change. */
const LOCK_PARTS = new Set(['mode', 'values', 'areas', 'geofences'])
/** Of a location: the event names the geofences. */
const LOCATION = new Set(['latitude', 'longitude', 'geofences'])
/** Detail that is part of the sentence. */
const IN_SENTENCE = new Set(['imei', 'servingNetwork', 'percent', 'plan', 'apn', 'company', 'dueAt'])
/** Internal references, which mean nothing to users. */
const INTERNAL = new Set(['messageId', 'sessionKey', 'reference', 'operationId', 'alarmId'])

/** Reason codes in words. */
const CODES: Readonly<Record<string, Sentence>> = {
  ...SMS_CAUSE_SENTENCES,
  ...NOTE_SENTENCES,
  ...EXCLUSION_SENTENCES,
  ...FAILURE_SENTENCES,
}

function codeLine(kind: string, code: string): string {
  const words = kind.startsWith('sms_') ? (SMS_CAUSE_SENTENCES[code] ?? SMS_CAUSE_SENTENCES.other) : CODES[code]
  return words ? sentence(words) : code
}

/** The operation that an event belongs to. */
export function eventOperation({ detail }: SimEvent): number | undefined {
  return typeof detail.operationId === 'number' ? detail.operationId : undefined
}

function changesOrOther(key: string, value: unknown, names: SimNames, t: TFunction): string[] {
  if (typeof value !== 'object' || value === null) return [`${key}: ${textOf(value)}`]
  return key === 'changes' ? changeLines(value, names, t) : [`${key}: ${JSON.stringify(value)}`]
}

function tagsLine(what: 'added' | 'removed', names: unknown, t: TFunction): string[] {
  return Array.isArray(names) && names.length > 0 ? [t(`simDetail.tags.${what}`, { names: names.join(', ') })] : []
}

/** The part of a lock that was set, and what it allows since. */
function lockLine(key: string, { mode, values, areas, geofences }: SimEvent['detail']): string[] {
  const texts = (list: unknown): string[] => (Array.isArray(list) ? list.map(textOf) : [])
  if (key === 'areas') return [areaLockText(texts(areas))]
  if (key === 'geofences') return [geofencesText(texts(geofences))]
  const known = DEVICE_MODES.find((one) => one === mode)
  return key === 'mode' && known ? [deviceLockText({ mode: known, values: texts(values) })] : []
}

/** The name of an alarm leads what is said of it. */
const namesFirst = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  Number(b === 'alarmName') - Number(a === 'alarmName')

/** Further detail of an event, one line each. */
export function eventDetail({ kind, detail }: SimEvent, names: SimNames, t: TFunction): string[] {
  const entries = Object.entries<unknown>(detail).toSorted(namesFirst)
  return entries.flatMap(([key, value]) => {
    const isInSentence = isKnownKind(kind) && IN_SENTENCE.has(key)
    if (value === null || value === '' || isInSentence || INTERNAL.has(key)) return []
    if (key === 'added' || key === 'removed') return tagsLine(key, value, t)
    if (kind === 'group_changed' && (key === 'from' || key === 'to'))
      return [t(`simDetail.group.${key}`, { path: textOf(value) })]
    if (kind === 'plan_changed' && key === 'group') return [t('simDetail.group.givesPlan', { path: textOf(value) })]
    if (kind === 'lock_set' && LOCK_PARTS.has(key)) return lockLine(key, detail)
    if (kind.startsWith('geofence_') && LOCATION.has(key)) return []
    if (key === 'reason') return [t('simDetail.reason', { reason: textOf(value) })]
    if (key === 'ip') return [`${t('sims.field.ip')} ${textOf(value)}`]
    if (key === 'requestId') return [t('requests.number', { id: Number(value) })]
    if (key === 'importId') return [t('simDetail.importNumber', { id: Number(value) })]
    // the event is enough; the SIM's page shows the end
    if (value === 'cooling_off') return []
    if (key === 'bytes')
      return [t('simDetail.used', { bytes: 'limitMb' in detail ? formatUsedMb(Number(value)) : formatBytes(Number(value)) })]
    if (key === 'alarmName') return [t('simDetail.alarm', { name: textOf(value) })]
    if (key === 'limitMb') return [t('simDetail.alarmLimit', { limit: formatMb(Number(value)) })]
    if (key === 'cause') return [t('simDetail.ended', { cause: causeWords(textOf(value), t) })]
    if (key === 'code') return [codeLine(kind, textOf(value))]
    if (key === 'network') return [t('simDetail.networkSaid', { text: textOf(value) })]
    if (key === 'text') return [t('simDetail.messageText', { text: textOf(value) })]
    return changesOrOther(key, value, names, t)
  })
}
