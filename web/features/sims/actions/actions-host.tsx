import { useEffect } from 'react'
import { lazyOnDemand } from '#web/ui/lazy-on-demand.tsx'
import { simDialog, useSimDialog } from './sim-dialog.ts'

const SimDialogs = lazyOnDemand(async () => (await import('./sim-dialogs.tsx')).SimDialogs)

interface HostProps {
  /** opens the SIM beside the list; omitted without a list, where the SIM is shown already */
  onBeside?: (icc: string) => void
}

/** Host of the dialogs of one SIM on a screen; their code loads with the first. */
export function SimActionsHost({ onBeside }: HostProps) {
  const open = useSimDialog()
  // leaving the screen closes its dialog
  useEffect(() => () => simDialog.close(), [])
  return <SimDialogs requests={open ? 1 : 0} {...(onBeside ? { onBeside } : {})} />
}
