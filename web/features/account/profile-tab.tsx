import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_FAILURES } from '#contract/account/account-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { profileQuery } from './account.api.ts'
import styles from './account.module.css'
import { ProfileForm } from './profile-form.tsx'

/** The user's profile, to read and edit. */
export function ProfileTab() {
  const { data, error, refetch } = useQuery(profileQuery)
  if (data) return <ProfileForm profile={data} />
  if (!error) return <ProfileSkeleton />
  return <ErrorState title={sentence(ACCOUNT_FAILURES.profileUnread)} error={error} onRetry={() => void refetch()} />
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
