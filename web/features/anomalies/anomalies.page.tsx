import {
  IconChartDots,
  IconMessage,
  IconMicrophoneOff,
  IconPlus,
  IconRepeat,
  IconTelescope,
  IconTornado,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANOMALY_KIND_WORDS, ANOMALY_WORDS } from '#contract/anomalies/anomaly-messages.ts'
import { ANOMALY_KINDS, type AnomalyKind } from '#domain/anomalies.ts'
import { formatDate, formatDay, formatMinute, formatTime } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { anomalyReason } from '#web/shared/anomalies/anomaly-reason.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { momentColumn } from '#web/ui/list/columns.tsx'
import { iccFilter } from '#web/ui/list/icc-filter.ts'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, type ListFilter, optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import { NoValue, TwoLines } from '#web/ui/table.tsx'
import { type AnomalyRow, anomaliesQuery, anomalyCountsQuery, fetchAnomalies } from './anomalies.api.ts'
import styles from './anomalies.module.css'
import { AnomalyScale } from './anomaly-scale.tsx'
import { type AnomaliesSearch, readAnomaliesSearch } from './anomaly-search.ts'
import { AnomalySims } from './anomaly-sims.tsx'
import { comparedWith, departureOf, departureText, factorText, figuresOf } from './anomaly-text.ts'

const KIND_STYLE: Readonly<Record<AnomalyKind, StatusStyle>> = {
  data: { tone: 'stop', Icon: IconChartDots },
  sessions: { tone: 'warning', Icon: IconRepeat },
  messages: { tone: 'warning', Icon: IconMessage },
  silence: { tone: 'ended', Icon: IconMicrophoneOff },
  storm: { tone: 'ready', Icon: IconTornado },
}

/** What was out of the ordinary, newest first. */
export function AnomaliesPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/anomalies', select: readAnomaliesSearch })
  const navigate = useNavigate()
  const [shown, setShown] = useState<AnomalyRow>()
  return (
    <div className="page">
      <PageHead title={t('anomalies.title')} lead={t('anomalies.lead')}>
        <FileMenu ask={(format) => fetchAnomalies(search, format)} />
        <ButtonLink to="/rules" search={{ new: ruleTriggerFor(search), company: search.company }}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('anomalies.newRule')}
        </ButtonLink>
      </PageHead>
      <List
        id="anomalies"
        label={t('anomalies.list')}
        className={styles.list}
        minWidth={1080}
        data={usePages(anomaliesQuery(search))}
        rowKey={({ anomalyId }) => anomalyId}
        search={search}
        onSearch={(next: AnomaliesSearch) => void navigate({ to: '/anomalies', search: next, replace: true })}
        filters={useFilters(search)}
        none={{ Icon: IconTelescope, title: t('anomalies.none'), hint: t('anomalies.noneHint') }}
        columns={[
          momentColumn('lastAt', sentence(ANOMALY_WORDS.lastAt), ({ lastAt }: AnomalyRow) => lastAt, {
            className: `${styles.moment} text-secondary tabular-numbers`,
            width: 168,
            cell: (row) => <Hours row={row} />,
          }),
          {
            ...simColumn((row: AnomalyRow) => <Subject row={row} onShow={() => setShown(row)} />),
            width: 204,
          },
          {
            id: 'kind',
            head: sentence(ANOMALY_WORDS.kind),
            width: 152,
            phone: 'mark',
            cell: ({ kind }) => <KnownStatus state={kind} styles={KIND_STYLE} words={ANOMALY_KIND_WORDS} />,
          },
          {
            id: 'factor',
            head: t('anomalies.factor'),
            width: 208,
            phone: 'line',
            cell: (row) => <Factor row={row} />,
          },
          { id: 'reason', head: t('anomalies.reason'), phone: 'line', cell: (row) => <Reason row={row} /> },
        ]}
      />
      {shown ? <AnomalySims anomaly={shown} onClose={() => setShown(undefined)} /> : null}
    </div>
  )
}

/** What a rule waits for that is made of what is shown. */
const ruleTriggerFor = ({ kind }: AnomaliesSearch) =>
  kind === 'silence' || kind === 'storm' ? ('modelAnomaly' as const) : ('anomaly' as const)

/** The last hour, and since when it has been so. */
function Hours({ row: { lastAt, beganAt, hours } }: { row: AnomalyRow }) {
  const { t } = useTranslation()
  if (hours === 1) return formatMinute(lastAt)
  const since = formatDate(beganAt) === formatDate(lastAt) ? formatTime(beganAt) : formatDay(beganAt)
  return <TwoLines first={formatMinute(lastAt)} second={t('anomalies.lasting', { count: hours, since })} />
}

interface SubjectProps {
  readonly row: AnomalyRow
  readonly onShow: () => void
}

/** The SIM, or the device of a batch or a storm with the way to its SIMs; below, whose they are. */
function Subject({ row, onShow }: SubjectProps) {
  const { icc, label, companyName } = row
  return (
    <>
      {icc === '' ? <Batch row={row} onShow={onShow} /> : <SimCell icc={icc} label={label} />}
      <span className="block ellipsis text-tertiary text-small" title={companyName}>
        {companyName}
      </span>
    </>
  )
}

function Batch({ row: { device, sims }, onShow }: SubjectProps) {
  const { t } = useTranslation()
  return (
    <span className={styles.batch}>
      <span className="medium ellipsis" title={device}>
        {device}
      </span>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={onShow}>
        {t('anomalies.seeSims', { count: sims })}
      </Button>
    </span>
  )
}

/** How far it is from what is usual, drawn and in figures. */
function Factor({ row }: { row: AnomalyRow }) {
  const { t } = useTranslation()
  const departure = departureOf(row)
  if (!departure) return <NoValue />
  const summary = departureText(departure, t)
  return (
    <span className="row tabular-numbers" title={summary}>
      <AnomalyScale departure={departure} summary={summary} />
      {factorText(departure)}
    </span>
  )
}

function Reason({ row }: { row: AnomalyRow }) {
  const { t } = useTranslation()
  return (
    <span className={styles.reason}>
      <span>{anomalyReason(figuresOf(row), t)}</span>
      <span className="text-tertiary text-small">{comparedWith(row, t)}</span>
    </span>
  )
}

/** By kind, device, company, day and SIM. */
function useFilters(search: AnomaliesSearch): (ListFilter | undefined)[] {
  const { t } = useTranslation()
  return [
    {
      kind: 'choice',
      key: 'kind',
      label: sentence(ANOMALY_WORDS.kind),
      ...counted(
        optionsOf(ANOMALY_KINDS, (one) => t(`anomalies.chip.${one}`), KIND_STYLE),
        useQuery(anomalyCountsQuery(search)).data?.counts,
      ),
      isFront: true,
    },
    { kind: 'text', key: 'device', label: t('anomalies.device'), hint: t('anomalies.deviceHint') },
    useCompanyFilter(search.company),
    { kind: 'days', key: 'from', until: 'to', label: sentence(ANOMALY_WORDS.lastAt) },
    iccFilter(sentence(ANOMALY_WORDS.icc)),
  ]
}
