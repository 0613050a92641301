import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GEOFENCE_KINDS, GEOFENCE_NAME_MAX } from '#domain/geofences.ts'
import { useSession } from '#web/lib/session.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import type { Geofence } from '#web/shared/geofences/geofences.api.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { draftOf, type GeofenceValues, geofenceProblems, shapeOfValues, valuesOf, withDraft } from './geofence-values.ts'
import styles from './geofences.module.css'
import { type GeofenceBody, useSaveGeofence } from './geofences-edit.api.ts'
import type { Geofences } from './use-geofences.ts'

interface FormProps {
  /** undefined: a new one */
  readonly geofence: Geofence | undefined
  /** no map is drawn: places are typed */
  readonly isTyped: boolean
  onDraw: Geofences['draw']
  onClose(): void
}

/** A geofence by its fields; the map draws them, and what pointers draw on the map is in them. */
export function GeofenceForm({ geofence, isTyped, onDraw, onClose }: FormProps) {
  const { t } = useTranslation()
  const { clientId } = useSession()
  const form = useEditForm({
    initial: () => valuesOf(geofence, clientId),
    problemsOf: geofenceProblems,
    bodyOf: (values: GeofenceValues) =>
      ({ company: values.company, name: values.name.trim(), shape: shapeOfValues(values) }) as GeofenceBody,
    save: useSaveGeofence(geofence),
    onClose,
  })
  const { values, problems, isPending, failure, submit, onValues } = form
  useEffect(() => {
    onDraw(draftOf(values), (draft) => onValues((before) => withDraft(before, draft)))
  }, [onDraw, onValues, values])
  useEffect(() => () => onDraw(undefined, () => undefined), [onDraw])
  // a shape is refused at the fields of it
  const shown = { ...form, problems: { ...problems, ...shapeFields(problems) } }
  return (
    <Form
      className={styles.form}
      isPending={isPending}
      startsFocused
      onAttempt={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className={styles.fields}>
        <Field
          label={t('geofences.name')}
          maxLength={GEOFENCE_NAME_MAX}
          autoComplete="off"
          {...typedField<GeofenceValues, 'name'>(shown, 'name')}
        />
        {geofence ? null : (
          <CompanyField
            company={values.company}
            problem={problems.company}
            onChoose={({ id }) => onValues({ ...values, company: id })}
          />
        )}
        <div className={styles.kind}>
          <Choice
            label={t('geofences.kind')}
            value={values.kind}
            onChange={(kind) => onValues({ ...values, kind })}
            options={GEOFENCE_KINDS.map((kind) => ({ value: kind, text: t(`geofences.${kind}`) }))}
          />
        </div>
        {isTyped ? null : (
          <p className={`${styles.how} text-small text-secondary`}>
            {t(values.kind === 'circle' ? 'geofences.drawCircle' : 'geofences.drawPolygon')}
          </p>
        )}
        {values.kind === 'circle' ? (
          <>
            <Field
              label={t('geofences.centre')}
              hint={t('geofences.centreHint')}
              autoComplete="off"
              spellCheck={false}
              {...typedField<GeofenceValues, 'centre'>(shown, 'centre')}
            />
            <Field
              label={t('geofences.radius')}
              inputMode="numeric"
              autoComplete="off"
              {...typedField<GeofenceValues, 'radius'>(shown, 'radius')}
            />
          </>
        ) : (
          <AreaField
            label={t('geofences.corners')}
            hint={t('geofences.cornersHint')}
            rows={6}
            autoComplete="off"
            spellCheck={false}
            {...typedField<GeofenceValues, 'corners'>(shown, 'corners')}
          />
        )}
        <Failure error={failure} />
      </div>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {t(isPending ? 'common.saving' : 'geofences.save')}
        </Button>
      </div>
    </Form>
  )
}

/** What the server refuses of a shape, by the names of the fields. */
const shapeFields = (problems: Readonly<Record<string, string | undefined>>) => ({
  centre: problems.centre ?? problems['shape.centre'],
  radius: problems.radius ?? problems['shape.radiusM'],
  corners: problems.corners ?? problems['shape.corners'],
})
