import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAUSE_SENTENCES } from '#contract/operations/cause-messages.ts'
import { EXCLUSION_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { openLines } from '#domain/operations.ts'
import { CURE_OF, type SilenceCause } from '#domain/silence-cause.ts'
import { formatNumber, formatPercent, percentOf } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import statusStyles from '#web/ui/status.module.css'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { actionTitle } from './action-title.ts'
import styles from './cause-groups.module.css'
import { CAUSE_STYLE } from './cause-style.ts'
import { MassDialog, type MassRequest } from './mass-dialog.tsx'
import { KIND_ICON } from './operation-style.ts'
import { type CauseGroup, causesQuery, useSimsOfLines } from './operations.api.ts'
import { useMayDo } from './use-may-do.ts'

/** What a diagnosis has found: the SIMs of each cause, and what helps them. */
export function CauseGroups({ data, onCause }: { data: OperationData; onCause: (cause: SilenceCause) => void }) {
  const { t } = useTranslation()
  const { data: groups, error, refetch } = useQuery(causesQuery(data.operationId))
  const [request, setRequest] = useState<MassRequest>()
  const found = groups?.reduce((sum, { lines }) => sum + lines, 0) ?? 0
  const isOpen = openLines(data.counts) > 0
  return (
    <Card title={t('operations.causes')} about={groups && found > 0 ? aboutText(found, groups.length) : undefined} line>
      {error && !groups ? (
        <ErrorState title={t('operations.causesFailed')} error={error} onRetry={() => void refetch()} />
      ) : groups === undefined ? (
        <Waiting />
      ) : groups.length === 0 ? (
        <p className={`text-secondary ${styles.none}`} role="status">
          {t(isOpen ? 'operations.causesWaiting' : 'operations.causesNone')}
        </p>
      ) : (
        <ul aria-label={t('operations.causes')}>
          {groups.map((group) => (
            <Group
              key={group.cause}
              group={group}
              found={found}
              operationId={data.operationId}
              onCause={onCause}
              onCure={setRequest}
            />
          ))}
        </ul>
      )}
      <MassDialog request={request} onClose={() => setRequest(undefined)} />
    </Card>
  )
}

function aboutText(count: number, groups: number): string {
  return groups === 1 ? i18next.t('operations.simCount', { count }) : i18next.t('operations.causesAbout', { count, groups })
}

function Waiting() {
  return (
    <div className={styles.none}>
      <Skeleton width={280} />
    </div>
  )
}

interface GroupProps {
  readonly group: CauseGroup
  /** SIMs with a cause, of all groups */
  readonly found: number
  readonly operationId: number
  onCause(cause: SilenceCause): void
  onCure(request: MassRequest): void
}

function Group({ group, found, operationId, onCause, onCure }: GroupProps) {
  const { cause, lines } = group
  const { Icon, tone } = CAUSE_STYLE[cause]
  const { title, why } = CAUSE_SENTENCES[cause]
  return (
    <li className={styles.group} data-cause={cause}>
      <span className={`${statusStyles.status} ${statusStyles[tone]} ${styles.mark}`}>
        <Icon className="icon" aria-hidden="true" />
      </span>
      <div className={styles.text}>
        <h3>{sentence(title)}</h3>
        <p className="text-secondary">{sentence(why)}</p>
        <Sims group={group} onCause={onCause} />
      </div>
      <div className={styles.share}>
        <span className={styles.figures}>
          <b className="tabular-numbers">{formatNumber(lines)}</b>
          <span className="text-tertiary text-small tabular-numbers">{formatPercent(percentOf(lines, found), 1)}</span>
        </span>
        <UsageBar percent={(lines * 100) / found} tone={BAR_TONE[tone]} thick />
      </div>
      <div className={styles.cure}>
        <Cure group={group} operationId={operationId} onCure={onCure} />
      </div>
    </li>
  )
}

const BAR_TONE = { active: 'active', ready: 'ink', warning: 'warning', stop: 'stop', ended: 'ink' } as const

/** The first SIMs of a group by their label, and the way to all. */
function Sims({ group: { cause, lines, sims }, onCause }: Pick<GroupProps, 'group' | 'onCause'>) {
  const { t } = useTranslation()
  const more = lines - sims.length
  return (
    <p className={`text-small ${styles.sims}`}>
      {sims.map(({ icc, customField1 }) => (
        <Link key={icc} className={styles.sim} to="/sims/$icc" params={{ icc }}>
          {customField1 || <Icc value={icc} />}
        </Link>
      ))}
      {more > 0 ? (
        <button
          type="button"
          className="text-button underlined text-small"
          aria-label={t('operations.causeAll', { count: lines, cause: sentence(CAUSE_SENTENCES[cause].title) })}
          onClick={() => onCause(cause)}
        >
          {t('operations.causeMore', { count: more })}
        </button>
      ) : null}
    </p>
  )
}

/** The one thing that helps: an operation on exactly these SIMs, or the screen that shows more. */
function Cure({
  group: { cause, lines },
  operationId,
  onCure,
}: Pick<GroupProps, 'group' | 'operationId' | 'onCure'>): ReactNode {
  const { t } = useTranslation()
  const sims = useSimsOfLines(operationId)
  const mayDo = useMayDo()
  const kind = CURE_OF[cause]
  if (cause === 'network_down')
    return (
      <ButtonLink isSmall to="/">
        {t('operations.seeOperators')}
        <IconArrowRight className="icon icon-14" aria-hidden="true" />
      </ButtonLink>
    )
  if (kind === undefined) return null
  if (!mayDo(kind)) return <span className="text-tertiary text-small">{sentence(EXCLUSION_SENTENCES.not_allowed)}</span>
  const KindIcon = KIND_ICON[kind]
  const open = () => sims.mutate({ code: cause }, { onSuccess: (icc) => onCure({ kind, source: { icc }, count: icc.length }) })
  return (
    <Button size="sm" blocked={sims.isPending} aria-busy={sims.isPending} onClick={open}>
      <KindIcon className="icon icon-14" aria-hidden="true" />
      {actionTitle(kind, lines)}
    </Button>
  )
}
