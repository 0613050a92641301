import { IconCircleDashed, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts, toastThen } from '#web/lib/toast-store.ts'
import { secondFactorQuery } from '#web/shared/identity/second-factor.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Status } from '#web/ui/status.tsx'
import { AppSetup } from './app-setup.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type SecondFactorData, useBeginFactor, useConfirmFactor, useRemoveFactor, useRenewCodes } from './security.api.ts'
import styles from './security.module.css'

/** The open step; codes that are shown once replace the whole part. */
type FactorStep = { kind: 'nothing' | 'begin' | 'renew' | 'remove' } | { kind: 'codes'; codes: readonly string[] }

/** The second factor: its state, and its recovery codes. */
export function SecondFactorPart() {
  const { t } = useTranslation()
  return (
    <section className={styles.part} aria-labelledby="security-factor">
      <h3 id="security-factor">{t('security.factor.title')}</h3>
      <Loaded query={useQuery(secondFactorQuery)} failed={t('security.factor.failed')}>
        {(factor) => <Factor factor={factor} />}
      </Loaded>
    </section>
  )
}

function Factor({ factor }: { factor: SecondFactorData }) {
  const session = useSession()
  const [step, setStep] = useState<FactorStep>({ kind: 'nothing' })
  const stop = () => setStep({ kind: 'nothing' })
  const show = (codes: readonly string[]) => setStep({ kind: 'codes', codes })
  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} email={session.userEmail} onDone={stop} />
  return (
    <>
      <State factor={factor} isBusy={step.kind !== 'nothing'} onDo={(kind) => setStep({ kind })} />
      {step.kind === 'begin' ? <Begin factor={factor} onCodes={show} onCancel={stop} /> : null}
      {step.kind === 'renew' ? <Renew factor={factor} onCodes={show} onCancel={stop} /> : null}
      {step.kind === 'remove' ? <Remove factor={factor} onCancel={stop} /> : null}
    </>
  )
}

interface StateProps {
  readonly factor: SecondFactorData
  readonly isBusy: boolean
  onDo(kind: 'begin' | 'renew' | 'remove'): void
}

function State({ factor: { confirmedAt, recoveryCodesLeft, isRequired }, isBusy, onDo }: StateProps) {
  const { t } = useTranslation()
  if (confirmedAt === null) {
    return (
      <div className={styles.line}>
        <div className="grow">
          <Status tone="ended" Icon={IconCircleDashed}>
            {t('security.factor.offWord')}
          </Status>
          <p className="text-secondary">{t('security.factor.off')}</p>
        </div>
        {isBusy ? null : (
          <Button variant="primary" onClick={() => onDo('begin')}>
            {t('security.factor.turnOn')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      <div className={styles.line}>
        <div className="grow">
          <Status tone="active" Icon={IconShieldCheck}>
            {t('security.factor.onWord')} {t('security.factor.since', { day: formatDate(confirmedAt) })}
          </Status>
          {isRequired ? <p className="text-secondary">{t('security.factor.required')}</p> : null}
        </div>
        {isBusy ? null : (
          <div className={styles.ways}>
            <Button onClick={() => onDo('begin')}>{t('security.factor.replace')}</Button>
            {isRequired ? null : <Button onClick={() => onDo('remove')}>{t('security.factor.turnOff')}</Button>}
          </div>
        )}
      </div>
      <div className={styles.line}>
        <div className="grow">
          <p className="medium">{t('security.factor.codes')}</p>
          <p className={recoveryCodesLeft < 3 ? 'text-warning' : 'text-secondary'}>
            {t('security.factor.left', { count: recoveryCodesLeft })}
          </p>
        </div>
        {isBusy ? null : <Button onClick={() => onDo('renew')}>{t('security.factor.renew')}</Button>}
      </div>
    </>
  )
}

interface FactorStepProps {
  readonly factor: SecondFactorData
  onCancel(): void
}

/** Re-authentication, then the app, then the recovery codes. */
function Begin({ factor, onCodes, onCancel }: FactorStepProps & { onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation()
  const begin = useBeginFactor()
  const confirm = useConfirmFactor()
  const isReplaced = factor.confirmedAt !== null
  if (begin.data) {
    const done = ({ data, message }: { data: { recoveryCodes: readonly string[] }; message: string }) => {
      toasts.success(message)
      onCodes(data.recoveryCodes)
    }
    const onConfirm = (code: string) => confirm.mutate(code, { onSuccess: done })
    const { isPending, error } = confirm
    return <AppSetup secret={begin.data} isPending={isPending} error={error} onConfirm={onConfirm} onCancel={onCancel} />
  }
  return (
    <ProofForm
      consequence={t(isReplaced ? 'security.factor.replaceWhat' : 'security.factor.off')}
      needsPassword={factor.asksPassword}
      needsCode={isReplaced}
      isPending={begin.isPending}
      error={begin.error}
      submitLabel={t('security.proof.go')}
      onProof={(proof) => begin.mutate(proof)}
      onCancel={onCancel}
    />
  )
}

function Renew({ factor, onCodes, onCancel }: FactorStepProps & { onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRenewCodes()
  return (
    <ProofForm
      consequence={t('security.factor.renewWhat')}
      needsPassword={factor.asksPassword}
      needsCode
      isPending={isPending}
      error={error}
      submitLabel={t('security.factor.renew')}
      onProof={(proof) => mutate(proof, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })}
      onCancel={onCancel}
    />
  )
}

function Remove({ factor, onCancel }: FactorStepProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRemoveFactor()
  return (
    <ProofForm
      consequence={t('security.factor.turnOffWhat')}
      needsPassword={factor.asksPassword}
      needsCode
      isDangerous
      isPending={isPending}
      error={error}
      submitLabel={t('security.factor.turnOff')}
      onProof={(proof) => mutate(proof, { onSuccess: toastThen(onCancel) })}
      onCancel={onCancel}
    />
  )
}
