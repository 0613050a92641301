import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { userNameOf } from './user-cells.tsx'
import { type UserAct, type UserRow, useUserAct } from './users.api.ts'
import styles from './users.module.css'

export interface UserActRequest {
  readonly act: UserAct
  readonly user: UserRow
}

const isDestructive = (act: UserAct): boolean => act === 'deactivate' || act === 'delete' || act === 'resetFactor'

/** Confirms an action on a user, with its effects. */
export function ActDialog({ request: { act, user }, onClose }: { request: UserActRequest; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t(`users.acts.${act}.title`)}
      button={t(`users.acts.${act}.button`)}
      variant={isDestructive(act) ? 'destroy' : 'primary'}
      mutation={useUserAct(act)}
      variables={user.userId}
      // a portal view reloads the page: all of its data is another user's from then on
      onSuccess={({ message }) => (act === 'view' ? location.assign('/') : toasts.success(message))}
      onClose={onClose}
    >
      <p className="medium">{userNameOf(user)}</p>
      <p className="text-secondary">{[user.userEmail, user.companyName].join(' · ')}</p>
      <p className={styles.para}>{t(`users.acts.${act}.what`)}</p>
      <p className={`${styles.para} text-secondary`}>{t(`users.acts.${act}.undo`)}</p>
    </ConfirmDialog>
  )
}
