import { IconBellRinging } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OfCompany } from '#web/lib/of-company.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { FactLine } from '#web/ui/fact-line.tsx'
import lineStyles from '#web/ui/fact-lines.module.css'
import { usePages } from '#web/ui/list/list-rows.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { FiredCell } from './alarm-cells.tsx'
import { alarmName, alarmRule } from './alarm-name.ts'
import { alarmsQuery } from './alarms.api.ts'
import styles from './alarms.module.css'

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
            <FactLine
              key={alarm.alarmId}
              Icon={IconBellRinging}
              first={
                <>
                  {alarmName(alarm)}
                  {alarm.name ? <span className={`${styles.rule} text-tertiary text-small`}>{alarmRule(alarm)}</span> : null}
                  {whose.subsidiaries ? (
                    <span className={`${styles.rule} text-tertiary text-small`}>{alarm.companyName}</span>
                  ) : null}
                </>
              }
              second={<FiredCell alarm={alarm} />}
            />
          ))}
          {active ? null : <FactLine Icon={IconBellRinging} first={undefined} />}
        </ul>
      )}
    </Card>
  )
}
