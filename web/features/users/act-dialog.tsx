import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { type UserAct, type UserRow, useUserAct } from './users.api.ts'
import { nameOf } from './users-table.tsx'

export interface AskedAct {
  readonly act: UserAct
  readonly user: UserRow
}

const isGrave = (act: UserAct): boolean => act === 'deactivate' || act === 'delete' || act === 'resetFactor'

/** Says what will happen to a user, and asks. */
export function ActDialog({ asked: { act, user }, onClose }: { asked: AskedAct; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useUserAct(act)
  const name = nameOf(user)
  const run = () => {
    if (isPending) return
    mutate(user.userId, {
      onSuccess: ({ message }) => {
        // everything that the page knows is of another person from now on
        if (act === 'view') return location.assign('/')
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t(`users.acts.${act}.title`)} width="confirm">
      <p className="medium">{name}</p>
      <p className="text-secondary">{[user.userEmail, user.companyName].join(' · ')}</p>
      <p className="us-para">{t(`users.acts.${act}.what`)}</p>
      <p className="us-para text-secondary">{t(`users.acts.${act}.undo`)}</p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus={isGrave(act)}>
          {t('common.cancel')}
        </Button>
        <Button variant={isGrave(act) ? 'danger' : 'primary'} blocked={isPending} aria-busy={isPending} onClick={run}>
          {t(`users.acts.${act}.button`)}
        </Button>
      </div>
    </Dialog>
  )
}
