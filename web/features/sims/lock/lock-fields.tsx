import { useTranslation } from 'react-i18next'
import { AREA_MODE_WORDS, DEVICE_MODE_WORDS } from '#contract/locks/lock-messages.ts'
import { AREA_MODES } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import { DEVICE_MODES, LOCK_VALUES_MAX } from '#domain/locks.ts'
import { sentence } from '#web/lib/sentence.ts'
import { AreasField } from '#web/shared/locks/areas-field.tsx'
import { GeofencesField } from '#web/shared/locks/geofences-field.tsx'
import { AreaField } from '#web/ui/area-field.tsx'
import { CheckWithHint } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { checkField, choiceField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import styles from './lock.module.css'
import type { LockValues } from './lock-values.ts'

interface LockFieldsProps {
  readonly form: EditedFields<LockValues>
  readonly company: number
  /** the device that a SIM's lock of mode `learn` holds */
  readonly held?: string | undefined
}

/** In which devices, countries, networks and geofences SIMs may be, and who gets a mail. */
export function LockFields({ form, company, held }: LockFieldsProps) {
  const { t } = useTranslation()
  const { values } = form
  return (
    <>
      <ChoiceField label={t('simLock.mode')} isAutoFocused {...choiceField<LockValues, 'mode'>(form, 'mode')}>
        {DEVICE_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {sentence(DEVICE_MODE_WORDS[mode])}
          </option>
        ))}
      </ChoiceField>
      <p className={fieldStyles.hint}>
        {values.mode === 'learn' && held ? t('simLock.held', { imei: formatImei(held) }) : t(`simLock.hint.${values.mode}`)}
      </p>
      <ModeFields {...form} held={held} />
      <AreaFields {...form} company={company} />
      <Field
        label={t('simLock.emails')}
        hint={t('simLock.emailsHint')}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...typedField<LockValues, 'emails'>(form, 'emails')}
      />
    </>
  )
}

/** The fields of the chosen mode. */
function ModeFields({ held, ...form }: EditedFields<LockValues> & { readonly held: string | undefined }) {
  const { t } = useTranslation()
  const { mode } = form.values
  if (mode === 'learn' && held)
    return (
      <CheckWithHint
        labelClass={styles.anew}
        hint={t('simLock.bindAnewHint', { imei: formatImei(held) })}
        {...checkField<LockValues, 'bindsAnew'>(form, 'bindsAnew')}
      >
        {t('simLock.bindAnew')}
      </CheckWithHint>
    )
  if (mode !== 'imei' && mode !== 'tac') return null
  const name = mode === 'imei' ? 'imeis' : 'tacs'
  return (
    <AreaField
      label={t(`simLock.${name}`)}
      hint={t(`simLock.${name}Hint`, { count: LOCK_VALUES_MAX })}
      rows={3}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      {...typedField<LockValues, typeof name>(form, name, 'values')}
    />
  )
}

function AreaFields({ company, ...form }: EditedFields<LockValues> & { readonly company: number }) {
  const { t } = useTranslation()
  const { values, problems, onValues } = form
  return (
    <>
      <ChoiceField label={t('simLock.area')} {...choiceField<LockValues, 'areaMode'>(form, 'areaMode')}>
        {AREA_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {sentence(AREA_MODE_WORDS[mode])}
          </option>
        ))}
      </ChoiceField>
      {values.areaMode === 'listed' ? (
        <>
          <AreasField areas={values.areas} problem={problems.areas} onAreas={(areas) => onValues({ ...values, areas })} />
          <GeofencesField
            company={company}
            chosen={values.geofences}
            problem={problems.geofences ?? problems['area.geofences']}
            onChosen={(geofences) => onValues({ ...values, geofences })}
          />
        </>
      ) : null}
    </>
  )
}
