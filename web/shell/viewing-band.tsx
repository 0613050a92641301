import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { endPortalView } from '#contract/users/portal-view.calls.ts'
import { callWithMessage } from '../lib/call.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { fullNameOf } from './user-button.tsx'
import styles from './viewing-band.module.css'

/** Shows on every page whose portal view an administrator has open, and ends it. */
export function ViewingBand() {
  const { t } = useTranslation()
  const session = useSession()
  const { mutate, isPending } = useMutation({
    meta: { toastsError: true },
    mutationFn: () => callWithMessage(endPortalView, {}),
    // all cached data is of the other user
    onSuccess: () => location.assign('/users'),
  })
  useEffect(() => {
    // sticky elements below the header leave room for the band
    document.documentElement.dataset.viewing = ''
    return () => {
      delete document.documentElement.dataset.viewing
    }
  }, [])
  return (
    <section className={styles.viewing} aria-label={t('shell.viewing')}>
      <IconEye className="icon" aria-hidden="true" />
      <span className="ellipsis">
        {t('shell.viewingAs', { name: fullNameOf(session), company: session.companyName })}
        <span className="hide-on-phone"> {t('shell.viewingOnly')}</span>
      </span>
      <Button size="sm" blocked={isPending} aria-busy={isPending} onClick={() => mutate()}>
        {t('shell.viewingEnd')}
      </Button>
    </section>
  )
}
