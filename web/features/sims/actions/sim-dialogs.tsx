import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operationRequest } from '#web/shared/operations/operation-request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LockDialog } from '../lock/lock-dialog.tsx'
import type { ActionName } from './action-names.ts'
import { ApnDialog } from './apn-dialog.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { ConfirmAction } from './confirm-action.tsx'
import { CustomDialog } from './custom-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { OptionMenu } from './option-menu.tsx'
import { ResultAlert } from './result-alert.tsx'
import { simActionsQuery } from './sim-actions.api.ts'
import { simDialog, useSimDialog } from './sim-dialog.ts'
import { SmsDialog } from './sms-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { TestsDialog } from './tests-dialog.tsx'
import { useActionWord } from './use-action-word.ts'

interface SimDialogsProps {
  readonly onBeside?: (icc: string) => void
}

/** The open dialog of a SIM. */
export function SimDialogs({ onBeside }: SimDialogsProps) {
  const open = useSimDialog()
  if (!open) return null
  const { icc, name } = open
  if (name === 'menu') return <OptionMenu icc={icc} onClose={simDialog.close} hasDetails={onBeside !== undefined} />
  if (name === 'details') return onBeside ? <DetailsDialog {...{ icc, onBeside }} onClose={simDialog.close} /> : null
  return <ActionDialog key={`${icc} ${name}`} icc={icc} name={name} />
}

interface ActionProps {
  readonly icc: string
  readonly name: ActionName
}

/** The dialog of an action, or the reason why the SIM's type does not support it. */
function ActionDialog({ icc, name }: ActionProps) {
  const { data } = useQuery(simActionsQuery(icc))
  const word = useActionWord()
  const refused = data?.actions.find(({ action, code }) => action === name && code === 'type_not_editable')
  if (!refused) return <OpenAction icc={icc} name={name} />
  return (
    <Dialog opened onClose={simDialog.close} title={<DialogTitle title={word(name)} icc={icc} />} width="confirm">
      <ResultAlert kind="info" message={refused.text} onClose={simDialog.close} />
    </Dialog>
  )
}

/** Hands over to the dialog of operations, which is in the frame of the page. */
function PlanRequest({ icc }: { icc: string }) {
  useEffect(() => {
    simDialog.close()
    operationRequest.open({ kind: 'plan', source: { icc: [icc] }, count: 1 })
  }, [icc])
  return null
}

function OpenAction({ icc, name }: ActionProps) {
  const about = { icc, onClose: simDialog.close }
  if (name === 'plan') return <PlanRequest icc={icc} />
  if (name === 'apn') return <ApnDialog {...about} />
  if (name === 'custom') return <CustomDialog {...about} />
  if (name === 'tag') return <TagDialog {...about} />
  if (name === 'group') return <GroupDialog {...about} />
  if (name === 'lock') return <LockDialog {...about} />
  if (name === 'sms') return <SmsDialog {...about} />
  if (name === 'chat') return <ChatDialog {...about} />
  if (name === 'diagnose') return <TestsDialog {...about} />
  return <ConfirmAction {...about} action={name} />
}
