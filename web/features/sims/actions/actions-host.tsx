import { useEffect } from 'react'
import { lazyOnDemand } from '#web/ui/later.tsx'
import { simDialog, useSimDialog } from './sim-dialog.ts'

const SimDialogs = lazyOnDemand(async () => (await import('./sim-dialogs.tsx')).SimDialogs)

interface HostProps {
  /** shows the SIM beside the list; left out where there is no list and the SIM is shown already */
  onBeside?: (icc: string) => void
}

/** The place of a screen where the dialogs of one SIM appear; their code comes with the first. */
export function SimActionsHost({ onBeside }: HostProps) {
  const open = useSimDialog()
  // a screen that is left takes its dialog along
  useEffect(() => () => simDialog.close(), [])
  return <SimDialogs requests={open ? 1 : 0} {...(onBeside ? { onBeside } : {})} />
}
