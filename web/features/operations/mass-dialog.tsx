import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationKind } from '#domain/eligibility.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Chosen, MassDetailsForm } from './mass-details.tsx'
import { MassPreview } from './mass-preview.tsx'
import { MassProgress } from './mass-progress.tsx'
import { Steps } from './mass-steps.tsx'
import { discardDraft, type MassAnswer, type MassSource, type Started } from './operations.api.ts'

/** A requested operation; without a source the user chooses the SIMs. */
export interface MassWish {
  readonly kind: OperationKind
  readonly source?: MassSource
  readonly count: number
}

interface MassDialogProps {
  readonly wish: MassWish | undefined
  onClose(): void
  /** the operation was accepted */
  onStarted?: () => void
}

/** Starts an operation: parameters, preview, progress. */
export function MassDialog({ wish, onClose, onStarted }: MassDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<MassAnswer>()
  const [started, setStarted] = useState<Started>()
  const [chosen, setChosen] = useState<Chosen>()
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
  const step = started ? 'progress' : draft ? 'preview' : 'details'
  const asked = chosen?.wish ?? wish
  const count = draft?.total ?? asked?.count ?? 0
  const title = asked && count > 0 ? t(`operations.of.${asked.kind}`, { count }) : t('operations.new')
  return (
    <Dialog opened={wish !== undefined} onClose={close} title={title} fullOnPhone>
      <Steps step={step} />
      {wish === undefined ? null : started ? (
        <MassProgress {...started} onClose={close} />
      ) : draft && asked ? (
        <MassPreview
          kind={asked.kind}
          details={chosen?.details ?? {}}
          draft={draft}
          onBack={back}
          onStarted={(one) => {
            setStarted(one)
            onStarted?.()
          }}
        />
      ) : (
        <MassDetailsForm wish={wish} before={chosen} onClose={close} onChosen={setChosen} onPreview={setDraft} />
      )}
    </Dialog>
  )
}
