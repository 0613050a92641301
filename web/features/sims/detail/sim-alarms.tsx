import { IconBellRinging, IconPlugConnectedX, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { askForm } from '#web/lib/asked-form.ts'
import { formatMb } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
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

/** The SIM's company as the list of alarms is filtered by it, for users with several. */
function useCompany(companyId: number | undefined) {
  return useSession().worksIn === 'only' ? {} : { company: companyId }
}

function Alarm({ alarm, companyId }: { alarm: SimAlarm } & Pick<SimAlarmsProps, 'companyId'>) {
  const { t } = useTranslation()
  const company = useCompany(companyId)
  const { alarmId, name, limit, cuts } = alarm
  const Icon = cuts ? IconPlugConnectedX : IconBellRinging
  const rule = t(cuts ? 'simDetail.alarms.cutsAt' : 'simDetail.alarms.notifiesAt', { limit: formatMb(limit) })
  return (
    <li>
      <Icon className="icon text-tertiary" aria-hidden="true" />
      <div>
        <p className={notesStyles.text}>
          <Link to="/alarm" search={{ ...company, alarm: alarmId }}>
            {name ? `${name}: ${rule}` : rule}
          </Link>
        </p>
        <p className="text-tertiary text-small">{sourceOf(alarm, t)}</p>
      </div>
    </li>
  )
}

interface SimAlarmsProps {
  readonly icc: string
  /** undefined while the SIM loads */
  readonly companyId: number | undefined
  readonly level: Level
}

/** The alarms that watch a SIM, for who may see alarms. */
export function SimAlarms(props: SimAlarmsProps) {
  return holds(useSession(), 'alarmas') ? <AlarmsSection {...props} /> : null
}

/** To the form of an alarm for the SIM's company. */
function CreateAlarm({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  return (
    <ButtonLink isGhost isSmall to="/alarm" search={useCompany(companyId)} onClick={() => askForm('alarm')}>
      <IconPlus className="icon" aria-hidden="true" />
      {t('simDetail.alarms.create')}
    </ButtonLink>
  )
}

function AlarmsSection({ icc, companyId, level }: SimAlarmsProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(simAlarmsQuery(icc))
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={sectionsStyles.section} aria-labelledby={id} aria-busy={!data && !error}>
      <div className={`row ${sectionsStyles.sectionHead}`}>
        <Heading id={id}>{t('simDetail.alarms.title')}</Heading>
        <p className="grow text-tertiary">{data?.length === 0 ? t('simDetail.alarms.none') : null}</p>
        {companyId === undefined ? null : <CreateAlarm companyId={companyId} />}
      </div>
      {error && !data ? <ErrorState title={t('simDetail.alarms.failed')} error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton width="60%" />}
      {data && data.length > 0 ? (
        <ul className={notesStyles.notes}>
          {data.map((alarm) => (
            <Alarm key={alarm.alarmId} alarm={alarm} companyId={companyId} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
