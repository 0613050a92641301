import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { capitalised, slug } from '#domain/plain-text.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { AccessFields } from './access-fields.tsx'
import styles from './forms.module.css'
import { kindAbout, kindWord } from './kind-words.ts'
import { LimitFields, NameField } from './limit-fields.tsx'
import { failureOf, networkFieldErrorsOf } from './network-form.tsx'
import {
  type AccessValues,
  accessOf,
  accessProblems,
  defaultsOf,
  idProblems,
  type LimitValues,
  limitProblems,
  limitsOf,
  type NetworkProblems,
  otherProblems,
} from './network-values.ts'
import { useAddNetwork, useCheckSettings } from './networks.api.ts'

interface AddProps {
  /** the server's kinds, at least one */
  readonly kinds: readonly string[]
  onClose(): void
}

type Values = LimitValues & AccessValues & { readonly networkId: string }

/** @param kinds undefined while they load */
export function AddNetworkButton({ kinds }: { kinds: readonly string[] | undefined }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" blocked={!kinds} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconPlus className="icon" aria-hidden="true" />
        {t('networks.add.open')}
      </Button>
      {isOpen && kinds ? <AddNetwork kinds={kinds} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Adds a network: kind, connection, rate limits. */
function AddNetwork({ kinds, onClose }: AddProps) {
  const { t } = useTranslation()
  const { kind, values, problems, trial, saving, ...form } = useNewNetwork(kinds[0] ?? '', onClose)
  const about = { values, problems, onValues: form.change }
  return (
    <Dialog opened onClose={onClose} title={t('networks.add.title')} fullOnPhone>
      <EditForm form={saving} className={styles.form} verb={t('networks.add.open')} busy={t('networks.add.adding')}>
        <p className="text-secondary">{t('networks.add.lead')}</p>
        <KindField kinds={kinds} kind={kind} problem={problems.kind} onKind={form.choose} />
        <div className={styles.numbers}>
          <NameField {...about} />
          <Field
            label={t('networks.add.id')}
            hint={t('networks.add.idHint')}
            value={values.networkId}
            problem={problems.networkId}
            maxLength={40}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => form.rename(event.currentTarget.value)}
          />
        </div>
        <AccessFields {...about} kind={kind} kept={[]} check={trial} onCheck={form.attempt} />
        <LimitFields {...about} />
      </EditForm>
    </Dialog>
  )
}

function useNewNetwork(first: string, onClose: () => void) {
  const { t } = useTranslation()
  const [kind, setKind] = useState(first)
  const [values, setValues] = useState<Values>(() => ({ name: '', networkId: '', ...defaultsOf(first) }))
  /** an edited identifier no longer follows the name */
  const [isOwnId, setIsOwnId] = useState(false)
  const [problems, setProblems] = useState<NetworkProblems>({})
  const trial = useCheckSettings()
  const { mutate, error, isPending, reset } = useAddNetwork()
  const { networkId } = values
  const body = { ...limitsOf(values), ...accessOf(kind, values) }
  const save = () => {
    const found = { ...idProblems(networkId), ...limitProblems(body), ...accessProblems(kind, body, undefined) }
    setProblems(found)
    if (isPending || Object.keys(found).length > 0) return
    mutate({ networkId, kind, ...body }, { onSuccess: toastThen(onClose) })
  }
  const attempt = () => {
    const found = accessProblems(kind, body, undefined)
    setProblems({ ...otherProblems(problems), ...found })
    if (Object.keys(found).length === 0) trial.mutate({ kind, ...accessOf(kind, values) })
  }
  const change = (changes: Partial<Values>) => {
    if (changes.settings !== values.settings || changes.secrets !== values.secrets) trial.reset()
    const name = changes.name ?? values.name
    setValues({ ...values, ...changes, ...(name !== values.name && !isOwnId && { networkId: slug(name) }) })
  }
  const choose = (next: string) => {
    setKind(next)
    setProblems({})
    reset()
    trial.reset()
    setValues({ ...values, ...defaultsOf(next) })
  }
  const rename = (id: string) => {
    setIsOwnId(id !== '')
    setValues({ ...values, networkId: id })
  }
  const errors = { ...networkFieldErrorsOf(error), ...networkFieldErrorsOf(trial.error), ...problems }
  const failure = failureOf(error, t('networks.form.conflict'))
  const saving = { isPending, isBlocked: false, failure, submit: save, onClose }
  return { kind, values, problems: errors, trial, saving, attempt, change, choose, rename }
}

interface KindFieldProps {
  readonly kinds: readonly string[]
  readonly kind: string
  readonly problem: string | undefined
  onKind(kind: string): void
}

function KindField({ kinds, kind, problem, onKind }: KindFieldProps) {
  const { t } = useTranslation()
  return (
    <ChoiceField label={t('networks.add.kind')} value={kind} problem={problem} hint={kindAbout(kind)} onChoose={onKind}>
      {kinds.map((one) => (
        <option key={one} value={one}>
          {capitalised(kindWord(one))}
        </option>
      ))}
    </ChoiceField>
  )
}
