import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE, useMedia } from '../lib/use-media.ts'
import { IconButton } from './button.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useScrollLock } from './use-scroll-lock.ts'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import buttonStyles from './button.module.css'
import styles from './dialog.module.css'

/** Widths in px by what the dialog is for (specification section 9). */
export const DIALOG_WIDTH = { options: 700, tests: 1000, confirm: 500, other: 750 } as const

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  width?: keyof typeof DIALOG_WIDTH
  fullScreen?: boolean
  /** full screen on phones, for dialogs with much content */
  fullOnPhone?: boolean
  /** beside the title */
  aside?: ReactNode
  children: ReactNode
}

/** A dialog that traps the focus while it is open, closes with Escape and returns the focus. */
export function Dialog({ opened, onClose, title, width = 'other', aside, children, ...size }: DialogProps) {
  const { t } = useTranslation()
  useScrollLock(opened)
  useFocusReturn(opened)
  const isPhone = useMedia(PHONE)
  const fullScreen = size.fullScreen === true || (size.fullOnPhone === true && isPhone)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      returnFocus={false}
      size={DIALOG_WIDTH[width]}
      fullScreen={fullScreen}
      centered={!fullScreen}
      transitionProps={{ transition: 'fade-up', duration: 200 }}
      classNames={{ content: `${styles.dialog} ${buttonStyles.onFloat}`, title: styles.title, body: styles.body }}
    >
      <Modal.Overlay backgroundOpacity={1} color="var(--scrim)" />
      <Modal.Content inert={!opened}>
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          {aside ? <div className={styles.aside}>{aside}</div> : null}
          <IconButton Icon={IconX} size="md" label={t('common.close')} onClick={onClose} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
