import { useTranslation } from 'react-i18next'
import { WEBHOOK_EVENT_WORDS } from '#contract/webhooks/webhook-messages.ts'
import { EVENT_PERMITS, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { useHasCompanies } from '#web/shared/companies/company-choices.api.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { CheckLine, CheckWithHint } from '#web/ui/checkbox.tsx'
import { checkField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { EVENT_HINTS, type WebhookValues } from './webhook-values.ts'
import styles from './webhooks.module.css'

interface FieldsProps extends EditedFields<WebhookValues> {
  readonly isNew: boolean
}

/** Address and events of an endpoint. */
export function WebhookFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { values, problems, onValues } = props
  const hasCompanies = useHasCompanies()
  return (
    <>
      {hasCompanies && props.isNew ? (
        <CompanyField
          company={values.company}
          problem={problems.companyId}
          onChoose={({ id }) => onValues({ ...values, company: id })}
        />
      ) : null}
      <Field
        label={t('webhooks.form.url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        placeholder="https://"
        {...typedField(props, 'url')}
        hint={t('webhooks.form.urlHint')}
        data-autofocus
      />
      <Field label={t('webhooks.form.description')} autoComplete="off" maxLength={100} {...typedField(props, 'description')} />
      <EventsField {...props} />
      {hasCompanies ? (
        <CheckWithHint labelClass={styles.check} hint={t('webhooks.form.belowHint')} {...checkField(props, 'includesBelow')}>
          {t('webhooks.form.below')}
        </CheckWithHint>
      ) : null}
    </>
  )
}

function EventsField({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    onValues({ ...values, events: isOn ? [...values.events, event] : values.events.filter((one) => one !== event) })
  return (
    <fieldset className={styles.eventChoices} aria-describedby={problems.events ? 'wh-events-error' : undefined}>
      <legend>{t('webhooks.form.eventsLegend')}</legend>
      {WEBHOOK_EVENTS.map((event) => {
        const isOn = values.events.includes(event)
        return (
          <CheckLine
            key={event}
            labelClass={styles.check}
            checked={isOn}
            // events without permission can be removed, but not added
            disabled={!isOn && !holds(session, EVENT_PERMITS[event])}
            aria-invalid={problems.events ? true : undefined}
            onChange={(change) => toggle(event, change.currentTarget.checked)}
          >
            <span>
              <span className="medium">{sentence(WEBHOOK_EVENT_WORDS[event])}</span>{' '}
              <code className="text-tertiary text-small">{event}</code>
              <span className="text-tertiary text-small">{t(`webhooks.about.${EVENT_HINTS[event]}`)}</span>
            </span>
          </CheckLine>
        )
      })}
      <Problem id="wh-events-error">{problems.events}</Problem>
    </fieldset>
  )
}
