import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { formatImei, formatMsisdn, groupDigits } from '#domain/identifiers.ts'
import { GPRS_STATUS, TECHNICAL_STATUS } from '#domain/sim-status.ts'
import { DAY_MS } from '#domain/time.ts'
import { classes } from '#web/lib/classes.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { formatAge, formatDuration } from '#web/lib/format-moments.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useNow } from '#web/lib/use-now.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { LastSeen } from '#web/ui/last-seen.tsx'
import { SimStatus } from '#web/ui/status.tsx'
import { LockSection } from '../lock/lock-section.tsx'
import { FieldList, type SimField } from './field-list.tsx'
import styles from './fields.module.css'
import type { Level } from './sim-head.tsx'

type TechnicalName = keyof typeof TECHNICAL_STATUS
const technicalNames = new Map<number, TechnicalName>(
  (Object.keys(TECHNICAL_STATUS) as TechnicalName[]).map((name) => [TECHNICAL_STATUS[name], name]),
)

const spaced = (digits: string, size: number): string => groupDigits(digits, [size]).join(' ')

/** How digits that people copy are shown. */
export const copiedDigits = { isDigits: true, canCopy: true } as const

/** The plan that its group gives a SIM when it is activated, where there is one. */
export function planAtActivation({ activationPlan }: SimDetail, t: TFunction): SimField[] {
  if (!activationPlan) return []
  const { planCode, planName, group } = activationPlan
  const shown = t('simDetail.planByGroup', { plan: planName, path: group })
  return [{ label: t('simDetail.atActivation'), value: planCode, shown }]
}

export function IdentificationTab({ sim }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const technical = technicalNames.get(sim.simCycleState)
  const technicalWord = technical ? t(`sims.technicalStatus.${technical}`) : ''
  const label = (name: 'icc' | 'imsi' | 'msisdn') => t(`sims.field.${name}`)
  const fields: SimField[] = [
    { label: label('icc'), value: sim.icc, shown: spaced(sim.icc, 4), ...copiedDigits },
    { label: label('imsi'), value: sim.imsi, shown: spaced(sim.imsi, 3), ...copiedDigits },
    { label: label('msisdn'), value: sim.msisdn, shown: formatMsisdn(sim.msisdn), ...copiedDigits },
    { label: t('sims.field.customField1'), value: sim.customField1 },
    { label: t('sims.field.customField2'), value: sim.customField2 },
    { label: t('sims.field.simType'), value: sim.simType },
    { label: t('sims.field.country'), value: originLabel(sim.country) },
    {
      label: t('sims.field.companiesNames', { count: sim.companiesNames.length }),
      value: sim.companiesNames.join(', '),
      shown: <ParentCompanies names={sim.companiesNames} />,
    },
    { label: t('sims.field.planCode'), value: sim.planName },
    ...planAtActivation(sim, t),
    ...(sim.planBoundUntil
      ? [
          {
            label: sentence(PLAN_WORDS.minimumStay),
            value: t('simDetail.until', { day: formatDate(`${sim.planBoundUntil}T12:00:00Z`, 'UTC') }),
          },
        ]
      : []),
    {
      label: t('sims.detail.status'),
      value: sim.simAdministrativeStatusId,
      shown: <SimStatus status={sim.simAdministrativeStatusId} />,
    },
    { label: t('sims.field.statusSince'), value: sim.statusSince, shown: formatMoment(sim.statusSince), isDigits: true },
    { label: t('sims.field.statusReason'), value: sim.statusReason },
    {
      label: t('sims.field.simCycleState'),
      value: sim.simCycleState,
      shown: <span title={String(sim.simCycleState)}>{technicalWord || sim.simCycleState}</span>,
    },
    {
      label: t('sims.field.activationDate'),
      value: sim.activationDate,
      shown: sim.activationDate ? formatDate(sim.activationDate) : null,
      isDigits: true,
    },
  ]
  return <FieldList fields={fields} />
}

