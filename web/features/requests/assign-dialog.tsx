import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignAnswer } from '#contract/requests/request-steps.calls.ts'
import { CallError } from '#web/lib/call.ts'
import { pastedIccs } from '#web/lib/pasted-iccs.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { typedCount } from '#web/lib/typed-money.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ScrollArea } from '#web/ui/scroll-area.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './assign.module.css'
import { type AssignFrom, AssignSourceFields, NO_SOURCE, type SourceValues } from './assign-source.tsx'
import {
  type AssignChoices,
  type AssignSource,
  assignChoicesQuery,
  type RequestData,
  requestDetailQuery,
  useAssign,
} from './requests.api.ts'

/** Assigns SIMs to a line of a request: from stock, a list, or a file. */
export function AssignDialog({ requestId, onClose }: { requestId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const request = useQuery(requestDetailQuery(requestId))
  const choices = useQuery(assignChoicesQuery(requestId))
  return (
    <Dialog opened onClose={onClose} title={t('requests.assign.title')} fullOnPhone>
      <Loaded query={request} failed={t('requests.failedOne')} waiting={<FormSkeleton />}>
        {(one) => (
          <Loaded query={choices} failed={t('requests.assign.failed')} waiting={<FormSkeleton />}>
            {(all) => <AssignForm request={one} choices={all} onClose={onClose} />}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  )
}

function FormSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <Skeleton width="30%" />
      <Skeleton width="100%" height={40} />
      <Skeleton width="40%" />
      <Skeleton width="100%" height={40} />
    </div>
  )
}

/** The source for the call; undefined without a valid one. */
function sourceOf(from: AssignFrom, { count, text, file }: SourceValues, max: number): AssignSource | undefined {
  if (from === 'file') return file && { file }
  if (from === 'stock') {
    const stock = typedCount(count)
    return stock >= 1 && stock <= max ? { stock } : undefined
  }
  const icc = pastedIccs(text)
  return icc.length > 0 ? { icc } : undefined
}

function AssignForm({ request, choices, onClose }: { request: RequestData; choices: AssignChoices; onClose: () => void }) {
  const { t } = useTranslation()
  const open = request.lines.filter(({ kind, assigned, quantity }) => kind === 'sims' && assigned < quantity)
  const [lineNo, setLineNo] = useState(open[0]?.lineNo ?? 0)
  const [from, setFrom] = useState<AssignFrom>(choices.lines.some(({ inStock }) => inStock > 0) ? 'stock' : 'text')
  const [values, setValues] = useState(NO_SOURCE)
  const [apn, setApn] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [rejected, setRejected] = useState<AssignAnswer>()
  const { mutate, isPending, error } = useAssign(request.requestId)
  const line = open.find((one) => one.lineNo === lineNo) ?? open[0]
  const known = choices.lines.find((one) => one.lineNo === line?.lineNo)
  const missing = line ? line.quantity - line.assigned : 0
  const max = Math.min(missing, known?.inStock ?? 0)
  const apnId = apn === '' ? String(known?.apnId ?? '') : apn
  const source = sourceOf(from, values, max)
  const submit = () => {
    setSubmitted(true)
    setRejected(undefined)
    if (isPending || !line || !source || apnId === '') return
    mutate(
      { target: { lineNo: line.lineNo, apnId: Number(apnId) }, source },
      {
        onSuccess: ({ data, message }) => {
          if (data.assigned === 0) return setRejected(data)
          toasts.success(message)
          onClose()
        },
      },
    )
  }
  const fileError = error instanceof CallError ? error.fields.file : undefined
  return (
    <Form className={styles.assign} isPending={isPending} onAttempt={submit}>
      <ChoiceField
        label={t('requests.assign.line')}
        value={String(line?.lineNo ?? '')}
        problem={undefined}
        isAutoFocused
        onChoose={(chosen) => setLineNo(Number(chosen))}
      >
        {open.map((one) => (
          <option key={one.lineNo} value={one.lineNo}>
            {t('requests.assign.oneLine', { name: one.name, count: one.quantity - one.assigned })}
          </option>
        ))}
      </ChoiceField>
      <AssignSourceFields
        from={from}
        values={values}
        inStock={known?.inStock ?? 0}
        max={max}
        isAttempted={isSubmitted && source === undefined}
        fileProblem={fileError}
        onFrom={setFrom}
        onValues={setValues}
      />
      {from === 'stock' ? null : (
        <ChoiceField
          label={t('requests.assign.apn')}
          value={apnId}
          problem={isSubmitted && apnId === '' ? t('requests.assign.required') : undefined}
          onChoose={setApn}
        >
          <option value="">{t('requests.assign.chooseApn')}</option>
          {choices.apns.map((one) => (
            <option key={one.apnId} value={one.apnId}>
              {one.apnName}
            </option>
          ))}
        </ChoiceField>
      )}
      {rejected ? <RejectedSims answer={rejected} /> : null}
      <Failure error={fileError ? null : error} />
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {t(isPending ? 'requests.assign.submitting' : 'requests.assign.submit')}
        </Button>
      </div>
    </Form>
  )
}

/** Why SIMs were not assigned, line by line. */
function RejectedSims({ answer: { refused, refusedCount } }: { answer: AssignAnswer }) {
  const { t } = useTranslation()
  const sum = t('requests.assign.refused', { count: refusedCount })
  return (
    <div className={styles.refused} role="alert">
      <p className="medium">{sum}</p>
      <ScrollArea className={styles.refusedLines} label={sum}>
        <ul>
          {refused.map(({ line, value, sentence }) => (
            <li key={line}>
              <span className="tabular-numbers">{t('requests.assign.refusedLine', { line, value })}</span>, {sentence}
            </li>
          ))}
        </ul>
      </ScrollArea>
    </div>
  )
}
