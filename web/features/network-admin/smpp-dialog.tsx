import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMPP_MAX } from '#domain/smpp-settings.ts'
import { CallError } from '#web/lib/call.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckWithHint } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkField, choiceField, type EditedFields, EditForm, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import styles from './forms.module.css'
import { type NetworkData, type SmppLinkData, smppQuery, useRemoveSmpp, useSaveSmpp } from './networks.api.ts'
import {
  needsPassword,
  type SmppProblems,
  type SmppValues,
  smppProblemsOf,
  smppSettingsOf,
  smppValuesOf,
} from './smpp-values.ts'

interface DialogProps {
  readonly network: NetworkData
  onClose(): void
}

/** The channel of a network's short messages. */
export function SmppDialog({ network, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('networks.smpp.title', { name: network.name })} fullOnPhone>
      <Loaded query={useQuery(smppQuery(network.networkId))} failed={t('networks.smpp.failed')}>
        {(before) => <SmppForm network={network} before={before} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function SmppForm({ network: { networkId }, before, onClose }: DialogProps & { before: SmppLinkData }) {
  const { t } = useTranslation()
  const [values, setValues] = useState(() => smppValuesOf(before))
  const [problems, setProblems] = useState<SmppProblems>({})
  const { mutate, error, isPending } = useSaveSmpp(networkId)
  const remove = useRemoveSmpp(networkId)
  const done = toastThen(onClose)
  const save = () => {
    const settings = smppSettingsOf(values)
    const found = smppProblemsOf(settings, before.link)
    setProblems(found)
    if (isPending || Object.keys(found).length > 0) return
    mutate(settings, { onSuccess: done })
  }
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const about = { values, problems: { ...fieldErrors, ...problems }, onValues: setValues }
  const takeAway = before.link ? (
    <Button blocked={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: done })}>
      {t('networks.smpp.remove')}
    </Button>
  ) : null
  return (
    <EditForm
      form={{ isPending, isBlocked: false, failure: error, submit: save, onClose }}
      className={styles.form}
      more={takeAway}
    >
      <p className="text-secondary">{t('networks.smpp.lead')}</p>
      <Connected problem={before.problem} />
      <Fields {...about} asksPassword={needsPassword(smppSettingsOf(values), before.link)} />
      <Choices {...about} />
    </EditForm>
  )
}

function Connected({ problem }: { problem: string | null }) {
  const { t } = useTranslation()
  if (problem === null) return null
  return problem === '' ? (
    <p className="text-active">{t('networks.smpp.connected')}</p>
  ) : (
    <p className="text-warning">{t('networks.smpp.notConnected', { problem })}</p>
  )
}

interface FieldsProps extends EditedFields<SmppValues> {
  readonly asksPassword: boolean
}

/** In pairs; numbers have no maximum length. */
const FIELDS = [
  { name: 'host', hint: undefined, max: SMPP_MAX.host },
  { name: 'port', hint: undefined, max: undefined },
  { name: 'systemId', hint: undefined, max: SMPP_MAX.systemId },
  { name: 'password', hint: 'passwordHint', max: SMPP_MAX.password },
  { name: 'source', hint: 'sourceHint', max: SMPP_MAX.source },
  { name: 'systemType', hint: 'systemTypeHint', max: SMPP_MAX.systemType },
  { name: 'windowSize', hint: 'windowSizeHint', max: undefined },
  { name: 'submitsPerSecond', hint: 'submitsPerSecondHint', max: undefined },
] as const

function Fields({ asksPassword, ...form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.numbers}>
      {FIELDS.map(({ name, hint, max }) => {
        const isPassword = name === 'password'
        const One = isPassword ? PasswordField : Field
        return (
          <One
            key={name}
            label={t(`networks.smpp.${name}`)}
            hint={hint && !(isPassword && asksPassword) ? t(`networks.smpp.${hint}`) : undefined}
            required={isPassword && asksPassword}
            {...typedField(form, name)}
            autoComplete={isPassword ? 'new-password' : 'off'}
            {...(max === undefined ? { inputMode: 'numeric' as const } : { maxLength: max })}
          />
        )
      })}
      <ChoiceField label={t('networks.smpp.addressing')} {...choiceField(form, 'addressing')}>
        <option value="msisdn">MSISDN</option>
        <option value="iccid">ICC</option>
      </ChoiceField>
    </div>
  )
}

function Choices(form: EditedFields<SmppValues>) {
  const { t } = useTranslation()
  return (
    <>
      {(['isEncrypted', 'wantsInterim'] as const).map((name) => (
        <CheckWithHint key={name} labelClass={styles.switch} {...checkField(form, name)}>
          {t(`networks.smpp.${name}`)}
        </CheckWithHint>
      ))}
    </>
  )
}
