import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import './account-dialog.css'

/** Who is logged in, to read. */
export function AccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.account')} fullScreen>
      <section className="account" aria-labelledby="account-personal">
        <h3 id="account-personal">{t('shell.personal')}</h3>
        <div className="account-fields">
          <Field label={t('shell.name')} value={session.userName} readOnly />
          <Field label={t('shell.lastName')} value={session.userLastname} readOnly />
          <Field label={t('shell.email')} value={session.userEmail} readOnly />
          <Field label={t('shell.companyName')} value={session.companyName} readOnly />
        </div>
      </section>
    </Dialog>
  )
}
