import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NETWORK_NAME_MAX, OPERATOR_TEXT_MAX } from '#domain/network-settings.ts'
import { CallError } from '#web/lib/call.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import { statusWord } from './network-look.ts'
import { type NetworkProblems, type NetworkValues, problemsOf, settingsOf, valuesOf } from './network-values.ts'
import type { NetworkData } from './networks.api.ts'
import { useSaveNetwork } from './networks.api.ts'
import { OperatorStatusField } from './operator-status-field.tsx'
import { SettingsForm } from './settings-form.tsx'

interface FormProps {
  readonly network: NetworkData
  onClose(): void
}

/** What an administrator sets of a network. */
export function NetworkForm({ network, onClose }: FormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(() => valuesOf(network))
  const [problems, setProblems] = useState<NetworkProblems>({})
  const { mutate, error, isPending } = useSaveNetwork(network.networkId)
  const save = () => {
    const settings = settingsOf(values, network.updatedAt)
    const found = problemsOf(settings)
    setProblems(found)
    if (isPending || Object.keys(found).length > 0) return
    mutate(settings, {
      onSuccess: ({ name }) => {
        toasts.success(t('networks.form.saved', { name }))
        onClose()
      },
    })
  }
  const told = error instanceof CallError ? error.fields : {}
  const isLate = error instanceof CallError && error.code === 'conflict'
  const failure = isLate ? t('networks.form.conflict') : error?.message
  const about = { values, problems: { ...told, ...problems }, onValues: setValues }
  return (
    <Dialog opened onClose={onClose} title={t('networks.form.title')} fullOnPhone>
      <SettingsForm isPending={isPending} failure={failure} onSave={save} onClose={onClose}>
        <Names {...about} />
        <Limits {...about} />
        <OperatorStatusField {...about} verdict={statusWord(network.health.status)} maxLength={OPERATOR_TEXT_MAX} />
      </SettingsForm>
    </Dialog>
  )
}

export interface NetworkFieldsProps {
  readonly values: NetworkValues
  readonly problems: NetworkProblems
  onValues(values: NetworkValues): void
}

function Names({ values, problems, onValues }: NetworkFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('networks.form.name')}
        value={values.name}
        maxLength={NETWORK_NAME_MAX}
        error={problems.name}
        autoComplete="off"
        data-autofocus
        onChange={(event) => onValues({ ...values, name: event.currentTarget.value })}
      />
      <CheckLine
        label="net-switch"
        checked={values.enabled}
        onChange={(event) => onValues({ ...values, enabled: event.currentTarget.checked })}
      >
        <span>
          <span className="b">{t('networks.form.enabled')}</span>
          <span className="t3 s12">{t('networks.form.enabledHint')}</span>
        </span>
      </CheckLine>
    </>
  )
}

const NUMBERS = [
  { name: 'requestsPerSecond', word: 'rate', hint: 'rateHint' },
  { name: 'maxInFlight', word: 'inFlight', hint: 'inFlightHint' },
  { name: 'timeoutMs', word: 'timeOut', hint: undefined },
  { name: 'maxAttempts', word: 'attempts', hint: 'attemptsHint' },
] as const

function Limits({ values, problems, onValues }: NetworkFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="net-numbers">
      {NUMBERS.map(({ name, word, hint }) => (
        <Field
          key={name}
          label={t(`networks.form.${word}`)}
          hint={hint && t(`networks.form.${hint}`)}
          value={values[name]}
          error={problems[name]}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
