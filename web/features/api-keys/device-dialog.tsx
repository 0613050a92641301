import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PERMITS } from '#domain/permits.ts'
import { formatMinute } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts, toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { type DeviceLogin, deviceLoginQuery, useApproveDevice, useRefuseDevice } from './api-keys.api.ts'
import styles from './api-keys.module.css'
import { KeyForm } from './key-form.tsx'

/** Approves a terminal that shows a code: its key gets a name, permits and an end, as any key. */
export function DeviceDialog({ userCode, onClose }: { userCode: string; onClose: () => void }) {
  const { t } = useTranslation()
  const login = useQuery(deviceLoginQuery(userCode))
  return (
    <Dialog opened onClose={onClose} title={t('apiKeys.device.title')} fullOnPhone>
      <Loaded query={login} failed={t('apiKeys.device.failed')} waiting={<FormSkeleton lines={6} />}>
        {(waiting) => <Approval login={waiting} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function Approval({ login, onClose }: { login: DeviceLogin; onClose: () => void }) {
  const { t } = useTranslation()
  const { menu, canHibernate } = useSession()
  const save = useApproveDevice(login.userCode)
  const refuse = useRefuseDevice(login.userCode)
  return (
    <>
      <p>{t('apiKeys.device.lead')}</p>
      <Facts
        className={styles.device}
        facts={[
          { name: t('apiKeys.device.code'), value: <strong className={styles.code}>{login.userCode}</strong> },
          { name: t('apiKeys.device.machine'), value: login.machine },
          { name: t('apiKeys.device.address'), value: login.address },
          { name: t('apiKeys.device.asked'), value: formatMinute(login.startedAt) },
        ]}
      />
      <p className={styles.stranger}>
        {t('apiKeys.device.stranger')}{' '}
        <Button
          size="sm"
          disabled={refuse.isPending}
          onClick={() =>
            refuse.mutate(undefined, { onSuccess: toastThen(onClose), onError: (error) => toasts.error(error.message) })
          }
        >
          {t('apiKeys.device.refuse')}
        </Button>
      </p>
      <KeyForm
        initial={{
          name: login.machine,
          permits: PERMITS.filter((permit) => menu.includes(permit)),
          canHibernate: canHibernate === '1',
        }}
        save={save}
        verb={t('apiKeys.device.allow')}
        busy={t('apiKeys.device.allowing')}
        onSaved={({ name }) => {
          toasts.success(t('apiKeys.device.allowed', { name }))
          onClose()
        }}
        onClose={onClose}
      />
    </>
  )
}
