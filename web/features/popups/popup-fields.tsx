import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { zoneName } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { PopupTargets } from './popup-targets.tsx'
import type { PopupValues } from './popup-values.ts'
import styles from './popups.module.css'

interface FieldsProps {
  readonly values: PopupValues
  /** the language of the edited text */
  readonly words: 'es' | 'en'
  readonly missing: readonly string[]
  /** the server's errors by field */
  readonly problems: Readonly<Record<string, string>>
  onValues(values: PopupValues): void
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
function Words({ values, words, missing, problems, onValues, onWords }: FieldsProps) {
  const { t } = useTranslation()
  const [title, content] = words === 'es' ? (['titleEs', 'contentEs'] as const) : (['titleEn', 'contentEn'] as const)
  const wrong = (name: string) => problems[name] ?? (missing.includes(name) ? sentence(FIELD_SENTENCES.required) : undefined)
  const other = words === 'es' ? 'En' : 'Es'
  const isOtherMissing = missing.some((name) => name.endsWith(other))
  return (
    <>
      <Choice
        label={t('popups.form.words')}
        value={words}
        onChange={onWords}
        options={[
          { value: 'es', text: t('popups.form.spanish') },
          { value: 'en', text: t('popups.form.english') },
        ]}
      />
      {isOtherMissing ? <Problem>{t('popups.form.otherMissing')}</Problem> : null}
      <Field
        key={title}
        label={t('popups.form.title')}
        value={values[title]}
        maxLength={120}
        lang={words}
        autoComplete="off"
        error={wrong(title)}
        data-autofocus
        onChange={({ currentTarget: { value } }) => onValues({ ...values, [title]: value })}
      />
      <AreaField
        key={content}
        label={t('popups.form.content')}
        value={values[content]}
        rows={7}
        maxLength={4000}
        lang={words}
        error={wrong(content)}
        hint={t('popups.form.contentHint')}
        onChange={({ currentTarget: { value } }) => onValues({ ...values, [content]: value })}
      />
    </>
  )
}

/** Start, end, and which of the two positions. */
function Times({ values, missing, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const zone = zoneName(new Date().toISOString())
  const none = missing.includes('from') ? sentence(FIELD_SENTENCES.required) : undefined
  return (
    <>
      <div className={styles.pair}>
        <Field
          type="datetime-local"
          label={t('popups.form.from')}
          hint={t('popups.form.zone', { zone })}
          value={values.from}
          error={problems.startsAt ?? none}
          onChange={({ currentTarget: { value: from } }) => onValues({ ...values, from })}
        />
        <Field
          type="datetime-local"
          label={t('popups.form.to')}
          hint={t('popups.form.toHint')}
          value={values.to}
          error={problems.endsAt}
          onChange={({ currentTarget: { value: to } }) => onValues({ ...values, to })}
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
