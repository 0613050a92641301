import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { language } from '#web/lib/preferences.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { RightsFields, UserFields } from './user-fields.tsx'
import { changedUserOf, newUserOf, newUserValues, type UserValues, userProblemsOf, userValuesOf } from './user-values.ts'
import { type UserData, type UserRow, useChangeUser, useCreateUser, userFormQuery } from './users.api.ts'
import styles from './users.module.css'

interface FormProps {
  /** undefined for a new one */
  readonly user: UserRow | undefined
  onClose(): void
}

/** Creates a user, who is invited by mail, or edits one. */
export function UserForm({ user, onClose }: FormProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t(user ? 'users.form.changeTitle' : 'users.form.newTitle')} fullOnPhone>
      {user ? <EditUser userId={user.userId} onClose={onClose} /> : <NewUserForm onClose={onClose} />}
    </Dialog>
  )
}

function EditUser({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(userFormQuery(userId))
  if (data) return <UserEditor user={data} initial={userValuesOf(data, language.get())} onClose={onClose} />
  if (error) return <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
  return <FormSkeleton />
}

function NewUserForm({ onClose }: { onClose: () => void }) {
  const { clientId } = useSession()
  return <UserEditor user={undefined} initial={newUserValues(clientId, language.get())} onClose={onClose} />
}

function FormSkeleton() {
  return (
    <div className={styles.waiting} aria-busy="true">
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} height={40} />
      ))}
    </div>
  )
}

interface InnerProps {
  readonly user: UserData | undefined
  readonly initial: UserValues
  onClose(): void
}

function UserEditor({ user, initial, onClose }: InnerProps) {
  const { t } = useTranslation()
  const { values, setValues, problems, error, isPending, submit } = useForm(user, initial, onClose)
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const about = { values, problems: { ...fieldErrors, ...problems }, onValues: setValues }
  const button = user ? 'users.form.save' : 'users.form.invite'
  return (
    <Form isPending={isPending} onAttempt={submit}>
      <UserFields {...about} user={user} />
      {user ? null : <RightsFields {...about} />}
      <Failure error={Object.keys(fieldErrors).length > 0 ? null : error} />
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {t(isPending ? 'users.form.saving' : button)}
        </Button>
      </div>
    </Form>
  )
}

function useForm(user: UserData | undefined, initial: UserValues, onClose: () => void) {
  const [values, setValues] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useCreateUser()
  const change = useChangeUser()
  const isPending = create.isPending || change.isPending
  const error = create.error ?? change.error
  const found = userProblemsOf(values)
  const onSuccess = ({ message }: { message: string }) => {
    toasts.success(message)
    onClose()
  }
  const submit = () => {
    setSubmitted(true)
    if (isPending || Object.keys(found).length > 0) return
    if (user) change.mutate(changedUserOf(values, user), { onSuccess })
    else create.mutate(newUserOf(values), { onSuccess })
  }
  return { values, setValues, problems: isSubmitted ? found : {}, error, isPending, submit }
}
