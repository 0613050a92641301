import { useTranslation } from 'react-i18next'
import { zoneName } from '#web/lib/format.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { PopupTargets } from './popup-targets.tsx'
import type { PopupValues } from './popup-values.ts'
import styles from './popups.module.css'
import { WordsChoice } from './words-choice.tsx'

interface FieldsProps extends EditedFields<PopupValues> {
  /** the language of the edited text */
  readonly words: 'es' | 'en'
  onWords(words: 'es' | 'en'): void
}

export function PopupFields(props: FieldsProps) {
  const { values, problems, onValues } = props
  return (
    <>
      <Words {...props} />
      <PopupTargets
        everyone={values.everyone}
        companies={values.companies}
        problem={problems.companies}
        onTargets={(targets) => onValues({ ...values, ...targets })}
      />
      <Times {...props} />
    </>
  )
}

/** Title and text, one language at a time. */
function Words(props: FieldsProps) {
  const { t } = useTranslation()
  const { words, problems, onWords } = props
  const [title, content] = words === 'es' ? (['titleEs', 'contentEs'] as const) : (['titleEn', 'contentEn'] as const)
  const other = words === 'es' ? 'En' : 'Es'
  const isOtherMissing = Object.keys(problems).some((name) => name.endsWith(other) && problems[name] !== undefined)
  return (
    <>
      <WordsChoice words={words} onWords={onWords} />
      {isOtherMissing ? <Problem>{t('popups.form.otherMissing')}</Problem> : null}
      <Field
        key={title}
        label={t('popups.form.title')}
        {...typedField(props, title)}
        maxLength={120}
        lang={words}
        autoComplete="off"
        data-autofocus
      />
      <AreaField
        key={content}
        label={t('popups.form.content')}
        {...typedField(props, content)}
        rows={7}
        maxLength={4000}
        lang={words}
        hint={t('popups.form.contentHint')}
      />
    </>
  )
}

/** Start, end, and which of the two positions. */
function Times(props: FieldsProps) {
  const { t } = useTranslation()
  const { values, problems, onValues } = props
  const zone = zoneName(new Date().toISOString())
  return (
    <>
      <div className={styles.pair}>
        <Field
          type="datetime-local"
          label={t('popups.form.from')}
          hint={t('popups.form.zone', { zone })}
          {...typedField(props, 'from', 'startsAt')}
        />
        <Field
          type="datetime-local"
          label={t('popups.form.to')}
          hint={t('popups.form.toHint')}
          {...typedField(props, 'to', 'endsAt')}
        />
      </div>
      <ChoiceField
        label={t('popups.form.slot')}
        value={String(values.slot)}
        problem={problems.slot}
        onChoose={(slot) => onValues({ ...values, slot: Number(slot) })}
      >
        {[1, 2].map((slot) => (
          <option key={slot} value={slot}>
            {t('popups.form.slotOf', { slot })}
          </option>
        ))}
      </ChoiceField>
      <p className={fieldStyles.hint}>{t('popups.form.slotHint')}</p>
    </>
  )
}
