import { IconBellRinging, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMb } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import notesStyles from './notes.module.css'
import sectionsStyles from './sections.module.css'
import { type SimAlarm, simAlarmsQuery } from './sim-alarms.api.ts'
import type { Level } from './sim-head.tsx'

/** Where the SIM has an alarm from. */
function sourceOf({ group, plan, planName }: SimAlarm, t: TFunction): string {
  const from = [
    ...(group === '' ? [] : [t('simDetail.alarms.ofGroup', { path: group })]),
    ...(plan === '' ? [] : [t('simDetail.alarms.ofPlan', { plan: planName || plan })]),
  ]
  return from.length === 0 ? t('simDetail.alarms.ofCompany') : from.join(' · ')
}

function Alarm({ alarm }: { alarm: SimAlarm }) {
  const { t } = useTranslation()
  const { name, limit, cuts } = alarm
  const Icon = cuts ? IconPlugConnectedX : IconBellRinging
  const rule = t(cuts ? 'simDetail.alarms.cutsAt' : 'simDetail.alarms.notifiesAt', { limit: formatMb(limit) })
  return (
    <li>
      <Icon className="icon text-tertiary" aria-hidden="true" />
      <div>
        <p className={notesStyles.text}>{name ? `${name}: ${rule}` : rule}</p>
        <p className="text-tertiary text-small">{sourceOf(alarm, t)}</p>
      </div>
    </li>
  )
}

/** The alarms that watch a SIM, for who may see alarms. */
export function SimAlarms({ icc, level }: { icc: string; level: Level }) {
  return holds(useSession(), 'alarmas') ? <AlarmsSection icc={icc} level={level} /> : null
}

function AlarmsSection({ icc, level }: { icc: string; level: Level }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(simAlarmsQuery(icc))
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={sectionsStyles.section} aria-labelledby={id} aria-busy={!data && !error}>
      <div className={`row ${sectionsStyles.sectionHead}`}>
        <Heading id={id}>{t('simDetail.alarms.title')}</Heading>
        {data?.length === 0 ? <p className="text-tertiary">{t('simDetail.alarms.none')}</p> : null}
      </div>
      {error && !data ? <ErrorState title={t('simDetail.alarms.failed')} error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton width="60%" />}
      {data && data.length > 0 ? (
        <ul className={notesStyles.notes}>
          {data.map((alarm) => (
            <Alarm key={alarm.alarmId} alarm={alarm} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
