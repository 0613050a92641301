import type { Logger } from 'pino'
import type { Services } from '../context.ts'
import { startTriggeredPoller } from '../jobs/poller.ts'
import { webhookAttempts } from '../metrics/counters.ts'
import { createAddressResolver, type ResolveAddresses } from '../outbound/public-addresses.ts'
import { SecretUnreadable } from '../secrets/secret-box.ts'
import { inJob, traceHeaders } from '../tracing/spans.ts'
import { attemptDelivery, type DeliveryAttempt } from './attempt-delivery.ts'
import { openSinkToken, sinkHeaders } from './camara-sinks.ts'
import { openChatAddress } from './chat-endpoints.ts'
import { type ClaimedMessage, claimMessages, releaseMessage, webhookId } from './claim-messages.ts'
import { openEndpointSecrets } from './endpoint-secrets.ts'
import { recordAttempt } from './record-attempt.ts'
import { signatureHeaders } from './sign.ts'

type WorkerServices = Pick<Services, 'db' | 'clock' | 'config' | 'secrets'>

/** Poll interval: the maximum delay before the first attempt. */
const POLL_INTERVAL_MS = 1_000
/** Concurrent attempts of all endpoints. */
const MAX_IN_FLIGHT = 50

interface Work {
  readonly services: WorkerServices
  readonly resolve: ResolveAddresses
  readonly signal: AbortSignal
}

/**
 * Delivers messages until the returned function is called; running attempts are then aborted and retried by the next
 * process, so a receiver may get a message twice.
 */
export function startWebhookWorker(services: WorkerServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  const stopping = new AbortController()
  const work: Work = { services, resolve: createAddressResolver(services.config.WEBHOOK_NETWORKS), signal: stopping.signal }
  const inFlight = new Set<Promise<void>>()
  const claim = async (): Promise<void> => {
    const room = MAX_IN_FLIGHT - inFlight.size
    if (room <= 0 || stopping.signal.aborted) return
    for (const claimed of await claimMessages(services.db, services.clock(), room)) {
      const one = deliver(work, claimed)
        .catch((error: unknown) =>
          log.error({ err: error, messageId: claimed.messageId }, 'the result of a webhook could not be recorded'),
        )
        .finally(() => {
          inFlight.delete(one)
          poller.trigger()
        })
      inFlight.add(one)
    }
  }
  const poller = startTriggeredPoller(claim, {
    everyMs: POLL_INTERVAL_MS,
    log,
    failure: 'due webhooks could not be claimed',
  })
  return async () => {
    stopping.abort()
    await poller.end()
    await Promise.all(inFlight)
  }
}

/** Delivers due messages, once. @returns the number of attempts */
export async function deliverDue(services: WorkerServices): Promise<number> {
  const resolve = createAddressResolver(services.config.WEBHOOK_NETWORKS)
  const signal = new AbortController().signal
  const claimed = await claimMessages(services.db, services.clock(), MAX_IN_FLIGHT)
  await Promise.all(claimed.map((message) => deliver({ services, resolve, signal }, message)))
  return claimed.length
}

const deliver = (work: Work, claimed: ClaimedMessage): Promise<void> =>
  inJob({ name: 'webhook', attributes: { 'enlace.webhook': webhookId(claimed.uid) } }, () => attempt(work, claimed))

async function attempt({ services, resolve, signal }: Work, claimed: ClaimedMessage): Promise<void> {
  const at = services.clock()
  const made = await makeAttempt({ services, resolve, signal }, claimed, at)
  webhookAttempts.add([made.problem === '' ? 'delivered' : made.problem])
  const now = services.clock()
  if (signal.aborted && made.status === null) await releaseMessage(services.db, claimed, now)
  else await recordAttempt(services, { message: claimed, attempt: made, at, now })
}

async function makeAttempt({ services, resolve, signal }: Work, claimed: ClaimedMessage, at: Date): Promise<DeliveryAttempt> {
  const { uid, url, body } = claimed
  try {
    if (claimed.kind === 'sink') {
      const headers = { ...sinkHeaders(openSinkToken(services.secrets, claimed.companyId, claimed.secret)), ...traceHeaders() }
      return await attemptDelivery({ url, headers, body }, { resolve, signal })
    }
    if (claimed.kind === 'chat') {
      const address = openChatAddress(services.secrets, claimed.companyId, claimed.secret)
      return await attemptDelivery({ url: address, headers: {}, body }, { resolve, signal })
    }
    const secrets = openEndpointSecrets(services.secrets, claimed, at)
    const headers = { ...signatureHeaders({ id: webhookId(uid), at, body }, secrets), ...traceHeaders() }
    return await attemptDelivery({ url, headers, body }, { resolve, signal })
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    return { durationMs: 0, status: null, problem: 'secret', answer: '' }
  }
}
