import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OPERATOR_TEXT_MAX } from '#domain/network-settings.ts'
import { CallError } from '#web/lib/call.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type EditedFields, EditForm, typedField } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { FormPart } from '#web/ui/form-part.tsx'
import { Select } from '#web/ui/select.tsx'
import { AccessFields } from './access-fields.tsx'
import styles from './forms.module.css'
import { EnabledField, LimitFields, NameField } from './limit-fields.tsx'
import { Dotted } from './network-details.tsx'
import { networkStatusName } from './network-status.ts'
import {
  type AccessValues,
  accessOf,
  accessProblems,
  accessValuesOf,
  type LimitValues,
  limitProblems,
  limitsOf,
  limitValuesOf,
  type NetworkProblems,
  type OperatorValues,
  operatorOf,
  operatorProblems,
  operatorValuesOf,
  otherProblems,
} from './network-values.ts'
import { type AccessBody, type LimitsBody, type NetworkData, useCheckSettings, useSaveNetwork } from './networks.api.ts'
import { useNetworkWords } from './use-network-words.ts'

interface FormProps {
  readonly network: NetworkData
  onRemove(): void
  onClose(): void
}

/** Settings of a network. */
export function NetworkForm({ network, onRemove, onClose }: FormProps) {
  const { t } = useTranslation()
  const { networkId, kind, updatedAt } = network
  const { mutate, isPending, error } = useSaveNetwork(networkId)
  const { about, connection, saving } = useNetworkForm<LimitValues & AccessValues & OperatorValues>({
    kind,
    network,
    initial: () => ({ ...limitValuesOf(network), ...accessValuesOf(network), ...operatorValuesOf(network) }),
    problemsOf: operatorProblems,
    save: (values, body) => mutate({ ...body, ...operatorOf(values), updatedAt }, { onSuccess: toastThen(onClose) }),
    isPending,
    error,
    onClose,
  })
  const remove = (
    <Button variant="danger" aria-haspopup="dialog" onClick={onRemove}>
      {t('networks.remove.open')}
    </Button>
  )
  return (
    <Dialog opened onClose={onClose} title={t('networks.form.title')} fullOnPhone>
      <EditForm form={saving} className={styles.form} more={remove}>
        <NameField {...about} />
        <EnabledField {...about} />
        <AccessFields {...about} {...connection} kind={kind} kept={network.secrets} />
        <LimitFields {...about} />
        <FormPart title={t('networks.form.operator')}>
          <OperatorStatusField {...about} verdict={networkStatusName(network.health.status)} />
        </FormPart>
        {network.capabilities ? <CapabilitiesGroup capabilities={network.capabilities} /> : null}
      </EditForm>
    </Dialog>
  )
}

interface OperatorStatusFieldProps extends EditedFields<OperatorValues> {
  /** status computed from the calls */
  readonly verdict: ReturnType<typeof networkStatusName>
}

const STATUSES = [1, 2, 0] as const

/** Operator status for customers: computed from the calls, or set by an administrator. */
function OperatorStatusField({ values, problems, onValues, verdict }: OperatorStatusFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <div className={`${fieldStyles.field} ${styles.operatorStatus}`}>
        <label htmlFor={id}>{t('networks.form.says')}</label>
        <Select
          isField
          id={id}
          value={values.overrideStatus}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onValues({ ...values, overrideStatus: event.currentTarget.value })}
        >
          <option value="">{t('networks.form.auto', { word: t(`networks.state.${verdict}`) })}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`networks.state.${networkStatusName(status)}`)}
            </option>
          ))}
        </Select>
        <p className={fieldStyles.hint} id={`${id}-hint`}>
          {t('networks.form.saysHint')}
        </p>
      </div>
      {values.overrideStatus === '' ? null : (
        <Field
          label={t('networks.form.text')}
          hint={t('networks.form.textHint')}
          {...typedField({ values, problems, onValues }, 'overrideText')}
          maxLength={OPERATOR_TEXT_MAX}
          autoComplete="off"
        />
      )}
    </>
  )
}

/** What a network can do, and what not. */
function CapabilitiesGroup({ capabilities }: { capabilities: NonNullable<NetworkData['capabilities']> }) {
  const { t } = useTranslation()
  const { capabilityWords } = useNetworkWords()
  const missing = capabilityWords(capabilities, false)
  return (
    <FormPart title={t('networks.can')}>
      <p className={styles.words}>
        <Dotted words={capabilityWords(capabilities, true)} />
      </p>
      {missing.length > 0 ? (
        <p className={`${styles.words} text-secondary`}>
          {t('networks.cannot')}: <Dotted words={missing} />
        </p>
      ) : null}
    </FormPart>
  )
}

interface NetworkFormOptions<Values> {
  readonly kind: string
  /** undefined for a new one */
  readonly network?: NetworkData
  initial(): Values
  /** of fields other than limits and connection */
  problemsOf(values: Values): NetworkProblems
  save(values: Values, body: LimitsBody & Required<AccessBody>): void
  readonly isPending: boolean
  readonly error: Error | null
  onClose(): void
}

/** The form of a new network, or of one that there is: its connection can be checked before it is saved. */
export function useNetworkForm<Values extends LimitValues & AccessValues>(options: NetworkFormOptions<Values>) {
  const { kind, network, isPending, error, onClose } = options
  const { t } = useTranslation()
  const [values, setValues] = useState(options.initial)
  const [problems, setProblems] = useState<NetworkProblems>({})
  const check = useCheckSettings()
  const access = accessOf(kind, values)
  const body = { ...limitsOf(values), ...access }
  const submit = () => {
    const found = { ...options.problemsOf(values), ...limitProblems(body), ...accessProblems(kind, access, network) }
    setProblems(found)
    if (!isPending && Object.keys(found).length === 0) options.save(values, body)
  }
  const onCheck = () => {
    const found = accessProblems(kind, access, network)
    setProblems({ ...otherProblems(problems), ...found })
    if (Object.keys(found).length > 0) return
    check.mutate({ kind, ...access, ...(network && { networkId: network.networkId }) })
  }
  const onValues = (next: Values) => {
    if (next.settings !== values.settings || next.secrets !== values.secrets) check.reset()
    setValues(next)
  }
  return {
    about: { values, problems: { ...fieldErrorsOf(error), ...fieldErrorsOf(check.error), ...problems }, onValues },
    connection: { check, onCheck },
    saving: { isPending, isBlocked: false, failure: failureOf(error, t('networks.form.conflict')), submit, onClose },
    clearProblems: () => setProblems({}),
  }
}

/** The server's errors by field. */
const fieldErrorsOf = (error: Error | null): NetworkProblems => (error instanceof CallError ? error.fields : {})

/** Why saving failed, if no field shows it. */
function failureOf(error: Error | null, conflict: string): Error | null {
  if (Object.keys(fieldErrorsOf(error)).length > 0) return null
  return error instanceof CallError && error.code === 'conflict' ? new Error(conflict) : error
}
