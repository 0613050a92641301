import { IconFolder, IconFolderSearch, IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { formatMb, formatNumber, formatPercent, formatUsedMb } from '#web/lib/format.ts'
import { formatDuration } from '#web/lib/format-moments.ts'
import { useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { useNow } from '#web/lib/use-now.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { useTagColours } from '#web/shared/tags/tags.api.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { LastSeen } from '#web/ui/last-seen.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SessionStatus, SimStatus } from '#web/ui/status.tsx'
import { TagChips } from '#web/ui/tag-chip.tsx'
import { UsageBar, usageTone } from '#web/ui/usage-bar.tsx'
import { simDialog } from '../actions/sim-dialog.ts'
import { connectionMs } from './field-tabs.tsx'
import styles from './sim-head.module.css'

/** The level of a heading. */
export type Level = 1 | 2 | 3

interface TitleProps {
  readonly icc: string
  readonly sim: SimDetail | undefined
  /** nothing more will be known of it */
  readonly isFailed: boolean
  readonly level: Level
}

/** What people call the SIM as the heading, its number below with a button that copies it; without a label the number itself. */
export function SimTitle({ icc, sim, isFailed, level }: TitleProps) {
  const { t } = useTranslation()
  const Heading = `h${level}` as const
  const label = sim?.customField1 ?? ''
  const number = t('sims.detail.label', { icc })
  const copy = <CopyButton text={icc} what={t('sims.field.icc')} />
  const isNumber = (sim !== undefined || isFailed) && label === ''
  return (
    <div className={styles.title}>
      <div className="row">
        <Heading aria-label={label === '' ? number : `${label}, ${number}`}>
          {isNumber ? <Icc value={icc} /> : sim ? label : <Skeleton width={160} height={16} />}
        </Heading>
        {isNumber ? copy : null}
      </div>
      <div className={`row text-small text-secondary ${styles.number}`}>
        {isNumber ? (
          sim && (sim.device || t('sims.noLabel'))
        ) : (
          <>
            <Icc value={icc} />
            {copy}
            {sim?.device ? <span className="text-tertiary">{sim.device}</span> : null}
          </>
        )}
      </div>
    </div>
  )
}

/** The two statuses as chips, then operator and radio technology. */
export function SimStatuses({ sim }: { sim: SimDetail | undefined }) {
  const now = useNow()
  if (!sim) {
    return (
      <div className={`row ${styles.statuses}`} data-sim-statuses="">
        <Skeleton width={76} height={24} />
        <Skeleton width={148} height={24} />
        <Skeleton width={104} />
      </div>
    )
  }
  const isOpen = sim.gprsStatus === GPRS_STATUS.activated
  const lasted = isOpen ? connectionMs(sim, now) : null
  const network = [sim.operator, sim.radioTechnology].filter(Boolean).join(', ')
  return (
    <div className={`row ${styles.statuses}`} data-sim-statuses="">
      <HighlightOnChange value={sim.simAdministrativeStatusId}>
        <SimStatus status={sim.simAdministrativeStatusId} filled />
      </HighlightOnChange>
      <HighlightOnChange value={sim.gprsStatus}>
        <SessionStatus gprsStatus={sim.gprsStatus} filled {...(lasted === null ? {} : { since: formatDuration(lasted) })} />
      </HighlightOnChange>
      <span className="text-small text-tertiary ellipsis">{network}</span>
    </div>
  )
}

/** The SIM's group and tags, and the buttons that change them; a retired SIM is read-only. */
export function SimTags({ sim }: { sim: SimDetail | undefined }) {
  const { t } = useTranslation()
  const colourOf = useTagColours(sim !== undefined && sim.tags.length > 0)
  if (!sim) {
    return (
      <div className={`row ${styles.tags}`}>
        <Skeleton width={88} height={16} />
      </div>
    )
  }
  const { icc, tags, companyId, group, ruleGroups, tagGivers } = sim
  const giversOf = (name: string) => tagGivers.filter(({ tag }) => tag === name).map((giver) => giver.group)
  const isOpen = sim.simAdministrativeStatusId !== ADMINISTRATIVE_STATUS.retired
  const isEmpty = tags.length === 0
  const EditIcon = isEmpty ? IconPlus : IconPencil
  if (isEmpty && group === '' && ruleGroups.length === 0 && !isOpen) return null
  return (
    <div className={`row ${styles.tags}`}>
      <GroupButton icc={icc} group={group} isOpen={isOpen} />
      <RuleGroups paths={ruleGroups} companyId={companyId} />
      {isEmpty ? null : (
        <TagChips
          label={t('sims.field.tags')}
          tags={tags.map((name) => ({
            name,
            colour: colourOf(name, companyId),
            givenBy: giversOf(name).length > 0 ? t('tags.givenBy', { paths: giversOf(name).join(', ') }) : undefined,
          }))}
        />
      )}
      {isOpen ? (
        <Button
          variant="ghost"
          size="sm"
          square={!isEmpty}
          aria-haspopup="dialog"
          aria-label={isEmpty ? undefined : t('tags.edit')}
          title={isEmpty ? undefined : t('tags.edit')}
          onClick={() => simDialog.open(icc, 'tag')}
        >
          <EditIcon className="icon icon-14" aria-hidden="true" />
          {isEmpty ? t('tags.add') : null}
        </Button>
      ) : null}
    </div>
  )
}

/** The groups whose rules the SIM matches, each a link to its list. */
function RuleGroups({ paths, companyId }: { paths: readonly string[]; companyId: number }) {
  const { t } = useTranslation()
  const { worksIn } = useSession()
  if (paths.length === 0) return null
  return (
    <ul className={`row ${styles.ruleGroups}`} aria-label={t('sims.field.ruleGroups')}>
      {paths.map((path) => (
        <li key={path}>
          <Link
            className={styles.ruleGroup}
            to="/sims"
            search={simsSearch({ groups: [path], ...(worksIn === 'only' ? {} : { companyIds: [companyId] }) })}
            title={path}
          >
            <IconFolderSearch className="icon icon-14" aria-hidden="true" />
            <span className="ellipsis">{path}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The SIM's group, which opens its move to another. */
function GroupButton({ icc, group, isOpen }: { icc: string; group: string; isOpen: boolean }) {
  const { t } = useTranslation()
  const isEmpty = group === ''
  if (!isOpen && isEmpty) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      className={styles.group}
      disabled={!isOpen}
      aria-haspopup="dialog"
      aria-label={isEmpty ? undefined : t('groups.moveOf', { path: group })}
      title={isEmpty ? undefined : group}
      onClick={() => simDialog.open(icc, 'group')}
    >
      <IconFolder className="icon icon-14" aria-hidden="true" />
      <span className="ellipsis">{isEmpty ? t('groups.move') : group}</span>
    </Button>
  )
}

interface Fact {
  readonly label: string
  readonly value: string
  /** in place of the value */
  readonly shown?: ReactNode
  readonly about?: string
  /** of what the plan includes, drawn below */
  readonly percent?: number
}

function factsOf(sim: SimDetail, t: TFunction): Fact[] {
  const { monthlyDataConsumption: used, monthlySmsConsumption: sms, planMb, includedSms, ip } = sim
  const percent = consumptionPercent(used, planMb)
  const about = t('simDetail.ofPercent', { total: formatMb(planMb), percent: formatPercent(percent) })
  return [
    {
      label: t('sims.detail.cycleData'),
      value: formatUsedMb(used),
      ...(planMb > 0 ? { about, percent } : {}),
    },
    {
      label: t('sims.detail.sms'),
      value: formatNumber(sms),
      ...(includedSms > 0 ? { about: t('sims.detail.of', { total: formatNumber(includedSms) }) } : {}),
    },
    ip === null ? lastSeenFact(sim, t) : { label: t('sims.field.ip'), value: ip },
  ]
}

/** Without a session there is no address: what matters is since when. */
function lastSeenFact({ lastSeen, simAdministrativeStatusId }: SimDetail, t: TFunction): Fact {
  return {
    label: t('sims.field.lastSeen'),
    value: lastSeen ?? '',
    shown: <LastSeen at={lastSeen} status={simAdministrativeStatusId} />,
  }
}

/** The three most important facts. */
export function SimFacts({ sim }: { sim: SimDetail | undefined }) {
  const { t } = useTranslation()
  const facts = sim
    ? factsOf(sim, t)
    : [
        // as high as with its bar
        { label: t('sims.detail.cycleData'), value: '', percent: 0 },
        { label: t('sims.detail.sms'), value: '' },
        { label: t('sims.field.ip'), value: '' },
      ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, shown, about, percent }: Fact) => (
        <div key={label}>
          <dt className="overline">{label}</dt>
          <dd className="tabular-numbers">
            {sim ? <HighlightOnChange value={value}>{shown ?? value}</HighlightOnChange> : <Skeleton width="70%" />}
            {about ? <span className="text-tertiary text-small"> {about}</span> : null}
            {percent === undefined ? null : <UsageBar percent={percent} tone={usageTone(percent)} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
