import { IconDownload, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAnswer } from '#web/lib/call.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { documentName } from './charge-words.ts'
import { type Charge, pdfQuery } from './charges.api.ts'
import styles from './pdf-dialog.module.css'

/** The PDF of a document, in the browser's own viewer, which zooms, searches and prints. */
export function PdfDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery(pdfQuery(charge.documentId))
  const { data } = query
  const name = documentName(charge, t)
  return (
    <Dialog opened onClose={onClose} title={name} fullOnPhone>
      <Loaded query={query} failed={t('charges.pdfFailed')} waiting={<div className={styles.chargePdf} aria-busy="true" />}>
        {(file) => <PdfViewer file={file} title={t('charges.pdfOf', { name })} />}
      </Loaded>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button variant="primary" blocked={!data} onClick={() => data && saveFile(data.blob, data.fileName)}>
          <IconDownload className="icon" aria-hidden="true" />
          {t('charges.downloadPdf')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Phones have no embedded PDF viewer: there the file is only offered for download. */
function PdfViewer({ file, title }: { file: FileAnswer; title: string }) {
  const { t } = useTranslation()
  const address = useObjectUrl(file.blob)
  if (!navigator.pdfViewerEnabled) {
    return (
      <EmptyState isWhole Icon={IconFileText} title={file.fileName}>
        {t('charges.noReader')}
      </EmptyState>
    )
  }
  return address ? <iframe className={styles.chargePdf} title={title} src={`${address}#view=FitH&navpanes=0`} /> : null
}

/** An object URL of a blob; revoked on unmount. */
function useObjectUrl(blob: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return address
}
