import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTION_WORDS } from '#contract/operations/operation-messages.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { actionTitle } from './action-title.ts'
import { type MassChoices, MassDetailsForm } from './mass-details.tsx'
import { MassPreview } from './mass-preview.tsx'
import { MassProgress } from './mass-progress.tsx'
import { discardDraft, type MassAnswer, type MassDetails, type MassSource, type StartedOperation } from './operations.api.ts'

/** A requested operation; without a source the user chooses the SIMs. */
export interface MassRequest {
  readonly kind: OperationKind
  readonly source?: MassSource
  /** given parameters; the kind is then given too */
  readonly details?: MassDetails
  readonly count: number
}

interface MassDialogProps {
  readonly request: MassRequest | undefined
  onClose(): void
  /** the operation was accepted */
  onStarted?: () => void
}

const STEPS = ['details', 'preview', 'progress'] as const

/** Starts an operation: parameters, preview, progress. */
export function MassDialog({ request, onClose, onStarted }: MassDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<MassAnswer>()
  const [started, setStarted] = useState<StartedOperation>()
  const [chosen, setChosen] = useState<MassChoices>()
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (draft && !started) void discardDraft(draft.operationId)
    setDraft(undefined)
    setStarted(undefined)
    setChosen(undefined)
    onClose()
  }
  const back = () => {
    if (draft) void discardDraft(draft.operationId)
    setDraft(undefined)
  }
  const step: (typeof STEPS)[number] = started ? 'progress' : draft ? 'preview' : 'details'
  const current = chosen?.request ?? request
  const count = draft?.total ?? current?.count ?? 0
  const untitled = current?.details ? sentence(ACTION_WORDS[current.kind]) : t('operations.new')
  const title = current && count > 0 ? actionTitle(current.kind, count, draft?.accepted) : untitled
  return (
    // Escape reaches both dialogs, and closes the upper one
    <Dialog opened={request !== undefined} onClose={() => (isAsking ? undefined : close())} title={title} fullOnPhone>
      <Steps
        label={t('operations.steps')}
        steps={STEPS.map((name) => t(`operations.step.${name}`))}
        now={STEPS.indexOf(step)}
      />
      {request === undefined ? null : started ? (
        <MassProgress {...started} onAsking={setAsking} onClose={close} />
      ) : draft && current ? (
        <MassPreview
          kind={current.kind}
          details={chosen?.details ?? {}}
          draft={draft}
          onBack={back}
          onStarted={(one) => {
            setStarted(one)
            onStarted?.()
          }}
        />
      ) : (
        <MassDetailsForm request={request} before={chosen} onClose={close} onChosen={setChosen} onPreview={setDraft} />
      )}
    </Dialog>
  )
}
