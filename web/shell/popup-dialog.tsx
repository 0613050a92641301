import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPopup, markPopupSeen } from '#contract/popups/popups.calls.ts'
import dialogStyles from '#web/ui/dialog.module.css'
import { call } from '../lib/call.ts'
import { language, usePreference } from '../lib/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { RichText } from '../ui/rich-text.tsx'

/** A popup that the user info flags: fetched by its name, shown once, then marked as seen. */
export function PopupDialog({ name, onSeen }: { name: string; onSeen: () => void }) {
  const { t } = useTranslation()
  const words = usePreference(language)
  const [opened, setOpened] = useState(true)
  const popup = useQuery({
    queryKey: ['popup', name, words],
    queryFn: ({ signal }) => call(getPopup, { params: { name } }, { signal }),
  })
  const seen = useMutation({ mutationFn: () => call(markPopupSeen, { params: { name } }) })
  if (!popup.data) return null
  const close = () => {
    seen.mutate()
    setOpened(false)
    onSeen()
  }
  return (
    <Mantine>
      <Dialog opened={opened} onClose={close} title={popup.data.popupTitle} width="other">
        <RichText text={popup.data.popupContent} heading="h3" />
        <div className={dialogStyles.actions}>
          <Button variant="primary" onClick={close} data-autofocus>
            {t('shell.popupDone')}
          </Button>
        </div>
      </Dialog>
    </Mantine>
  )
}
