import {
  type Icon,
  IconArrowBackUp,
  IconDeviceSim,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { maySteer, openLines } from '#domain/operations.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormatMenu } from '#web/ui/file-menu.tsx'
import styles from './operation-progress.module.css'
import { fetchLines, type OperationControl, useControlOperation } from './operations.api.ts'
import { useMayDo, usePersonFacts } from './use-may-do.ts'

const CONTROLS: Readonly<
  Record<OperationControl, { Icon: Icon; counts: 'pending' | 'failed' | undefined; isDanger?: boolean }>
> = {
  pause: { Icon: IconPlayerPause, counts: undefined },
  resume: { Icon: IconPlayerPlay, counts: undefined },
  retry: { Icon: IconRefresh, counts: 'failed' },
  withdraw: { Icon: IconArrowBackUp, counts: 'pending' },
  cancel: { Icon: IconX, counts: 'pending', isDanger: true },
}
const CONTROL_ORDER: readonly OperationControl[] = ['pause', 'resume', 'retry', 'withdraw', 'cancel']

export interface Reversing {
  readonly isBusy?: boolean
  /** its SIMs are the main thing to see: in the dialog that began it */
  readonly isMain?: boolean
  /** a dialog of its own opens over the one that shows it, or closes */
  onAsking?(isAsking: boolean): void
  onSee?(): void
  onReverse(): void
}

/** The SIMs for which it succeeded, in the list. */
function SeeSims({ data, isMain, onSee }: { data: OperationData; isMain: boolean; onSee: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { operationId, counts } = data
  if (openLines(counts) > 0 || counts.succeeded === 0) return null
  return (
    <ButtonLink isSmall isPrimary={isMain} to="/sims" search={simsSearch({ operationId })} onClick={onSee}>
      <IconDeviceSim className="icon icon-14" aria-hidden="true" />
      {t('operations.seeSims', { count: counts.succeeded })}
    </ButtonLink>
  )
}

interface ControlsProps {
  readonly data: OperationData
  readonly reversing: Reversing
  /** on its page to retry is the main thing to do, and the list of lines has the file */
  readonly isPage: boolean
}

/** The word of an action, with its number of lines; one that has not begun is cancelled as a whole. */
function controlWord(verb: OperationControl, { state, counts }: OperationData, t: TFunction): string {
  if (verb === 'cancel' && state === 'scheduled') return t('operations.cancelWhole')
  const { counts: counted } = CONTROLS[verb]
  return t(`operations.${verb}`, { count: counted ? counts[counted] : 0 })
}

/** Actions on the operation, and its lines as a file where they are not listed. */
export function OperationControls({ data, reversing, isPage }: ControlsProps) {
  const { t } = useTranslation()
  const { operationId, kind, actions, counts, total } = data
  const control = useControlOperation(operationId)
  const [isCancelling, setCancelling] = useState(false)
  const ask = (isAsking: boolean) => {
    setCancelling(isAsking)
    reversing.onAsking?.(isAsking)
  }
  const person = usePersonFacts()
  const open = CONTROL_ORDER.filter((verb) => actions.includes(verb) && maySteer(verb, kind, person))
  return (
    <div className={styles.controls}>
      {open.map((verb) => {
        const { Icon: VerbIcon, isDanger } = CONTROLS[verb]
        return (
          <Button
            key={verb}
            size="sm"
            className="tabular-numbers"
            variant={isDanger ? 'danger' : isPage && verb === 'retry' ? 'primary' : 'default'}
            blocked={control.isPending}
            {...(verb === 'cancel' ? { 'aria-haspopup': 'dialog' } : {})}
            onClick={() => (verb === 'cancel' ? ask(true) : control.mutate(verb))}
          >
            <VerbIcon className="icon icon-14" aria-hidden="true" />
            {controlWord(verb, data, t)}
          </Button>
        )
      })}
      <SeeSims data={data} isMain={reversing.isMain ?? false} onSee={reversing.onSee} />
      <ReverseButton data={data} {...reversing} />
      {!isPage && openLines(counts) < total ? <LinesMenu operationId={operationId} /> : null}
      {isCancelling ? <CancelDialog data={data} onClose={() => ask(false)} /> : null}
    </div>
  )
}

/** Asks before the lines that have not begun are left out: nothing starts them again. */
function CancelDialog({ data, onClose }: { data: OperationData; onClose: () => void }) {
  const { t } = useTranslation()
  const { operationId, counts } = data
  const count = counts.pending
  return (
    <ConfirmDialog
      title={controlWord('cancel', data, t)}
      button={t('operations.cancelling.button', { count })}
      cancel={t('operations.cancelling.back')}
      mutation={useControlOperation(operationId, { toastsError: false })}
      variables="cancel"
      // its state says so
      onSuccess={() => undefined}
      onClose={onClose}
    >
      <p>
        {t('operations.cancelling.text', { count })} {counts.succeeded > 0 ? t('operations.cancelling.done') : null}{' '}
        {t('operations.cancelling.final')}
      </p>
    </ConfirmDialog>
  )
}

/** SIMs that an operation names one by one; more are chosen by a filter or a file. */
const REVERSED_MAX = 100_000

interface ReverseProps {
  readonly data: OperationData
  readonly isBusy?: boolean | undefined
  onReverse(): void
}

/**
 * Offers to reactivate the SIMs that a finished operation hibernated, as an ordinary operation with its preview: what was changed
 * since is left out there. No other kind can be taken back at no cost.
 */
function ReverseButton({ data, isBusy = false, onReverse }: ReverseProps) {
  const { t } = useTranslation()
  const mayDo = useMayDo()
  const { kind, state, counts } = data
  const isReversible = kind === 'hibernate' && state === 'finished' && counts.succeeded > 0 && counts.succeeded <= REVERSED_MAX
  if (!isReversible || !mayDo('reactivate')) return null
  return (
    <Button size="sm" className="tabular-numbers" blocked={isBusy} aria-busy={isBusy} onClick={onReverse}>
      <IconArrowBackUp className="icon icon-14" aria-hidden="true" />
      {t('operations.reverse', { count: counts.succeeded })}
    </Button>
  )
}

/** Saves every line of an operation with its result or its preview. */
export function LinesMenu({ operationId }: { operationId: number }) {
  const { t } = useTranslation()
  return (
    <FormatMenu
      isSmall
      about={t('operations.lineByLine')}
      formats={['csv', 'xlsx']}
      ask={(format) => fetchLines(operationId, format)}
    />
  )
}
