import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../lib/copy-text.ts'
import { announce } from './announcer.tsx'
import { IconButton } from './button.tsx'
import styles from './icc.module.css'

const COPIED_MS = 1500

/** Copies a text as it is. `what` names it for screen readers: 'Copiar ICC'. */
export function CopyButton({ text, what, onHover = false }: { text: string; what: string; onHover?: boolean }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    announce(t('common.copied'))
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <IconButton
      Icon={Icon}
      iconClass="icon-14"
      className={onHover ? styles.copyOnHover : ''}
      label={t('common.copyOf', { what })}
      onClick={() => void copy()}
    />
  )
}
