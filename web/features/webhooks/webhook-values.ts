import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { WEBHOOK_EVENTS, type WebhookEvent, webhookUrlProblem } from '#domain/webhooks.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { ProblemsByField } from '#web/ui/edit-form.tsx'
import type { WebhookEndpoint, WebhookSettings } from './webhooks.api.ts'

/** Values of the form. */
export type WebhookValues = Readonly<ReturnType<typeof webhookValuesOf>>

/**
 * Values of the form for an endpoint, or for a new one.
 * @param company the user's own, for a new one
 */
export const webhookValuesOf = (endpoint: WebhookEndpoint | undefined, company: number) => ({
  company: endpoint?.companyId ?? company,
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  events: endpoint?.events ?? [],
  includesBelow: endpoint?.includesBelow ?? false,
})

/** Validation errors, by the server's rules. */
export function webhookProblemsOf({ url, events }: WebhookValues): ProblemsByField<'url' | 'events'> {
  const urlProblem = webhookUrlProblem(url)
  return {
    ...(urlProblem && { url: sentence(ALL_FIELD_SENTENCES[urlProblem]) }),
    ...(events.length === 0 && { events: sentence(ALL_FIELD_SENTENCES.webhookEvents) }),
  }
}

export const webhookSettingsOf = (
  { url, description, events, includesBelow }: WebhookValues,
  active: boolean,
): WebhookSettings => ({
  url: url.trim(),
  description: description.trim(),
  events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
  includesBelow,
  active,
})

/** The description of each event, by its key in `webhooks.about`. */
export const EVENT_HINTS = {
  'operation.finished': 'operation',
  'alarm.fired': 'alarm',
  'rule.fired': 'rule',
  'sim.status_changed': 'sim',
  'sim.plan_changed': 'plan',
  'sim.imei_changed': 'imei',
  'sim.left_area': 'area',
  'sms.received': 'sms',
  'invoice.issued': 'invoice',
} as const satisfies Record<WebhookEvent, string>
