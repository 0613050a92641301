import { useTranslation } from 'react-i18next'
import { REQUEST_ACTIONS } from '#domain/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { isStep, type RequestRow, type RequestStepName } from './requests.api.ts'
import { StepDialog } from './step-dialog.tsx'

/** The step of a row that waits for the reader; before it goes on its SIMs are assigned. */
function stepOfRow({ awaited, simsToAssign }: RequestRow): RequestStepName | 'assign' | undefined {
  const step = REQUEST_ACTIONS.filter(isStep).find((one) => one === awaited)
  return step && simsToAssign > 0 ? 'assign' : step
}

/** The one button of a row: its next step, where that is the reader's. */
export function NextStep({ row, onAct }: { row: RequestRow; onAct: () => void }) {
  const { t } = useTranslation()
  const step = stepOfRow(row)
  if (!step) return null
  const verb = t(step === 'assign' ? 'requests.assign.button' : `requests.step.${step}.button`)
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label={`${verb}: ${t('requests.number', { id: row.requestId })}`}
      onClick={onAct}
    >
      {verb}
    </Button>
  )
}

/** Takes the next step of a row as it was when its button was pressed. */
export function NextStepDialog({ row, onClose }: { row: RequestRow; onClose: () => void }) {
  const step = stepOfRow(row)
  if (!step) return null
  if (step === 'assign') return <AssignDialog requestId={row.requestId} onClose={onClose} />
  return <StepDialog requestId={row.requestId} step={step} onClose={onClose} />
}
