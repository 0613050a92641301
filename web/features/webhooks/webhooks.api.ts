import type { CallArguments } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import type { WebhookState } from '#contract/webhooks/webhook-messages.ts'
import * as calls from '#contract/webhooks/webhooks.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'

export type { WebhookEndpoint } from '#contract/webhooks/webhooks.calls.ts'
export type WebhookMessageRow = RowOf<typeof calls.webhookMessageList>
export type WebhookSettings = CallArguments<typeof calls.changeWebhook>['body']

const POLL_INTERVAL_MS = 10_000
/** Polling interval of the open log, ms. */
const LOG_INTERVAL_MS = 2_500

/** The endpoints of the user's companies, or of one of them. */
export const webhooksQuery = (company?: number) =>
  callQuery(calls.listWebhooks, ['webhooks', 'all', company], { query: { company } }, { refetchInterval: POLL_INTERVAL_MS })

export const messagesQuery = (endpointId: number, state: WebhookState | undefined) =>
  pagedQuery(
    calls.listWebhookMessages,
    ['webhooks', 'messages', endpointId, state],
    { state },
    { params: { endpointId }, refetchInterval: LOG_INTERVAL_MS },
  )

export const messageQuery = (messageId: number) =>
  callQuery(
    calls.getWebhookMessage,
    ['webhooks', 'message', messageId],
    { params: { messageId } },
    { refetchInterval: LOG_INTERVAL_MS },
  )

/** A mutation that changes what the list or the log of webhooks shows. */
const useChange = <Input, Answer>(change: (input: Input) => Promise<Answer>) => useInvalidatingMutation(['webhooks'], change)

/** Creates an endpoint, which gets a secret, or changes one. */
export const useSaveWebhook = (endpointId: number | undefined) =>
  useChange(async ({ companyId, ...settings }: WebhookSettings & { companyId: number }) =>
    endpointId === undefined
      ? { message: '', secret: (await call(calls.createWebhook, { body: { companyId, ...settings } })).secret }
      : {
          secret: undefined,
          message: (await callWithMessage(calls.changeWebhook, { params: { endpointId }, body: settings })).message,
        },
  )

export const useChangeWebhook = () =>
  useChange(({ endpointId, ...body }: WebhookSettings & { endpointId: number }) =>
    callWithMessage(calls.changeWebhook, { params: { endpointId }, body }),
  )

export const useRotateSecret = () =>
  useChange((endpointId: number) => callWithMessage(calls.rotateWebhookSecret, { params: { endpointId }, body: {} }))

export const useRemoveWebhook = () =>
  useChange((endpointId: number) => callWithMessage(calls.deleteWebhook, { params: { endpointId } }))

export const usePing = () =>
  useChange((endpointId: number) => callWithMessage(calls.pingWebhook, { params: { endpointId }, body: {} }))

export const useSendAgain = () =>
  useChange((messageId: number) => callWithMessage(calls.resendWebhookMessage, { params: { messageId }, body: {} }))
