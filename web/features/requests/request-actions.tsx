import { IconDeviceSim } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REQUEST_ACTIONS } from '#domain/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { isStep, type RequestData, type RequestRow, type RequestStepName } from './requests.api.ts'
import { StepDialog } from './step-dialog.tsx'

/** Steps that end a request without delivery. */
const FINAL_STEPS: ReadonlySet<RequestStepName> = new Set(['cancel', 'reject'])

interface ActionsProps {
  readonly request: RequestData
  /** small in a panel */
  readonly size?: 'sm' | 'md'
}

/** The user's next steps, the usual one last and primary. */
export function RequestActions({ request, size = 'md' }: ActionsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<RequestStepName | 'assign'>()
  const close = () => setOpen(undefined)
  const { canAssign, lines, actions } = request
  const steps = actions.filter(isStep)
  const isUnfilled = lines.some(({ kind, assigned, quantity }) => kind === 'sims' && assigned < quantity)
  const isBlocked = (step: RequestStepName) => step === 'ship' && isUnfilled
  const [next, ...others] = steps
  const stepButton = (step: RequestStepName) => (
    <Button
      key={step}
      size={size}
      variant={step === next && !canAssign && !FINAL_STEPS.has(step) ? 'primary' : FINAL_STEPS.has(step) ? 'danger' : 'default'}
      aria-haspopup="dialog"
      blocked={isBlocked(step)}
      onClick={() => setOpen(step)}
    >
      {t(`requests.step.${step}.button`)}
    </Button>
  )
  return (
    <div className="row">
      {[...others, ...(next ? [next] : [])].map((step) =>
        isBlocked(step) ? (
          <Tip key={step} text={t('requests.step.missing')}>
            {stepButton(step)}
          </Tip>
        ) : (
          stepButton(step)
        ),
      )}
      {canAssign ? (
        <Button variant="primary" size={size} aria-haspopup="dialog" onClick={() => setOpen('assign')}>
          <IconDeviceSim className="icon" aria-hidden="true" />
          {t('requests.assign.button')}
        </Button>
      ) : null}
      {open === 'assign' ? <AssignDialog requestId={request.requestId} onClose={close} /> : null}
      {open && open !== 'assign' ? <StepDialog requestId={request.requestId} step={open} onClose={close} /> : null}
    </div>
  )
}

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
