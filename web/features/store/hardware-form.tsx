import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STORE_CURRENCIES } from '#domain/requests.ts'
import { CallError } from '#web/lib/call.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './hardware-form.module.css'
import {
  type HardwareProblems,
  type HardwareValues,
  hardwareBodyOf,
  hardwareProblemsOf,
  hardwareValuesOf,
} from './hardware-values.ts'
import { PictureField } from './picture-field.tsx'
import { brandsQuery, categoryChoicesQuery, type HardwareRow, useSaveHardware } from './store.api.ts'

interface FormProps {
  /** undefined for a new one */
  readonly product: HardwareRow | undefined
  onClose(): void
}

/** Adds or edits a product. */
export function HardwareForm({ product, onClose }: FormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(() => hardwareValuesOf(product))
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPictureBusy, setPictureBusy] = useState(false)
  const { mutate, isPending, error } = useSaveHardware(product?.hardwareId)
  const problems = hardwareProblemsOf(values, t('store.form.priceWrong'))
  const submit = () => {
    setSubmitted(true)
    if (isPending || isPictureBusy || Object.keys(problems).length > 0) return
    mutate(hardwareBodyOf(values), {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const hasFieldErrors = Object.keys(fieldErrors).length > 0
  return (
    <Dialog opened onClose={onClose} title={t(product ? 'store.form.changeTitle' : 'store.form.newTitle')} fullOnPhone>
      <Form isPending={isPending} onAttempt={submit}>
        <div className={styles.form}>
          <PictureField
            picture={values.picture}
            onPicture={(picture) => setValues((before) => ({ ...before, picture }))}
            onBusy={setPictureBusy}
          />
          <div>
            <Fields values={values} problems={{ ...fieldErrors, ...(isSubmitted ? problems : {}) }} onValues={setValues} />
          </div>
        </div>
        <Failure error={hasFieldErrors ? null : error} />
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" blocked={isPending || isPictureBusy} aria-busy={isPending}>
            {t(isPending ? 'store.form.saving' : 'store.form.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly values: HardwareValues
  readonly problems: HardwareProblems
  onValues(values: HardwareValues): void
}

function Fields({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const { data: brands = [] } = useQuery(brandsQuery)
  const { data: categories = [] } = useQuery(categoryChoicesQuery)
  return (
    <>
      <Field
        label={t('store.form.name')}
        value={values.name}
        maxLength={120}
        autoComplete="off"
        data-autofocus
        error={problems.hardwareName}
        onChange={(event) => onValues({ ...values, name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <Field
          label={t('store.form.brand')}
          value={values.brand}
          maxLength={60}
          list="store-brands"
          autoComplete="off"
          error={problems.brandName}
          hint={t('store.form.brandHint')}
          onChange={(event) => onValues({ ...values, brand: event.currentTarget.value })}
        />
        <datalist id="store-brands">
          {brands.map(({ brandId, brandName }) => (
            <option key={brandId} value={brandName} />
          ))}
        </datalist>
        <ChoiceField
          label={t('store.form.category')}
          value={values.category}
          problem={problems.categoryId}
          onChoose={(category) => onValues({ ...values, category })}
        >
          <option value="">{t('store.form.chooseCategory')}</option>
          {categories.map(({ categoryId, categoryName }) => (
            <option key={categoryId} value={categoryId}>
              {categoryName}
            </option>
          ))}
        </ChoiceField>
      </div>
      <PriceFields values={values} problems={problems} onValues={onValues} />
      <AreaField
        label={t('store.form.description')}
        value={values.description}
        rows={5}
        maxLength={4000}
        hint={t('store.form.descriptionHint')}
        onChange={(event) => onValues({ ...values, description: event.currentTarget.value })}
      />
      <CheckLine
        label={styles.check}
        checked={values.active}
        onChange={(event) => onValues({ ...values, active: event.currentTarget.checked })}
      >
        {t('store.form.active')}
      </CheckLine>
    </>
  )
}

function PriceFields({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const choose = (text: string) => {
    const currency = STORE_CURRENCIES.find((one) => one === text)
    if (currency) onValues({ ...values, currency })
  }
  return (
    <div className={styles.pair}>
      <Field
        label={t('store.form.price')}
        value={values.price}
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        error={problems.price}
        onChange={(event) => onValues({ ...values, price: event.currentTarget.value })}
      />
      <ChoiceField label={t('store.form.currency')} value={values.currency} problem={undefined} onChoose={choose}>
        {STORE_CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {currency}
          </option>
        ))}
      </ChoiceField>
    </div>
  )
}
