import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { language } from '#web/lib/preferences.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { RightsFields, UserFields } from './user-fields.tsx'
import { changedUserOf, newUserOf, newUserValues, type UserValues, userProblemsOf, userValuesOf } from './user-values.ts'
import { type UserData, type UserRow, userFormQuery, useSaveUser } from './users.api.ts'

interface FormProps {
  /** undefined for a new one */
  readonly user?: UserRow | undefined
  /** of a new one; without it the one in which the person works, or it has to be chosen */
  readonly company?: number | undefined
  onSaved?(): void
  onClose(): void
}

/** Creates a user, who is invited by mail, or edits one. */
export function UserForm({ user, company, onSaved, onClose }: FormProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t(user ? 'users.form.changeTitle' : 'users.form.newTitle')} fullOnPhone>
      {user ? (
        <EditUser userId={user.userId} onClose={onClose} />
      ) : (
        <NewUserForm company={company} onSaved={onSaved} onClose={onClose} />
      )}
    </Dialog>
  )
}

function EditUser({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Loaded query={useQuery(userFormQuery(userId))} failed={t('list.failed')} waiting={<FormSkeleton lines={4} />}>
      {(user) => <UserEditor user={user} initial={userValuesOf(user, language.get())} onClose={onClose} />}
    </Loaded>
  )
}

/** A user who works in all companies chooses one: a preset one would give a customer's person the operator's fleet by a slip. */
function NewUserForm({ company, ...form }: Pick<InnerProps, 'onSaved' | 'onClose'> & Pick<FormProps, 'company'>) {
  const { clientId, worksIn } = useSession()
  const preset = company ?? (worksIn === 'all' ? undefined : clientId)
  return <UserEditor {...form} user={undefined} initial={newUserValues(preset, language.get())} />
}

interface InnerProps {
  readonly user: UserData | undefined
  readonly initial: UserValues
  readonly onSaved?: (() => void) | undefined
  onClose(): void
}

function UserEditor({ user, initial, onSaved, onClose }: InnerProps) {
  const { t } = useTranslation()
  const form = useEditForm({
    initial,
    problemsOf: userProblemsOf,
    bodyOf: (values) => (user ? changedUserOf(values, user) : newUserOf(values)),
    save: useSaveUser(),
    onSaved: ({ message }) => {
      toasts.success(message)
      onClose()
      onSaved?.()
    },
    onClose,
  })
  return (
    <EditForm form={form} verb={t(user ? 'common.save' : 'users.form.invite')}>
      <UserFields {...form} user={user} />
      {user ? null : <RightsFields {...form} />}
    </EditForm>
  )
}
