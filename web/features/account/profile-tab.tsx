import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACCOUNT_FAILURES } from '#contract/account/account-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts, toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { failureText, type ProfileData, profileFieldErrorsOf, profileQuery, useSaveProfile } from './account.api.ts'
import styles from './account.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { type ProfileDraft, profileBodyOf, profileDraftOf, profileErrors } from './profile-values.ts'

/** The user's profile, to read and edit. */
export function ProfileTab() {
  const failed = sentence(ACCOUNT_FAILURES.profileUnread)
  return (
    <Loaded query={useQuery(profileQuery)} failed={failed} waiting={<ProfileSkeleton />}>
      {(profile) => <ProfileForm profile={profile} />}
    </Loaded>
  )
}

const FIELDS = ['name', 'lastName', 'email', 'phone', 'country', 'city', 'address', 'company']

function ProfileSkeleton() {
  return (
    <div className={styles.fields} aria-busy="true">
      {FIELDS.map((field) => (
        <div className={fieldStyles.field} key={field}>
          <span className={styles.skeleton}>
            <Skeleton width="30%" />
          </span>
          <Skeleton height={40} />
        </div>
      ))}
    </div>
  )
}

/** Read-only until Edit is pressed; Save and Cancel end the edit. */
function ProfileForm({ profile }: { profile: ProfileData }) {
  const [draft, setDraft] = useState<ProfileDraft>()
  const [wasEdited, setWasEdited] = useState(false)
  if (draft) {
    const leave = () => {
      setDraft(undefined)
      setWasEdited(true)
    }
    return <ProfileEditor profile={profile} draft={draft} onDraft={setDraft} onLeave={leave} />
  }
  return <ProfileView profile={profile} takesFocus={wasEdited} onEdit={() => setDraft(profileDraftOf(profile))} />
}

interface ProfileViewProps {
  readonly profile: ProfileData
  /** the button that had the focus was removed */
  readonly takesFocus: boolean
  onEdit(): void
}

function ProfileView({ profile, takesFocus, onEdit }: ProfileViewProps) {
  const { t } = useTranslation()
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) actions.current?.querySelector('button')?.focus()
  }, [takesFocus])
  return (
    <>
      <ProfileFields profile={profile} draft={profileDraftOf(profile)} errors={{}} />
      <div className={styles.actions} ref={actions}>
        <Button size="lg" onClick={onEdit}>
          {t('account.edit')}
        </Button>
      </div>
    </>
  )
}

interface ProfileEditorProps {
  readonly profile: ProfileData
  readonly draft: ProfileDraft
  onDraft(draft: ProfileDraft): void
  onLeave(): void
}

function ProfileEditor({ profile, draft, onDraft, onLeave }: ProfileEditorProps) {
  const { t } = useTranslation()
  const [isSubmitted, setSubmitted] = useState(false)
  const { mutate, isPending, error, reset } = useSaveProfile()
  const problems = profileErrors(draft, profile)
  const submit = () => {
    setSubmitted(true)
    if (isPending || Object.keys(problems).length > 0) return
    mutate(profileBodyOf(draft, profile), {
      onSuccess: toastThen(onLeave),
      onError: (failure) => toasts.error(failureText(failure, sentence(ACCOUNT_FAILURES.profileUnsaved))),
    })
  }
  const change = (next: ProfileDraft) => {
    // the server's errors were about the values before
    if (error) reset()
    onDraft(next)
  }
  const errors = { ...profileFieldErrorsOf(error), ...(isSubmitted ? problems : {}) }
  return (
    <Form startsFocused aria-label={t('account.personal')} isPending={isPending} onAttempt={submit}>
      <ProfileFields profile={profile} draft={draft} errors={errors} onDraft={change} />
      <div className={styles.actions}>
        <Button size="lg" onClick={onLeave}>
          {t('common.cancel')}
        </Button>
        <Button size="lg" variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {t(isPending ? 'common.saving' : 'common.save')}
        </Button>
      </div>
    </Form>
  )
}
