import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { useActionWord } from './use-action-word.ts'

interface SimFormDialogProps {
  readonly icc: string
  readonly action: 'group' | 'lock' | 'tag'
  /** the form of the SIM that is there */
  readonly children: (sim: SimDetail) => ReactNode
  onClose(): void
}

/** A dialog named by what is done to its SIM, with a form that needs the SIM. */
export function SimFormDialog({ icc, action, children, onClose }: SimFormDialogProps) {
  const { t } = useTranslation()
  const word = useActionWord()
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word(action)} icc={icc} />} fullOnPhone>
      <Loaded query={useQuery(simQuery(icc))} failed={t('sims.detail.failed')}>
        {children}
      </Loaded>
    </Dialog>
  )
}
