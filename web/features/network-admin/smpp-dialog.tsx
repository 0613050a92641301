import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMPP_MAX } from '#domain/smpp-settings.ts'
import { CallError } from '#web/lib/call.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Select } from '#web/ui/select.tsx'
import styles from './forms.module.css'
import type { NetworkData } from './networks.api.ts'
import { SettingsForm } from './settings-form.tsx'
import { type SmppLinkData, smppQuery, useRemoveSmpp, useSaveSmpp } from './smpp.api.ts'
import { type SmppProblems, type SmppValues, smppProblemsOf, smppSettingsOf, smppValuesOf } from './smpp-values.ts'

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
  const done = ({ message }: { message: string }) => {
    toasts.success(message)
    onClose()
  }
  const save = () => {
    const settings = smppSettingsOf(values)
    const found = smppProblemsOf(settings, before.link === null)
    setProblems(found)
    if (isPending || Object.keys(found).length > 0) return
    mutate(settings, { onSuccess: done })
  }
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const about = { values, problems: { ...fieldErrors, ...problems }, onValues: setValues, isNew: before.link === null }
  const takeAway = before.link ? (
    <Button blocked={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: done })}>
      {t('networks.smpp.remove')}
    </Button>
  ) : null
  return (
    <SettingsForm isPending={isPending} failure={error?.message} more={takeAway} onSave={save} onClose={onClose}>
      <p className="text-secondary">{t('networks.smpp.lead')}</p>
      <Connected problem={before.problem} />
      <Fields {...about} />
      <Choices {...about} />
    </SettingsForm>
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

interface FieldsProps {
  readonly values: SmppValues
  readonly problems: SmppProblems
  readonly isNew: boolean
  onValues(values: SmppValues): void
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

function Fields({ values, problems, isNew, onValues }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.numbers}>
      {FIELDS.map(({ name, hint, max }) => {
        const One = name === 'password' ? PasswordField : Field
        return (
          <One
            key={name}
            label={t(`networks.smpp.${name}`)}
            hint={hint && !(name === 'password' && isNew) ? t(`networks.smpp.${hint}`) : undefined}
            value={values[name]}
            problem={problems[name]}
            autoComplete={name === 'password' ? 'new-password' : 'off'}
            {...(max === undefined ? { inputMode: 'numeric' as const } : { maxLength: max })}
            onChange={(event) => onValues({ ...values, [name]: event.currentTarget.value })}
          />
        )
      })}
      <div className={fieldStyles.field}>
        <label htmlFor="smpp-addressing">{t('networks.smpp.addressing')}</label>
        <Select
          isField
          id="smpp-addressing"
          value={values.addressing}
          onChange={(event) => onValues({ ...values, addressing: event.currentTarget.value === 'iccid' ? 'iccid' : 'msisdn' })}
        >
          <option value="msisdn">MSISDN</option>
          <option value="iccid">ICC</option>
        </Select>
      </div>
    </div>
  )
}

function Choices({ values, onValues }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      {(['isEncrypted', 'wantsInterim'] as const).map((name) => (
        <CheckLine
          key={name}
          labelClass={styles.switch}
          checked={values[name]}
          onChange={(event) => onValues({ ...values, [name]: event.currentTarget.checked })}
        >
          <span className="medium">{t(`networks.smpp.${name}`)}</span>
        </CheckLine>
      ))}
    </>
  )
}