/** The SIM's company, and below it its parents. */
function ParentCompanies({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name} className={classes(styles.upwards, index !== 0 && 'text-tertiary')}>
      {name}
    </span>
  ))
}

export function DeviceTab({ sim, level }: { sim: SimDetail; level: Level }) {
  const { t } = useTranslation()
  return (
    <>
      <FieldList
        fields={[
          { label: t('sims.field.device'), value: sim.device },
          { label: t('sims.field.imei'), value: sim.imei, shown: formatImei(sim.imei), ...copiedDigits },
          {
            label: t('simDetail.imeiLock'),
            value: String(sim.imeiLock),
            shown: t(sim.imeiLock ? 'simDetail.imeiLocked' : 'simDetail.imeiFree'),
          },
          { label: t('sims.field.commModuleManufacturer'), value: sim.commModuleManufacturer },
          { label: t('sims.field.commModuleModel'), value: sim.commModuleModel },
        ]}
      />
      <LockSection sim={sim} level={level} />
    </>
  )
}

/** Duration of the last session, or up to now; null without one. */
export function connectionMs({ lastConnStart, lastConnStop, gprsStatus }: SimDetail, now: number): number | null {
  if (!lastConnStart) return null
  const start = Date.parse(lastConnStart)
  const stop = lastConnStop && Date.parse(lastConnStop) >= start ? Date.parse(lastConnStop) : undefined
  if (stop !== undefined) return stop - start
  return gprsStatus === GPRS_STATUS.activated ? now - start : null
}

/** Estimates have no minutes: '20 h', '1 d 2 h'. */
const inHours = (ms: number): string => (ms < DAY_MS ? formatAge(ms) : formatDuration(ms))

export function ConnectionTab({ sim }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const now = useNow()
  const { lastConnStart: start, lastConnStop: stop } = sim
  const lasted = connectionMs(sim, now)
  const isOpen = sim.gprsStatus === GPRS_STATUS.activated && !stop
  return (
    <FieldList
      fields={[
        {
          label: t('sims.field.lastSeen'),
          value: sim.lastSeen,
          shown: sim.lastSeen ? (
            <>
              <LastSeen at={sim.lastSeen} status={sim.simAdministrativeStatusId} />
              <span className="text-tertiary"> · {formatMoment(sim.lastSeen)}</span>
            </>
          ) : null,
          isDigits: true,
        },
        {
          label: t('simDetail.usualSilence'),
          value: sim.usualSilenceSeconds
            ? t('simDetail.usualSilenceUpTo', { duration: inHours(sim.usualSilenceSeconds * 1000) })
            : null,
          isDigits: true,
        },
        { label: t('sims.field.apn'), value: sim.apn, canCopy: true },
        { label: t('sims.field.ip'), value: sim.ip, ...copiedDigits },
        { label: t('sims.field.lastIpSgsn'), value: sim.lastIpSgsn, ...copiedDigits },
        { label: t('sims.field.lastIpGgsn'), value: sim.lastIpGgsn, ...copiedDigits },
        { label: t('sims.field.operator'), value: sim.operator },
        { label: t('sims.field.currentNetwork'), value: sim.currentNetwork },
        { label: t('sims.field.radioTechnology'), value: sim.radioTechnology },
        { label: t('sims.field.lastConnStart'), value: start, shown: start ? formatMoment(start) : null, isDigits: true },
        {
          label: t('sims.field.lastConnStop'),
          value: stop ?? (isOpen ? 'open' : null),
          shown: stop ? formatMoment(stop) : t('simDetail.stillOpen'),
          isDigits: true,
        },
        {
          label: t('simDetail.lastConnDuration'),
          value: lasted === null ? null : (start ?? ''),
          shown: lasted === null ? null : formatDuration(lasted),
          isDigits: true,
        },
      ]}
    />
  )
}
