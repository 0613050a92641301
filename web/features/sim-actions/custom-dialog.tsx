import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOT_EDITABLE_SENTENCES } from '#contract/operation-messages.ts'
import { notEditableReason } from '#domain/editability.ts'
import { formatImei, formatMsisdn, parseImei } from '#domain/identifiers.ts'
import { useNames } from '#web/features/sims/names.ts'
import { type SimDetail, simQuery } from '#web/features/sims/sims.api.ts'
import { CallError } from '#web/lib/call.ts'
import { groupsOfFour } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { ErrorAlert, ResultAlert } from './result-alert.tsx'
import { newKey } from './sim-actions.api.ts'
import { type CustomChange, useSaveCustom } from './sim-tools.api.ts'
import { useActionWord } from './use-action-word.ts'

const TEXT_MAX = 120
const REASON_MAX = 300

interface CustomProps {
  readonly icc: string
  onClose(): void
}

/** A SIM's own fields; those of its device only while it is editable. */
export function CustomDialog({ icc, onClose }: CustomProps) {
  const { data: sim } = useQuery(simQuery(icc))
  const word = useActionWord()
  const { mutate, data, error, isPending, variables } = useSaveCustom()
  const isAtFields = error instanceof CallError && Object.keys(error.fields).length > 0
  const content: ReactNode = data ? (
    <ResultAlert kind="success" message={data.message} onClose={onClose} />
  ) : error && !isAtFields && !isPending ? (
    <ErrorAlert error={error} onClose={onClose} onRetry={() => variables && mutate(variables)} />
  ) : sim ? (
    <CustomForm
      sim={sim}
      isBusy={isPending}
      problems={isAtFields ? error.fields : {}}
      onSave={(value) => mutate({ value, idempotencyKey: newKey() })}
      onClose={onClose}
    />
  ) : (
    <Skeleton width="60%" />
  )
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word('custom')} icc={icc} />} fullOnPhone>
      {content}
    </Dialog>
  )
}

interface FormProps {
  readonly sim: SimDetail
  readonly isBusy: boolean
  /** what the server says is wrong, by field */
  readonly problems: Readonly<Record<string, string>>
  onSave(change: CustomChange): void
  onClose(): void
}

const EDITED = ['imei', 'device', 'customField1', 'customField2'] as const
type Edited = Record<(typeof EDITED)[number], string>

/** What is different from what the SIM has. */
function changesOf(sim: SimDetail, values: Edited): Partial<Edited> {
  const imei = parseImei(values.imei).value ?? values.imei.trim()
  const wanted = { ...values, imei }
  return Object.fromEntries(EDITED.flatMap((name) => (wanted[name].trim() === sim[name] ? [] : [[name, wanted[name].trim()]])))
}

function CustomForm({ sim, isBusy, problems, onSave, onClose }: FormProps) {
  const { t } = useTranslation()
  const { imei, device, customField1, customField2 } = sim
  const [values, setValues] = useState<Edited>({ imei: formatImei(imei), device, customField1, customField2 })
  const [imeiLock, setImeiLock] = useState(sim.imeiLock)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isImeiWrong = values.imei.trim() !== '' && parseImei(values.imei).value === undefined
  const changes = { ...changesOf(sim, values), ...(imeiLock === sim.imeiLock ? {} : { imeiLock }) }
  const hasChanges = Object.keys(changes).length > 0
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isBusy || isImeiWrong || !hasChanges) return
    onSave({ icc: sim.icc, ...changes, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })
  }
  const field = (name: keyof Edited, isOpen: boolean) => (
    <Field
      label={t(`sims.field.${name}`)}
      value={values[name]}
      maxLength={TEXT_MAX}
      autoComplete="off"
      readOnly={!isOpen || isBusy}
      error={name === 'imei' && isTried && isImeiWrong ? t('simActions.imeiWrong') : problems[name]}
      {...(name === 'customField1' ? { 'data-autofocus': true } : {})}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  )
  return (
    <form onSubmit={save} noValidate>
      <ReadOnlyFields sim={sim} />
      <div className="sa-fields">
        {field('customField1', true)}
        {field('customField2', true)}
        <DeviceFields sim={sim} field={field}>
          <ImeiLock checked={imeiLock} disabled={isBusy} onChange={setImeiLock} />
        </DeviceFields>
      </div>
      <Field
        label={t('simActions.reason')}
        hint={t('simActions.reasonHint')}
        value={reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        readOnly={isBusy}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="dialog-actions">
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
    </form>
  )
}

/** What can't be changed here. */
function ReadOnlyFields({ sim }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const names = useNames()
  return (
    <div className="sa-fields three">
      <Field label={t('sims.field.icc')} value={groupsOfFour(sim.icc).join(' ')} readOnly />
      <Field label={t('sims.field.msisdn')} value={formatMsisdn(sim.msisdn)} readOnly />
      <Field label={t('sims.field.apn')} value={names.apn(sim.apnId)} readOnly />
    </div>
  )
}

interface DeviceProps {
  readonly sim: SimDetail
  field(name: keyof Edited, isOpen: boolean): ReactNode
  /** what else only an editable SIM lets be changed */
  readonly children: ReactNode
}

function DeviceFields({ sim: { simTypeId, apnId }, field, children }: DeviceProps) {
  const reason = notEditableReason(simTypeId, apnId)
  return (
    <>
      {field('imei', reason === undefined)}
      {field('device', reason === undefined)}
      {reason ? <p className="hint sa-wide">{sentence(NOT_EDITABLE_SENTENCES[reason])}</p> : children}
    </>
  )
}

interface ImeiLockProps {
  readonly checked: boolean
  readonly disabled: boolean
  onChange(checked: boolean): void
}

/** Whether the SIM is meant for this IMEI alone: its tests say when the network sees another one. */
function ImeiLock({ checked, disabled, onChange }: ImeiLockProps) {
  const { t } = useTranslation()
  return (
    <CheckLine
      label="sa-check sa-wide"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    >
      <span>
        <span className="b">{t('simActions.imeiLock')}</span>
        <span className="t3 s12">{t('simActions.imeiLockHint')}</span>
      </span>
    </CheckLine>
  )
}
