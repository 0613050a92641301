import { IconClock, IconLogout, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LINK_MINUTES } from '#domain/account.ts'
import { Face } from '../login/login-face.tsx'

/** What will happen to who asks for another password, beside the form. */
export function RestoreFace() {
  const { t } = useTranslation()
  return (
    <Face
      headline={t('restore.face.headline')}
      facts={[
        [IconMail, t('restore.face.mail')],
        [IconClock, t('restore.face.once', { minutes: LINK_MINUTES.restore })],
        [IconLogout, t('restore.face.sessions')],
      ]}
    />
  )
}
