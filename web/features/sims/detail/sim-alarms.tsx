import { IconBellRinging, IconPlugConnectedX, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { getSimAlarms } from '#contract/alarms/alarms.calls.ts'
import type { CallData } from '#contract/call.ts'
import { askForm } from '#web/lib/asked-form.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { formatMb } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { LinesSection } from './section.tsx'
import styles from './sections.module.css'
import type { Level } from './sim-head.tsx'

type SimAlarm = CallData<typeof getSimAlarms>[number]

/** Whatever changes a SIM or an alarm loads them again. */
const simAlarmsQuery = (icc: string) => callQuery(getSimAlarms, ['sims', 'alarms', icc], { params: { icc } })

/** Where the SIM has an alarm from. */
function sourceOf({ group, plan, planName }: SimAlarm, t: TFunction): string {
  const from = [
    ...(group === '' ? [] : [t('simDetail.alarms.ofGroup', { path: group })]),
    ...(plan === '' ? [] : [t('simDetail.alarms.ofPlan', { plan: planName || plan })]),
  ]
  return from.length === 0 ? t('simDetail.alarms.ofCompany') : from.join(' · ')
}

function Alarm({ alarm, company }: { alarm: SimAlarm; company: number | undefined }) {
  const { t } = useTranslation()
  const { alarmId, name, limit, cuts } = alarm
  const Icon = cuts ? IconPlugConnectedX : IconBellRinging
  const rule = t(cuts ? 'simDetail.alarms.cutsAt' : 'simDetail.alarms.notifiesAt', { limit: formatMb(limit) })
  return (
    <li>
      <Icon className="icon text-tertiary" aria-hidden="true" />
      <div>
        <p className={styles.text}>
          <Link to="/alarm" search={{ company, alarm: alarmId }}>
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

function AlarmsSection({ icc, companyId, level }: SimAlarmsProps) {
  const { t } = useTranslation()
  // the filter of the list of alarms, for users with several companies
  const company = useSession().worksIn === 'only' ? undefined : companyId
  return (
    <LinesSection
      title={t('simDetail.alarms.title')}
      level={level}
      query={useQuery(simAlarmsQuery(icc))}
      failed={t('simDetail.alarms.failed')}
      none={t('simDetail.alarms.none')}
      actions={
        companyId === undefined ? null : (
          <ButtonLink isGhost isSmall to="/alarm" search={{ company }} onClick={() => askForm('alarm')}>
            <IconPlus className="icon" aria-hidden="true" />
            {t('simDetail.alarms.create')}
          </ButtonLink>
        )
      }
    >
      {(alarm) => <Alarm key={alarm.alarmId} alarm={alarm} company={company} />}
    </LinesSection>
  )
}
