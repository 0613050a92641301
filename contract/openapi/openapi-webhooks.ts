import { MAX_EVENT_ITEMS, WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { WEBHOOK_EVENT_WORDS } from '../webhooks/webhook-messages.ts'
import { webhookItems } from '../webhooks/webhooks.calls.ts'
import { answerSchema, type JsonSchema } from './openapi-schemas.ts'

interface WebhookOperation {
  readonly post: {
    readonly operationId: string
    readonly security: readonly { readonly webhookSignature: readonly [] }[]
    readonly summary: string
    readonly description: string
    readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
    readonly responses: Readonly<Record<string, { readonly description: string }>>
  }
}

const DESCRIPTION =
  'Signed by Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature. Messages may arrive more than once, with the same webhook-id, and in any order.'

/** What the portal sends to endpoints, as OpenAPI 3.1 has webhooks. */
export function webhookDocuments(): Readonly<Record<string, WebhookOperation>> {
  const entries = WEBHOOK_EVENTS.map((event): [string, WebhookOperation] => {
    const items = { type: 'array', minItems: 1, maxItems: MAX_EVENT_ITEMS, items: answerSchema(webhookItems[event]) } as const
    const schema: JsonSchema = {
      type: 'object',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { const: event },
        timestamp: { type: 'string', format: 'date-time' },
        data: { type: 'object', required: ['items'], properties: { items } },
      },
    }
    const post = {
      operationId: event,
      security: [{ webhookSignature: [] }] as const,
      summary: WEBHOOK_EVENT_WORDS[event].en,
      description: DESCRIPTION,
      requestBody: { content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Delivered' },
        410: { description: 'Gone: the endpoint is turned off' },
        default: { description: 'Not delivered: retried for 24 hours' },
      },
    }
    return [event, { post }]
  })
  return Object.fromEntries(entries)
}
