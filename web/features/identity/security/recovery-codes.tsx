import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#web/lib/copy-text.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './security.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** owner, for the file */
  readonly email: string
  onDone(): void
}

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  // announced to screen readers as new content
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    if (!(await copyText(codes.join('\n')))) return
    setCopied(true)
    announce(t('security.recovery.copied'))
  }
  const download = () => {
    const text = [t('security.recovery.fileHead', { email }), '', ...codes, '', t('security.recovery.fileFoot'), ''].join(
      '\r\n',
    )
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('security.recovery.fileName'))
  }
  const CopyIcon = isCopied ? IconCheck : IconCopy
  return (
    <section className={styles.recovery} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('security.recovery.title')}
      </h3>
      <p className="text-secondary">{t('security.recovery.lead')}</p>
      <ol className={`${styles.recoveryCodes} tabular-numbers`} data-recovery-codes="">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button onClick={() => void copy()}>
          <CopyIcon className="icon icon-14" aria-hidden="true" />
          {t(isCopied ? 'security.recovery.copied' : 'security.recovery.copy')}
        </Button>
        <Button onClick={download}>
          <IconDownload className="icon icon-14" aria-hidden="true" />
          {t('security.recovery.download')}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t('security.recovery.done')}
        </Button>
      </div>
    </section>
  )
}
