import { IconAlertTriangle, IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lastDayOf } from '#domain/days.ts'
import type { PageTab } from '#domain/editability.ts'
import { formatImei, formatMsisdn } from '#domain/identifiers.ts'
import { isSilent, isUnusuallySilent } from '#domain/silence.ts'
import { ADMINISTRATIVE_STATUS, administrativeStatusName } from '#domain/sim-status.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-moments.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { useNow } from '#web/lib/use-now.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { agoText } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { CycleChart } from './consumption-tab.tsx'
import { FieldList, type SimField } from './field-list.tsx'
import { copiedDigits, planAtActivation } from './field-tabs.tsx'
import { placeText } from './map/place-words.ts'
import styles from './summary.module.css'

/** A SIM at a glance: whether it is well, its usage against the plan, its numbers, and where it is. */
export function SummaryTab({ sim, tabs, onTab }: { sim: SimDetail; tabs: readonly PageTab[]; onTab(tab: PageTab): void }) {
  const { t } = useTranslation()
  const { cycle } = sim
  const more = (tab: PageTab) => (
    <Button variant="ghost" size="sm" onClick={() => onTab(tab)}>
      {t(`sims.detail.${tab}`)}
      <IconArrowRight className="icon icon-14" aria-hidden="true" />
    </Button>
  )
  return (
    <div className={styles.summary}>
      <Health sim={sim} />
      {tabs.includes('consumption') ? (
        <Part
          title={t('sims.detail.cycleData')}
          about={t('simDetail.usageAbout', { days: formatDays(cycle.start, lastDayOf(cycle)) })}
          more={more('consumption')}
        >
          <CycleChart sim={sim} onDay={() => onTab('consumption')} />
        </Part>
      ) : null}
      <div className={styles.facts}>
        <Part title={t('simDetail.numbers')} more={more('identification')}>
          <FieldList isNarrow fields={numbersOf(sim, t)} />
        </Part>
        <Part title={t('simDetail.place')} more={tabs.includes('location') ? more('location') : more('connection')}>
          <Place sim={sim} isLocatable={tabs.includes('location')} />
        </Part>
      </div>
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly about?: string
  readonly more: ReactNode
  readonly children: ReactNode
}

function Part({ title, about, more, children }: PartProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className="row">
        <h2 className="grow ellipsis">
          {title}
          {about ? (
            <>
              {' '}
              <span className="text-tertiary">{about}</span>
            </>
          ) : null}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}

/** What is seen of a SIM without asking its network; undefined while nothing is wrong. */
function troubleOf(sim: SimDetail, now: number, t: TFunction): string | undefined {
  const status = administrativeStatusName(sim.simAdministrativeStatusId)
  if (sim.simAdministrativeStatusId !== ADMINISTRATIVE_STATUS.active)
    return [status && t(`status.${status}`), sim.statusReason].filter(Boolean).join('. ')
  const lastSeen = sim.lastSeen ? new Date(sim.lastSeen) : null
  if (isUnusuallySilent(lastSeen, sim.usualSilenceSeconds, new Date(now))) return t('simDetail.healthUnusual')
  if (isSilent(lastSeen, '24h', new Date(now))) return t('simDetail.healthSilent')
  if (sim.planMb > 0 && consumptionPercent(sim.monthlyDataConsumption, sim.planMb) >= 100) return t('simDetail.healthOver')
  return undefined
}

/** Its state in a line, and when it was last seen: its usage and session are in the head. A button over it asks its network. */
function Health({ sim }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const now = useNow()
  const trouble = troubleOf(sim, now, t)
  const { lastSeen } = sim
  const Icon = trouble ? IconAlertTriangle : IconCircleCheck
  return (
    <section className={classes(styles.health, trouble && styles.trouble)} aria-label={t('simDetail.health')}>
      <Icon className={`icon icon-18 icon-${trouble ? 'warning' : 'active'}`} aria-hidden="true" />
      <div className={styles.said}>
        <p className="semibold">{trouble ?? t('simDetail.healthy')}</p>
        <p className="text-small text-secondary">
          {lastSeen ? t('simDetail.healthSeen', { when: agoText(lastSeen, now, t) }) : t('sims.silence.never')}
        </p>
      </div>
    </section>
  )
}

/** Where it is, for SIMs with that tab, and of which country and APN it is. */
function Place({ sim, isLocatable }: { sim: SimDetail; isLocatable: boolean }) {
  const { t } = useTranslation()
  const shown = usePreference(language)
  const { latitude, longitude, townsAround } = sim
  const isLocated = latitude !== null && longitude !== null
  const words = isLocated ? placeText(t, shown, [longitude, latitude], townsAround[0]) : null
  return (
    <FieldList
      isNarrow
      fields={[
        ...(isLocatable
          ? [
              { label: t('simDetail.near'), value: words },
              {
                label: t('simMap.located'),
                value: sim.locatedAt,
                shown: sim.locatedAt && formatMinute(sim.locatedAt),
                isDigits: true,
              },
            ]
          : []),
        { label: t('sims.field.country'), value: originLabel(sim.country) },
        { label: t('sims.field.apn'), value: sim.apn },
      ]}
    />
  )
}

/** Without those of the head: ICC and IP. */
const numbersOf = (sim: SimDetail, t: TFunction): SimField[] => [
  { label: t('sims.field.msisdn'), value: sim.msisdn, shown: formatMsisdn(sim.msisdn), ...copiedDigits },
  { label: t('sims.field.imei'), value: sim.imei, shown: formatImei(sim.imei), ...copiedDigits },
  { label: t('sims.field.planCode'), value: sim.planName },
  ...planAtActivation(sim, t),
]
