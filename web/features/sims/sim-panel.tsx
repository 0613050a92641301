import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionRow } from '#web/features/sims/actions/action-row.tsx'
import styles from '#web/features/sims/detail/panel.module.css'
import simTabsStyles from '#web/features/sims/detail/sim-tabs.module.css'
import { DOCKED, useMedia } from '#web/lib/use-media.ts'
import { AsOf } from '#web/ui/as-of.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { FloatingPanel } from './detail/floating-panel.tsx'
import { History } from './detail/history.tsx'
import { SimBody, useSim } from './detail/sim-body.tsx'
import { SimFacts, SimStatuses, SimTitle } from './detail/sim-head.tsx'
import { type ListPlace, type SimNeighbours, useNeighbours } from './detail/use-neighbours.ts'
import { type ListState, listSearch } from './list-state.ts'
import type { SimDetail } from './sims.api.ts'

interface SimPanelProps extends ListPlace {
  readonly icc: string
  readonly state: ListState
}

interface BarProps {
  readonly sim: SimDetail | undefined
  readonly neighbours: SimNeighbours
  readonly state: ListState
  readonly icc: string
  onClose(): void
}

/** The SIM's title, buttons to its neighbours, to its page, and to close. */
function PanelBar({ sim, neighbours, state, icc, onClose }: BarProps) {
  const { t } = useTranslation()
  const step = (label: string, by: -1 | 1, isPossible: boolean, Icon: typeof IconChevronUp) => (
    <Button
      variant="ghost"
      size="sm"
      square
      aria-label={label}
      title={label}
      blocked={!isPossible}
      onClick={() => neighbours.go(by)}
    >
      <Icon className="icon" aria-hidden="true" />
    </Button>
  )
  return (
    <div className={styles.bar}>
      <div className={`row ${styles.steps}`}>
        {step(t('sims.detail.previous'), -1, neighbours.hasPrevious, IconChevronUp)}
        {step(t('sims.detail.next'), 1, neighbours.hasNext, IconChevronDown)}
        <Link
          to="/sims/$icc"
          params={{ icc }}
          search={listSearch({ ...state, open: undefined })}
          className={`${buttonStyles.ghost} ${buttonStyles.square} ${buttonStyles.small}`}
          aria-label={t('sims.detail.expand')}
          title={t('sims.detail.expand')}
        >
          <IconArrowsDiagonal className="icon" aria-hidden="true" />
        </Link>
        <Button
          variant="ghost"
          size="sm"
          square
          aria-label={t('sims.detail.close')}
          title={t('sims.detail.close')}
          onClick={onClose}
        >
          <IconX className="icon" aria-hidden="true" />
        </Button>
      </div>
      <SimTitle icc={icc} sim={sim} level={2} />
    </div>
  )
}

function PanelContent({
  icc,
  state,
  change,
  neighbours,
  onClose,
}: SimPanelProps & { neighbours: SimNeighbours; onClose: () => void }) {
  const { sim, errorState, busy, refresh } = useSim(icc)
  return (
    <>
      <div className={styles.head}>
        <PanelBar {...{ sim, neighbours, state, icc, onClose }} />
        {errorState ? null : <SimStatuses key={icc} sim={sim} />}
      </div>
      {errorState ?? (
        <>
          <SimFacts key={icc} sim={sim} />
          <ActionRow key={`${icc} actions`} icc={icc} sim={sim} />
          <div className={simTabsStyles.scroll} key={`${icc} content`}>
            <SimBody sim={sim} tab={state.tab} onTab={(tab) => change({ tab }, { replace: true })} level={3} />
            <History icc={icc} level={3} />
            <div className={styles.asof}>
              <AsOf at={sim?.asOf} onRefresh={refresh} busy={busy} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** Focus that would be lost with the panel returns to the list. */
function focusList(panel: HTMLElement | null): void {
  if (panel?.contains(document.activeElement))
    document.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })
}

/** A SIM beside the list, or over it on narrow screens. J and K go through the list, Escape closes. */
export function SimPanel(props: SimPanelProps) {
  const { icc, change } = props
  const { t } = useTranslation()
  const isDocked = useMedia(DOCKED)
  const panel = useRef<HTMLElement>(null)
  const neighbours = useNeighbours(icc, props)
  const close = () => {
    focusList(panel.current)
    change({ open: undefined, tab: undefined })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') {
      // the focused element may be removed with the previous SIM; the panel stays
      panel.current?.focus({ preventScroll: true })
      neighbours.go(key === 'j' ? 1 : -1)
    } else if (key === 'escape' && isDocked) close()
    else return
    event.preventDefault()
  }
  const label = t('sims.detail.label', { icc })
  const content = <PanelContent {...props} neighbours={neighbours} onClose={close} />
  return isDocked ? (
    <aside
      className={`${styles.panel} ${styles.docked} ${buttonStyles.onFloat}`}
      aria-label={label}
      ref={panel}
      tabIndex={-1}
      onKeyDown={pressed}
    >
      {content}
    </aside>
  ) : (
    <FloatingPanel label={label} onClose={close} panel={panel} onKeyDown={pressed}>
      {content}
    </FloatingPanel>
  )
}
