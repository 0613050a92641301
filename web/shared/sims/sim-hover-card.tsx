import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { consumptionPercent } from '#domain/usage.ts'
import { formatMb, formatPercent, formatUsedMb } from '#web/lib/format.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { LastSeen } from '#web/ui/last-seen.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SessionStatus, SimStatus } from '#web/ui/status.tsx'
import { TagChips } from '#web/ui/tag-chip.tsx'
import { UsageBar, usageTone } from '#web/ui/usage-bar.tsx'
import { useTagColours } from '../tags/tags.api.ts'
import { type HoveredSim, useHoveredSim } from './hovered-sim.ts'
import { type SimDetail, simQuery } from './sim.api.ts'
import styles from './sim-hover-card.module.css'

/** px between a name and its card, and between the card and the edge of the window */
const GAP = 4
const MARGIN = 8

/** A name that is pointed at again within this time is answered from the cache, ms. */
const FRESH_MS = 60_000

/** Shows a card of the SIM whose name the mouse or the focus rests on, anywhere on the page. */
export function SimHoverCards() {
  const id = useId()
  const [hovered, close] = useHoveredSim(id)
  const path = useRouterState({ select: ({ location }) => location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other names
  useEffect(close, [path])
  return hovered ? <HoverCard key={hovered.icc} id={id} {...hovered} /> : null
}

/** Below the name, or above it where there is more room. */
function place(card: HTMLElement, name: HTMLElement): void {
  const at = name.getBoundingClientRect()
  const isBelow = innerHeight - at.bottom > card.offsetHeight + GAP + MARGIN || at.top < innerHeight - at.bottom
  card.style.left = `${Math.max(MARGIN, Math.min(at.left, innerWidth - card.offsetWidth - MARGIN))}px`
  card.style.top = isBelow ? `${at.bottom + GAP}px` : 'auto'
  card.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`
}

function HoverCard({ id, icc, name }: HoveredSim & { id: string }) {
  const { data: sim, error } = useQuery({ ...simQuery(icc), staleTime: FRESH_MS, refetchInterval: false, retry: false })
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = card.current
    if (!element) return
    // above dialogs and panels
    element.showPopover()
    place(element, name)
  })
  useEffect(() => {
    name.setAttribute('aria-describedby', id)
    return () => name.removeAttribute('aria-describedby')
  }, [name, id])
  // a SIM that is no longer the reader's has no card
  if (error) return null
  return (
    <div id={id} ref={card} role="tooltip" popover="manual" className={styles.card}>
      <Head icc={icc} sim={sim} />
      <SimFacts sim={sim} />
    </div>
  )
}

function Head({ icc, sim }: { icc: string; sim: SimDetail | undefined }) {
  const label = sim?.customField1
  return (
    <div className={styles.head}>
      {label ? <p className={styles.label}>{label}</p> : null}
      <p className={label ? 'text-small text-secondary' : styles.label}>
        <Icc value={icc} />
      </p>
      <div className={styles.statuses}>
        {sim ? (
          <>
            <SimStatus status={sim.simAdministrativeStatusId} filled />
            <SessionStatus gprsStatus={sim.gprsStatus} filled />
          </>
        ) : (
          <Skeleton width={140} height={24} />
        )}
      </div>
      {sim && sim.tags.length > 0 ? <Tags sim={sim} /> : null}
    </div>
  )
}

function Tags({ sim: { tags, companyId } }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const colourOf = useTagColours()
  return (
    <div className={styles.tags}>
      <TagChips label={t('sims.field.tags')} tags={tags.map((name) => ({ name, colour: colourOf(name, companyId) }))} />
    </div>
  )
}

function SimFacts({ sim }: { sim: SimDetail | undefined }) {
  const { t } = useTranslation()
  const facts = [
    { name: t('sims.field.companyId'), value: sim?.companiesNames[0] },
    ...(sim && sim.group !== '' ? [{ name: t('sims.field.group'), value: sim.group }] : []),
    { name: t('sims.field.planCode'), value: sim?.planName },
    { name: t('sims.detail.cycleData'), value: sim && <Usage sim={sim} /> },
    {
      name: t('sims.field.lastSeen'),
      value: sim && <LastSeen at={sim.lastSeen} status={sim.simAdministrativeStatusId} />,
    },
  ]
  return (
    <Facts
      className={styles.facts}
      facts={facts.map(({ name, value }) => ({ name, value: value ?? <Skeleton width="70%" /> }))}
    />
  )
}

function Usage({ sim: { monthlyDataConsumption: used, planMb } }: { sim: SimDetail }) {
  const { t } = useTranslation()
  if (planMb === 0) return formatUsedMb(used)
  const percent = consumptionPercent(used, planMb)
  return (
    <>
      <span className="tabular-numbers">
        {formatUsedMb(used)} {t('simDetail.ofPercent', { total: formatMb(planMb), percent: formatPercent(percent) })}
      </span>
      <UsageBar percent={percent} tone={usageTone(percent)} />
    </>
  )
}
