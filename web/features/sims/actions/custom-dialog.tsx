import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { NOT_EDITABLE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { notEditableReason } from '#domain/editability.ts'
import { formatImei, formatMsisdn, parseImei } from '#domain/identifiers.ts'
import { useNames } from '#web/features/sims/names.ts'
import { CallError } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { groupsOfFour } from '#web/lib/format.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckWithHint } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkField, EditForm, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { ReasonField } from './reason-field.tsx'
import { ErrorAlert, ResultAlert } from './result-alert.tsx'
import { showOutcome } from './sim-actions.api.ts'
import styles from './sim-actions.module.css'
import { useSaveCustom } from './sim-tools.api.ts'
import { useActionWord } from './use-action-word.ts'

const TEXT_MAX = 120

/** Editable fields of a SIM; those of its device only while it is editable. */
export function CustomDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  const sim = useQuery(simQuery(icc))
  const word = useActionWord()
  const save = useSaveCustom()
  const { mutate, data, error, isPending, variables } = save
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
      {(loaded) => <CustomForm sim={loaded} save={save} onClose={onClose} />}
    </Loaded>
  )
  return (
    <Dialog opened onClose={close} title={<DialogTitle title={word('custom')} icc={icc} />} fullOnPhone>
      {content}
    </Dialog>
  )
}

const EDITED = ['imei', 'device', 'customField1', 'customField2'] as const
type EditedField = (typeof EDITED)[number]

interface Values extends Record<EditedField, string> {
  readonly imeiLock: boolean
  readonly reason: string
}

/** The changed fields. */
function changesOf(sim: SimDetail, values: Values): Partial<Omit<Values, 'reason'>> {
  const edited = { ...values, imei: parseImei(values.imei).value ?? values.imei }
  const texts = EDITED.flatMap((name) => (edited[name].trim() === sim[name] ? [] : [[name, edited[name].trim()]]))
  return { ...Object.fromEntries(texts), ...(values.imeiLock === sim.imeiLock ? {} : { imeiLock: values.imeiLock }) }
}

interface FormProps {
  readonly sim: SimDetail
  readonly save: ReturnType<typeof useSaveCustom>
  onClose(): void
}

function CustomForm({ sim, save, onClose }: FormProps) {
  const { t } = useTranslation()
  const names = useNames()
  const { icc, device, customField1, customField2, imeiLock } = sim
  const form = useEditForm({
    initial: { imei: formatImei(sim.imei), device, customField1, customField2, imeiLock, reason: '' } as Values,
    save,
    problemsOf: ({ imei }) =>
      imei.trim() !== '' && parseImei(imei).value === undefined ? { imei: sentence(FIELD_SENTENCES.imei) } : {},
    isBlocked: (values) => Object.keys(changesOf(sim, values)).length === 0,
    bodyOf: (values) => {
      const reason = values.reason.trim()
      const value = { icc, ...changesOf(sim, values), ...(reason === '' ? {} : { reason }) }
      return { value, idempotencyKey: newIdempotencyKey() }
    },
    // the result takes the place of the form
    onSaved: () => undefined,
    onClose,
  })
  const isBusy = form.isPending
  const field = (name: EditedField, isOpen = true) => (
    <Field
      label={t(`sims.field.${name}`)}
      maxLength={TEXT_MAX}
      autoComplete="off"
      readOnly={!isOpen || isBusy}
      data-autofocus={name === 'customField1' || undefined}
      {...typedField<Values, EditedField>(form, name)}
    />
  )
  const notEditable = notEditableReason(sim.simTypeId, sim.apnId)
  return (
    <EditForm form={form} verb={t('simActions.save')} busy={t('simActions.saving')} whyBlocked={t('simActions.noChanges')}>
      <div className={`${styles.fields} ${styles.three}`}>
        <Field label={t('sims.field.icc')} value={groupsOfFour(icc).join(' ')} readOnly />
        <Field label={t('sims.field.msisdn')} value={formatMsisdn(sim.msisdn)} readOnly />
        <Field label={t('sims.field.apn')} value={names.apn(sim.apnId)} readOnly />
      </div>
      <div className={styles.fields}>
        {field('customField1')}
        {field('customField2')}
        {field('imei', !notEditable)}
        {field('device', !notEditable)}
        {notEditable ? (
          <p className={`${fieldStyles.hint} ${styles.wide}`}>{sentence(NOT_EDITABLE_SENTENCES[notEditable])}</p>
        ) : (
          // whether the SIM’s tests warn of another IMEI than this; a lock, which cuts, is set elsewhere
          <CheckWithHint
            labelClass={classes(styles.wide, styles.imeiLock)}
            hint={t('simActions.imeiLockHint')}
            disabled={isBusy}
            {...checkField<Values, 'imeiLock'>(form, 'imeiLock')}
          >
            {t('simActions.imeiLock')}
          </CheckWithHint>
        )}
      </div>
      <ReasonField readOnly={isBusy} {...typedField<Values, 'reason'>(form, 'reason')} />
    </EditForm>
  )
}
