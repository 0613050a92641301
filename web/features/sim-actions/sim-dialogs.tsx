import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { OptionMenu } from './option-menu.tsx'
import { ResultAlert } from './result-alert.tsx'
import { type ConfirmedAction, simActionsQuery } from './sim-actions.api.ts'
import { type OpenDialog, simDialog, useSimDialog } from './sim-dialog.ts'
import { useActionWord } from './use-action-word.ts'
import './sim-actions.css'

interface SimDialogsProps {
  readonly onDetails?: (icc: string) => void
}

/** The dialog that is open for a SIM. */
export function SimDialogs({ onDetails }: SimDialogsProps) {
  const open = useSimDialog()
  if (!open) return null
  const { icc, name } = open
  if (name === 'menu') return <OptionMenu icc={icc} onClose={simDialog.close} {...(onDetails ? { onDetails } : {})} />
  return <ActionDialog key={`${icc} ${name}`} icc={icc} name={name} />
}

/** The dialog of an action; for a SIM whose type does not take it, the sentence that says so. */
function ActionDialog({ icc, name }: Pick<OpenDialog, 'icc'> & { name: ConfirmedAction }) {
  const { data } = useQuery(simActionsQuery(icc))
  const word = useActionWord()
  const onClose = simDialog.close
  const refused = data?.actions.find(({ action, code }) => action === name && code === 'type_not_editable')
  if (!refused) return <ConfirmDialog icc={icc} action={name} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word(name)} icc={icc} />} width="confirm">
      <ResultAlert kind="info" message={refused.text} onClose={onClose} />
    </Dialog>
  )
}
