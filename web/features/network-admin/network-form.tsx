import { useTranslation } from 'react-i18next'
import { OPERATOR_TEXT_MAX } from '#domain/network-settings.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { choiceField, type EditedFields, EditForm, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormPart } from '#web/ui/form-part.tsx'
import { AccessFields } from './access-fields.tsx'
import styles from './forms.module.css'
import { EnabledField, LimitFields, NameField } from './limit-fields.tsx'
import { Dotted } from './network-details.tsx'
import { networkStatusName } from './network-status.ts'
import {
  type AccessValues,
  accessValuesOf,
  type LimitValues,
  limitValuesOf,
  type OperatorValues,
  operatorOf,
  operatorProblems,
  operatorValuesOf,
} from './network-values.ts'
import { type NetworkData, useSaveNetwork } from './networks.api.ts'
import { useNetworkForm } from './use-network-form.ts'
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
function OperatorStatusField({ verdict, ...form }: OperatorStatusFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.operatorStatus}>
        <ChoiceField
          label={t('networks.form.says')}
          hint={t('networks.form.saysHint')}
          {...choiceField(form, 'overrideStatus')}
        >
          <option value="">{t('networks.form.auto', { word: t(`networks.state.${verdict}`) })}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`networks.state.${networkStatusName(status)}`)}
            </option>
          ))}
        </ChoiceField>
      </div>
      {form.values.overrideStatus === '' ? null : (
        <Field
          label={t('networks.form.text')}
          hint={t('networks.form.textHint')}
          {...typedField(form, 'overrideText')}
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
