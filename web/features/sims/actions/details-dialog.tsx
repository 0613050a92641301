import { IconArrowsDiagonal, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimTab } from '#domain/editability.ts'
import { SimBody, useSim } from '#web/features/sims/detail/sim-body.tsx'
import { SimFacts, SimStatuses } from '#web/features/sims/detail/sim-head.tsx'
import { listSearch } from '#web/features/sims/list-state.ts'
import { useListState } from '#web/features/sims/use-list-state.ts'
import { AsOf } from '#web/ui/as-of.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './details-dialog.module.css'
import { DialogTitle } from './dialog-title.tsx'

interface DetailsProps {
  readonly icc: string
  onClose(): void
  /** opens the SIM beside the list */
  onBeside(icc: string): void
}

/** Details of a SIM in tabs, with buttons that open it beside the list or as a page. */
export function DetailsDialog({ icc, onClose, onBeside }: DetailsProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<SimTab>()
  const { sim, errorState, busy, refresh } = useSim(icc)
  const [state] = useListState()
  const beside = () => {
    onClose()
    onBeside(icc)
  }
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={t('simActions.details')} icc={icc} />} fullOnPhone>
      {errorState ?? (
        <div className={styles.details}>
          <div className={`row ${styles.detailsHead}`}>
            <SimStatuses sim={sim} />
            <AsOf at={sim?.asOf} onRefresh={refresh} busy={busy} />
          </div>
          <SimFacts sim={sim} />
          <SimBody sim={sim} tab={tab} onTab={setTab} level={3} />
        </div>
      )}
      <div className={dialogStyles.actions}>
        <ButtonLink to="/sims/$icc" params={{ icc }} search={listSearch({ ...state, open: undefined, tab })}>
          <IconArrowsDiagonal className="icon" aria-hidden="true" />
          {t('simActions.asPage')}
        </ButtonLink>
        <Button onClick={beside}>
          <IconLayoutSidebarRight className="icon" aria-hidden="true" />
          {t('simActions.beside')}
        </Button>
      </div>
    </Dialog>
  )
}
