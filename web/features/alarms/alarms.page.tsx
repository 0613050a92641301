import { IconBellPlus, IconBellRinging, IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { AlarmForm } from './alarm-form.tsx'
import { type AlarmRow, alarmsQuery } from './alarms.api.ts'
import styles from './alarms.module.css'
import { AlarmsTable } from './alarms-table.tsx'
import { useLiveAlarms } from './live-alarms.ts'
import { RemoveAlarm } from './remove-alarm.tsx'

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'form'; readonly alarm: AlarmRow | undefined }
  | { readonly what: 'remove'; readonly alarm: AlarmRow }

/** The alarms of the user's companies. The address: /alarm?company=4 */
export function AlarmsPage() {
  const { t } = useTranslation()
  const { company } = useSearch({ from: '/app/alarm' })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  useLiveAlarms()
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('alarms.title')}</h1>
          <p className="text-secondary">{t('alarms.lead')}</p>
        </div>
        <div className={`${styles.tools} row`}>
          <Link className={buttonStyles.button} to="/alarm-notified">
            {t('alarms.notified')}
          </Link>
          <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen({ what: 'form', alarm: undefined })}>
            <IconPlus className="icon" aria-hidden="true" />
            {t('alarms.new')}
          </Button>
        </div>
      </div>
      <Alarms company={company} onOpen={setOpen} />
      {open?.what === 'form' ? <AlarmForm alarm={open.alarm} company={company} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemoveAlarm alarm={open.alarm} onClose={close} /> : null}
    </div>
  )
}

function Alarms({ company, onOpen }: { company: number | undefined; onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const show = (next?: number) => void navigate({ to: '/alarm', search: { company: next }, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(alarmsQuery(company))
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('alarms.list')} line actions={<CompanyFilterField company={company} onCompany={show} />}>
      {error && !rows ? (
        <ErrorState title={t('alarms.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoAlarms
          isFiltered={company !== undefined}
          onClear={() => show()}
          onFirst={() => onOpen({ what: 'form', alarm: undefined })}
        />
      ) : (
        <AlarmsTable
          rows={rows}
          onChange={(alarm) => onOpen({ what: 'form', alarm })}
          onRemove={(alarm) => onOpen({ what: 'remove', alarm })}
        />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

interface NoAlarmsProps {
  readonly isFiltered: boolean
  onClear(): void
  onFirst(): void
}

function NoAlarms({ isFiltered, onClear, onFirst }: NoAlarmsProps) {
  const { t } = useTranslation()
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('alarms.clear')}
    </Button>
  )
  if (isFiltered) return <EmptyState Icon={IconSearch} title={t('alarms.noneFound')} actions={clear} />
  const first = (
    <Button size="sm" aria-haspopup="dialog" onClick={onFirst}>
      <IconBellPlus className="icon icon-14" aria-hidden="true" />
      {t('alarms.first')}
    </Button>
  )
  return (
    <EmptyState Icon={IconBellRinging} title={t('alarms.none')} actions={first}>
      {t('alarms.noneHint')}
    </EmptyState>
  )
}
