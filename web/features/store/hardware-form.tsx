import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PICTURE_TYPES } from '#domain/picture-format.ts'
import { STORE_CURRENCIES } from '#domain/requests.ts'
import { CallError } from '#web/lib/call.ts'
import { productTypeLabel } from '#web/lib/product-type-word.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkField, choiceField, type EditedFields, EditForm, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/file-upload.tsx'
import { Problem } from '#web/ui/problem.tsx'
import styles from './hardware-form.module.css'
import { type HardwareValues, hardwareBodyOf, hardwareProblemsOf, hardwareValuesOf } from './hardware-values.ts'
import { Picture } from './picture.tsx'
import { PICTURE_SIDE, shrinkPicture } from './shrink-picture.ts'
import { brandsQuery, categoryChoicesQuery, type HardwareRow, useSaveHardware, useUploadPicture } from './store.api.ts'

interface FormProps {
  /** undefined for a new one */
  readonly product: HardwareRow | undefined
  onClose(): void
}

/** Adds or edits a product. */
export function HardwareForm({ product, onClose }: FormProps) {
  const { t } = useTranslation()
  const [isPictureBusy, setPictureBusy] = useState(false)
  const form = useEditForm({
    initial: () => hardwareValuesOf(product),
    problemsOf: (values) => hardwareProblemsOf(values, t('store.form.priceWrong')),
    bodyOf: hardwareBodyOf,
    save: useSaveHardware(product?.hardwareId),
    isBlocked: () => isPictureBusy,
    onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={t(product ? 'store.form.changeTitle' : 'store.form.newTitle')} fullOnPhone>
      <EditForm form={form}>
        <div className={styles.form}>
          <PictureField
            picture={form.values.picture}
            onPicture={(picture) => form.onValues((before) => ({ ...before, picture }))}
            onBusy={setPictureBusy}
          />
          <div>
            <Fields {...form} />
          </div>
        </div>
      </EditForm>
    </Dialog>
  )
}

function Fields(props: EditedFields<HardwareValues>) {
  const { t } = useTranslation()
  const { data: brands = [] } = useQuery(brandsQuery)
  const { data: categories = [] } = useQuery(categoryChoicesQuery)
  return (
    <>
      <Field
        label={t('store.form.name')}
        {...typedField(props, 'name', 'hardwareName')}
        maxLength={120}
        autoComplete="off"
        data-autofocus
      />
      <div className={styles.pair}>
        <Field
          label={t('store.form.brand')}
          {...typedField(props, 'brand', 'brandName')}
          maxLength={60}
          list="store-brands"
          autoComplete="off"
          hint={t('store.form.brandHint')}
        />
        <datalist id="store-brands">
          {brands.map(({ brandId, brandName }) => (
            <option key={brandId} value={brandName} />
          ))}
        </datalist>
        <ChoiceField label={t('store.form.category')} {...choiceField(props, 'category', 'categoryId')}>
          <option value="">{t('store.form.chooseCategory')}</option>
          {categories.map(({ categoryId, categoryName }) => (
            <option key={categoryId} value={categoryId}>
              {productTypeLabel(categoryName)}
            </option>
          ))}
        </ChoiceField>
      </div>
      <PriceFields {...props} />
      <AreaField
        label={t('store.form.description')}
        {...typedField(props, 'description')}
        rows={5}
        maxLength={4000}
        hint={t('store.form.descriptionHint')}
      />
      <AreaField
        label={t('store.form.english')}
        {...typedField(props, 'english', 'hardwareDescriptionEn')}
        rows={3}
        maxLength={4000}
        hint={t('store.form.englishHint')}
      />
      <CheckLine labelClass={styles.check} {...checkField(props, 'active')}>
        {t('store.form.active')}
      </CheckLine>
    </>
  )
}

function PriceFields(props: EditedFields<HardwareValues>) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <Field
        label={t('store.form.price')}
        {...typedField(props, 'price')}
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
      />
      <ChoiceField label={t('store.form.currency')} {...choiceField(props, 'currency')}>
        {STORE_CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {currency}
          </option>
        ))}
      </ChoiceField>
    </div>
  )
}

interface PictureFieldProps {
  readonly picture: string
  onPicture(picture: string): void
  onBusy(isBusy: boolean): void
}

/** The picture of a product: chosen, resized, uploaded. */
function PictureField({ picture, onPicture, onBusy }: PictureFieldProps) {
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
          <IconButton
            Icon={IconTrash}
            iconClass="icon-14"
            variant="default"
            label={t('store.form.removePicture')}
            onClick={() => onPicture('')}
          />
        )}
      </div>
      <Problem isAlert>{problem}</Problem>
      <p className={fieldStyles.hint}>{t('store.form.pictureHint', { side: PICTURE_SIDE })}</p>
    </fieldset>
  )
}
