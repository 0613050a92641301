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
  accessOf,
  accessProblems,
  accessValuesOf,
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
import type { NetworkData } from './networks.api.ts'
import { useCheckSettings, useSaveNetwork } from './networks.api.ts'
import { useNetworkWords } from './use-network-words.ts'

interface FormProps {
  readonly network: NetworkData
  onRemove(): void
  onClose(): void
}

/** Settings of a network. */
export function NetworkForm({ network, onRemove, onClose }: FormProps) {
  const { t } = useTranslation()
  const { form, about, saving, attempt } = useNetworkForm(network, onClose)
  const remove = (
    <Button variant="danger" aria-haspopup="dialog" onClick={onRemove}>
      {t('networks.remove.open')}
    </Button>
  )
  return (
    <Dialog opened onClose={onClose} title={t('networks.form.title')} fullOnPhone>
      <EditForm form={saving} className={styles.form} more={remove}>
        <NameField {...about} {...form.limits} />
        <EnabledField {...about} {...form.limits} />
        <AccessFields
          {...about}
          {...form.access}
          kind={network.kind}
          kept={network.secrets}
          check={form.trial}
          onCheck={attempt}
        />
        <LimitFields {...about} {...form.limits} />
        <FormPart title={t('networks.form.operator')}>
          <OperatorStatusField {...about} {...form.operator} verdict={networkStatusName(network.health.status)} />
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

function useNetworkForm(network: NetworkData, onClose: () => void) {
  const { t } = useTranslation()
  const { networkId, kind, updatedAt } = network
  const [limits, setLimits] = useState(() => limitValuesOf(network))
  const [access, setAccess] = useState(() => accessValuesOf(network))
  const [operator, setOperator] = useState(() => operatorValuesOf(network))
  const [problems, setProblems] = useState<NetworkProblems>({})
  const trial = useCheckSettings()
  const { mutate, error, isPending } = useSaveNetwork(networkId)
  const body = { ...limitsOf(limits), ...accessOf(kind, access), ...operatorOf(operator) }
  const save = () => {
    const found = { ...limitProblems(body), ...accessProblems(kind, body, network), ...operatorProblems(operator) }
    setProblems(found)
    if (isPending || Object.keys(found).length > 0) return
    mutate({ ...body, updatedAt }, { onSuccess: toastThen(onClose) })
  }
  const attempt = () => {
    const found = accessProblems(kind, body, network)
    setProblems({ ...otherProblems(problems), ...found })
    if (Object.keys(found).length === 0) trial.mutate({ kind, networkId, ...accessOf(kind, access) })
  }
  return {
    form: {
      limits: { values: limits, onValues: setLimits },
      access: {
        values: access,
        onValues: (values: typeof access) => {
          trial.reset()
          setAccess(values)
        },
      },
      operator: { values: operator, onValues: setOperator },
      trial,
    },
    about: { problems: { ...networkFieldErrorsOf(error), ...networkFieldErrorsOf(trial.error), ...problems } },
    saving: { isPending, isBlocked: false, failure: failureOf(error, t('networks.form.conflict')), submit: save, onClose },
    attempt,
  }
}

/** The server's errors by field. */
export const networkFieldErrorsOf = (error: Error | null): NetworkProblems => (error instanceof CallError ? error.fields : {})

/** Why saving failed, if no field shows it. */
export function failureOf(error: Error | null, conflict: string): Error | null {
  if (Object.keys(networkFieldErrorsOf(error)).length > 0) return null
  return error instanceof CallError && error.code === 'conflict' ? new Error(conflict) : error
}
