import { IconBellRinging } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OfCompany } from '#web/lib/of-company.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { FactLine } from '#web/ui/fact-line.tsx'
import lineStyles from '#web/ui/fact-lines.module.css'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { alarmName, inCycleText, limitParts, planLabel } from './alarm-name.ts'
import { type AlarmRow, alarmsQuery } from './alarms.api.ts'

/** Alarms that the card shows; all are one link away. */
const SHOWN = 5

/** The active alarms of a company or its tree, with the SIMs of which they say something in this cycle. */
export function CompanyAlarms(whose: OfCompany) {
  const { t } = useTranslation()
  const { rows, error, retry, more } = usePages(alarmsQuery(whose))
  const active = rows?.filter((alarm) => alarm.active === '1')
  if (active?.length === 0) return <EmptyCard title={t('alarms.title')}>{t('alarms.noneActive')}</EmptyCard>
  return (
    <Card
      title={t('alarms.title')}
      about={active && !more ? t('alarms.activeCount', { count: active.length }) : undefined}
      line
      actions={
        <ButtonLink isGhost isSmall to="/alarm" search={whose}>
          {t('alarms.seeAll')}
        </ButtonLink>
      }
    >
      {error && !rows ? (
        <ErrorState title={t('list.failed')} error={error} onRetry={retry} />
      ) : (
        <ul className={lineStyles.lines}>
          {active?.slice(0, SHOWN).map((alarm) => (
            <AlarmLine key={alarm.alarmId} alarm={alarm} companyName={whose.subsidiaries && alarm.companyName} />
          ))}
          {active ? null : <FactLine Icon={IconBellRinging} first={undefined} />}
        </ul>
      )}
    </Card>
  )
}

/** An alarm, of one of several companies with its name, and the SIMs of which it says something, with the way to its notices. */
function AlarmLine({ alarm, companyName }: { alarm: AlarmRow; companyName: string | undefined }) {
  const { t } = useTranslation()
  const rule = t('alarms.rule', { plan: planLabel(alarm), limit: limitParts(alarm.limit)[0] })
  const inCycle = inCycleText(alarm)
  const said = [companyName, inCycle || t(companyName ? 'alarms.andNoneAtLimit' : 'alarms.noneAtLimit')]
    .filter(Boolean)
    .join(' · ')
  return (
    <FactLine
      Icon={IconBellRinging}
      isSentence
      first={
        <>
          {alarm.name || rule} {alarm.name ? <span className="text-tertiary text-small">{rule}</span> : null}
        </>
      }
      second={
        inCycle ? (
          <Link
            to="/alarm-notified"
            search={{ alarm: alarm.alarmId }}
            aria-label={`${said}. ${t('alarms.seeNotices', { name: alarmName(alarm) })}`}
          >
            <HighlightOnChange value={inCycle}>{said}</HighlightOnChange>
          </Link>
        ) : (
          said
        )
      }
    />
  )
}
