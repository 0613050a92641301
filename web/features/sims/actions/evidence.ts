import type { TFunction } from 'i18next'
import { formatImei } from '#domain/identifiers.ts'
import { mobileNetworkName } from '#domain/mobile-networks.ts'
import { administrativeStatusName, ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { causeWords } from '#web/features/sims/detail/end-cause.ts'
import { formatBytes, formatMb, formatMinute, formatUsedMb, usedMb } from '#web/lib/format.ts'
import type { TestResults } from './sim-tools.api.ts'

/** A fact behind a test's result. */
export interface Evidence {
  readonly label: string
  readonly value: string
  /** the fact that causes the failure; 'active': it was checked and is as it should be */
  readonly tone?: 'stop' | 'warning' | 'active' | undefined
}

const moment = (at: string | null): string => (at ? formatMinute(at) : '')
const imei = (digits: string): string => (digits ? formatImei(digits) : '')
const row = (first: string, second: string): string => [first, second].filter(Boolean).join(' / ')

/** Of a fact that a test checks. */
const checked = (isWrong: boolean): Evidence['tone'] => (isWrong ? 'stop' : 'active')

export function administrativeEvidence({ evidence, code }: TestResults['administrative'], t: TFunction): Evidence[] {
  const label = (name: 'status' | 'company' | 'plan' | 'apn' | 'limit' | 'imeiLock') => t(`simActions.evidence.${name}`)
  const { simAdministrativeStatusId, companyBlocked, planName, apn, usedBytes, limitBytes } = evidence
  const name = administrativeStatusName(simAdministrativeStatusId)
  const usage =
    limitBytes === null
      ? { used: formatUsedMb(usedBytes), limit: t('simActions.evidence.noLimit') }
      : { used: usedMb(usedBytes), limit: formatMb(limitBytes / BYTES_PER_MB) }
  const isStopped = simAdministrativeStatusId !== STATUS.active
  return [
    {
      label: label('status'),
      value: name ? t(`status.${name}`) : String(simAdministrativeStatusId),
      tone: checked(isStopped),
    },
    {
      label: label('company'),
      value: t(`simActions.evidence.${companyBlocked ? 'blocked' : 'notBlocked'}`),
      tone: checked(companyBlocked),
    },
    { label: label('plan'), value: planName, tone: checked(code === 'plan_missing') },
    { label: label('apn'), value: apn, tone: checked(code === 'apn_missing') },
    {
      label: label('limit'),
      value: t('simActions.evidence.used', usage),
      tone: limitBytes === null ? undefined : checked(usedBytes >= limitBytes),
    },
    {
      label: label('imeiLock'),
      value: evidence.imeiLock ? row(imei(evidence.imei), imei(evidence.imeiSeen ?? '')) : t('simActions.evidence.noLock'),
      tone: evidence.imeiLock ? checked(code === 'imei_mismatch') : undefined,
    },
  ]
}

export function gsmEvidence({ evidence, code }: TestResults['gsm'], t: TFunction): Evidence[] {
  if (!evidence) return []
  const isStale = code === 'stale_registration'
  return [
    {
      label: t('simActions.evidence.registered'),
      value: t(`simActions.evidence.${evidence.registered ? 'yes' : 'no'}`),
      tone: checked(!evidence.registered),
    },
    {
      label: t('simActions.evidence.operator'),
      value: mobileNetworkName([evidence.mcc, evidence.mnc].filter(Boolean).join('-')),
    },
    { label: t('simActions.evidence.radio'), value: evidence.radioTechnology },
    {
      label: t('simActions.evidence.lastUpdate'),
      value: moment(evidence.lastUpdateAt),
      tone: isStale ? 'warning' : evidence.registered ? 'active' : undefined,
    },
    { label: t('sims.field.imei'), value: imei(evidence.imei) },
  ]
}

export function gprsEvidence({ evidence, code }: TestResults['gprs'], t: TFunction): Evidence[] {
  if (!evidence) return []
  const { startedAt, stoppedAt } = evidence
  return [
    { label: t('sims.field.ip'), value: evidence.ip },
    {
      label: t('simActions.evidence.apnUsed'),
      value: evidence.apnUsed,
      tone: evidence.apnUsed ? checked(code === 'apn_mismatch') : undefined,
    },
    { label: t('simActions.evidence.apnExpected'), value: evidence.apnExpected },
    { label: t('simActions.evidence.started'), value: moment(startedAt) },
    { label: t('simActions.evidence.stopped'), value: moment(stoppedAt) },
    { label: t('simActions.evidence.bytes'), value: formatBytes(evidence.dataBytes) },
    { label: 'SGSN / GGSN', value: row(evidence.sgsnIp, evidence.ggsnIp) },
    { label: t('simActions.evidence.endCause'), value: causeWords(evidence.endCause, t) },
  ]
}
