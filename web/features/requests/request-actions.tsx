import { IconDeviceSim } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REQUEST_ACTIONS } from '#domain/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { OrderAgain, useMayOrderAgain } from './order-again.tsx'
import styles from './request.module.css'
import { isStep, type RequestData, type RequestRow, type RequestStepName } from './requests.api.ts'
import { StepDialog } from './step-dialog.tsx'

/** Steps that end a request without delivery. */
const FINAL_STEPS: ReadonlySet<RequestStepName> = new Set(['cancel', 'reject'])

interface ActionsProps {
  readonly request: RequestData
  /** in a panel: small, the usual step first, and why one is blocked below */
  readonly isInPanel?: boolean
}

/** The user's next steps; the usual one is primary, at the edge that the buttons stand at. */
export function RequestActions({ request, isInPanel = false }: ActionsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<RequestStepName | 'assign'>()
  const missingId = useId()
  const mayOrderAgain = useMayOrderAgain(request)
  const close = () => setOpen(undefined)
  const { canAssign, lines, actions } = request
  const steps = actions.filter(isStep)
  const missing = lines.reduce((sum, { kind, assigned, quantity }) => (kind === 'sims' ? sum + quantity - assigned : sum), 0)
  const isBlocked = (step: RequestStepName) => step === 'ship' && missing > 0
  const [next] = steps
  const size = isInPanel ? 'sm' : 'md'
  const stepButton = (step: RequestStepName) => (
    <Tip key={step} text={isBlocked(step) && !isInPanel ? t('requests.step.missing') : undefined}>
      <Button
        size={size}
        variant={
          step === next && !canAssign && !FINAL_STEPS.has(step) ? 'primary' : FINAL_STEPS.has(step) ? 'danger' : 'default'
        }
        aria-haspopup="dialog"
        blocked={isBlocked(step)}
        {...(isBlocked(step) && isInPanel ? { 'aria-describedby': missingId } : {})}
        onClick={() => setOpen(step)}
      >
        {t(`requests.step.${step}.button`)}
      </Button>
    </Tip>
  )
  const assign = canAssign ? (
    <Button key="assign" variant="primary" size={size} aria-haspopup="dialog" onClick={() => setOpen('assign')}>
      <IconDeviceSim className="icon" aria-hidden="true" />
      {t('requests.assign.button', { count: missing })}
    </Button>
  ) : null
  const [usual, ...others] = steps.map(stepButton)
  return (
    <>
      <div className="row">
        {isInPanel ? [assign, usual, ...others] : [...others, usual, assign]}
        {mayOrderAgain ? <OrderAgain request={request} size={size} /> : null}
      </div>
      {isInPanel && steps.some(isBlocked) ? (
        <p id={missingId} className={`${styles.missing} text-tertiary text-small`}>
          {t('requests.step.missing')}
        </p>
      ) : null}
      {open === 'assign' ? <AssignDialog requestId={request.requestId} onClose={close} /> : null}
      {open && open !== 'assign' ? <StepDialog requestId={request.requestId} step={open} onClose={close} /> : null}
    </>
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
  const verb = step === 'assign' ? t('requests.assign.button', { count: row.simsToAssign }) : t(`requests.step.${step}.button`)
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
