import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PICTURE_TYPES } from '#domain/picture-format.ts'
import { CallError } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { FileButton } from '#web/ui/file-upload.tsx'
import { Problem } from '#web/ui/problem.tsx'
import styles from './hardware-form.module.css'
import { Picture } from './picture.tsx'
import { PICTURE_SIDE, shrinkPicture } from './shrink-picture.ts'
import { useUploadPicture } from './store.api.ts'

interface PictureFieldProps {
  readonly picture: string
  onPicture(picture: string): void
  onBusy(isBusy: boolean): void
}

/** The picture of a product: chosen, resized, uploaded. */
export function PictureField({ picture, onPicture, onBusy }: PictureFieldProps) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const upload = useUploadPicture()
  const setUploading = (busy: boolean) => {
    setBusy(busy)
    onBusy(busy)
  }
  const uploadFile = async (file: File) => {
    if (isBusy) return
    setProblem('')
    setUploading(true)
    try {
      const small = await shrinkPicture(file).catch(() => undefined)
      if (small) onPicture((await upload.mutateAsync(small)).picture)
      else setProblem(t('store.form.notAPicture'))
    } catch (error) {
      setProblem(error instanceof CallError ? (error.fields.picture ?? error.message) : String(error))
    } finally {
      setUploading(false)
    }
  }
  return (
    <fieldset className={styles.upload} aria-label={t('store.form.picture')}>
      <Picture picture={picture} />
      <div className="row">
        <FileButton
          label={t('store.form.choosePicture')}
          accept={PICTURE_TYPES.join()}
          size="sm"
          blocked={isBusy}
          aria-busy={isBusy}
          onFile={(file) => void uploadFile(file)}
        >
          <IconUpload className="icon icon-14" aria-hidden="true" />
          {t(isBusy ? 'store.form.pictureBusy' : 'store.form.choosePicture')}
        </FileButton>
        {picture === '' ? null : (
          <Button size="sm" square aria-label={t('store.form.removePicture')} onClick={() => onPicture('')}>
            <IconTrash className="icon icon-14" aria-hidden="true" />
          </Button>
        )}
      </div>
      <Problem isAlert>{problem}</Problem>
      <p className={fieldStyles.hint}>{t('store.form.pictureHint', { side: PICTURE_SIDE })}</p>
    </fieldset>
  )
}
