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
import { type AccessValues, defaultsOf, idProblems, type LimitValues } from './network-values.ts'
import { useAddNetwork } from './networks.api.ts'
import { useNetworkForm } from './use-network-form.ts'

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
  const [first = ''] = kinds
  const [kind, setKind] = useState(first)
  /** an edited identifier no longer follows the name */
  const [isOwnId, setIsOwnId] = useState(false)
  const { mutate, error, isPending, reset } = useAddNetwork()
  const { about, connection, saving, clearProblems } = useNetworkForm<Values>({
    kind,
    initial: () => ({ name: '', networkId: '', ...defaultsOf(first) }),
    problemsOf: ({ networkId }) => idProblems(networkId),
    save: ({ networkId }, body) => mutate({ networkId, kind, ...body }, { onSuccess: toastThen(onClose) }),
    isPending,
    error,
    onClose,
  })
  const { values, problems, onValues } = about
  const choose = (next: string) => {
    setKind(next)
    clearProblems()
    reset()
    onValues({ ...values, ...defaultsOf(next) })
  }
  const name = (next: LimitValues) => onValues({ ...values, ...next, ...(!isOwnId && { networkId: slug(next.name) }) })
  const rename = (networkId: string) => {
    setIsOwnId(networkId !== '')
    onValues({ ...values, networkId })
  }
  return (
    <Dialog opened onClose={onClose} title={t('networks.add.open')} fullOnPhone>
      <EditForm form={saving} className={styles.form} verb={t('networks.add.button')} busy={t('networks.add.adding')}>
        <p className="text-secondary">{t('networks.add.lead')}</p>
        <KindField kinds={kinds} kind={kind} problem={problems.kind} onKind={choose} />
        <div className={styles.numbers}>
          <NameField {...about} onValues={name} />
          <Field
            label={t('networks.add.id')}
            hint={t('networks.add.idHint')}
            value={values.networkId}
            problem={problems.networkId}
            maxLength={40}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => rename(event.currentTarget.value)}
          />
        </div>
        <AccessFields {...about} {...connection} kind={kind} kept={[]} />
        <LimitFields {...about} />
      </EditForm>
    </Dialog>
  )
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
