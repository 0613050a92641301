import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { formatImei, parseImei } from '#domain/identifiers.ts'
import { CallError } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { DeviceFields, type Edited, ImeiLock, ReadOnlyFields } from './custom-fields.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { ErrorAlert, ResultAlert } from './result-alert.tsx'
import { showOutcome } from './sim-actions.api.ts'
import styles from './sim-actions.module.css'
import { type CustomChange, useSaveCustom } from './sim-tools.api.ts'
import { useActionWord } from './use-action-word.ts'

const TEXT_MAX = 120
const REASON_MAX = 300

interface CustomProps {
  readonly icc: string
  onClose(): void
}

/** Editable fields of a SIM; those of its device only while it is editable. */
export function CustomDialog({ icc, onClose }: CustomProps) {
  const { t } = useTranslation()
  const sim = useQuery(simQuery(icc))
  const word = useActionWord()
  const { mutate, data, error, isPending, variables } = useSaveCustom()
  const isAtFields = error instanceof CallError && Object.keys(error.fields).length > 0
  const close = () => {
    if (data?.undo) showOutcome(data)
    onClose()
  }
  const undoNow = () => {
    onClose()
    if (data?.undo) void toasts.run(data.undo)
  }
  const content: ReactNode = data ? (
    <ResultAlert
      kind="success"
      message={data.message}
      actions={data.undo ? <Button onClick={undoNow}>{t('common.undo')}</Button> : null}
      onClose={close}
    />
  ) : error && !isAtFields && !isPending ? (
    <ErrorAlert error={error} onClose={onClose} onRetry={() => variables && mutate(variables)} />
  ) : (
    <Loaded query={sim} failed={t('sims.detail.failed')}>
      {(loaded) => (
        <CustomForm
          sim={loaded}
          isBusy={isPending}
          problems={isAtFields ? error.fields : {}}
          onSave={(value) => mutate({ value, idempotencyKey: newIdempotencyKey() })}
          onClose={onClose}
        />
      )}
    </Loaded>
  )
  return (
    <Dialog opened onClose={close} title={<DialogTitle title={word('custom')} icc={icc} />} fullOnPhone>
      {content}
    </Dialog>
  )
}

interface FormProps {
  readonly sim: SimDetail
  readonly isBusy: boolean
  /** the server's errors by field */
  readonly problems: Readonly<Record<string, string>>
  onSave(change: CustomChange): void
  onClose(): void
}

const EDITED = ['imei', 'device', 'customField1', 'customField2'] as const

/** The changed fields. */
function changesOf(sim: SimDetail, values: Edited): Partial<Edited> {
  const imei = parseImei(values.imei).value ?? values.imei.trim()
  const edited = { ...values, imei }
  return Object.fromEntries(EDITED.flatMap((name) => (edited[name].trim() === sim[name] ? [] : [[name, edited[name].trim()]])))
}

/** Values of the form, and their changes. */
function useEdit({ sim, isBusy, onSave }: FormProps) {
  const { imei, device, customField1, customField2 } = sim
  const [values, setValues] = useState<Edited>({ imei: formatImei(imei), device, customField1, customField2 })
  const [imeiLock, setImeiLock] = useState(sim.imeiLock)
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isImeiWrong = values.imei.trim() !== '' && parseImei(values.imei).value === undefined
  const changes = { ...changesOf(sim, values), ...(imeiLock === sim.imeiLock ? {} : { imeiLock }) }
  const hasChanges = Object.keys(changes).length > 0
  const save = () => {
    setSubmitted(true)
    if (isBusy || isImeiWrong || !hasChanges) return
    onSave({ icc: sim.icc, ...changes, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })
  }
  const set = (name: keyof Edited, value: string) => setValues({ ...values, [name]: value })
  return { values, set, imeiLock, setImeiLock, reason, setReason, showsWrongImei: isSubmitted && isImeiWrong, hasChanges, save }
}

function CustomForm(props: FormProps) {
  const { t } = useTranslation()
  const { sim, isBusy, problems, onClose } = props
  const { values, set, imeiLock, setImeiLock, reason, setReason, showsWrongImei, hasChanges, save } = useEdit(props)
  const field = (name: keyof Edited, isOpen: boolean) => (
    <Field
      label={t(`sims.field.${name}`)}
      value={values[name]}
      maxLength={TEXT_MAX}
      autoComplete="off"
      readOnly={!isOpen || isBusy}
      problem={name === 'imei' && showsWrongImei ? sentence(FIELD_SENTENCES.imei) : problems[name]}
      {...(name === 'customField1' ? { 'data-autofocus': true } : {})}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  return (
    <Form isPending={isBusy} onAttempt={save}>
      <ReadOnlyFields sim={sim} />
      <div className={styles.fields}>
        {field('customField1', true)}
        {field('customField2', true)}
        <DeviceFields sim={sim} field={field}>
          <ImeiLock checked={imeiLock} disabled={isBusy} onChange={setImeiLock} />
        </DeviceFields>
      </div>
      <Reason value={reason} readOnly={isBusy} onChange={setReason} />
      <Buttons isBusy={isBusy} hasChanges={hasChanges} onClose={onClose} />
    </Form>
  )
}

function Reason({ value, readOnly, onChange }: { value: string; readOnly: boolean; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('simActions.reason')}
      hint={t('simActions.reasonHint')}
      value={value}
      maxLength={REASON_MAX}
      autoComplete="off"
      readOnly={readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Buttons({ isBusy, hasChanges, onClose }: { isBusy: boolean; hasChanges: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={dialogStyles.actions}>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button
        variant="primary"
        type="submit"
        blocked={isBusy || !hasChanges}
        aria-busy={isBusy}
        title={hasChanges ? undefined : t('simActions.noChanges')}
      >
        {t(isBusy ? 'simActions.saving' : 'simActions.save')}
      </Button>
    </div>
  )
}
