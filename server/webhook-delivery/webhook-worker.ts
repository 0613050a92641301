import type { Logger } from 'pino'
import type { Services } from '../context.ts'
import { webhookAttempts } from '../metrics/figures.ts'
import { SecretUnreadable } from '../secrets/secret-box.ts'
import { addressFinder, type FindAddresses } from './addresses.ts'
import { endpointSecrets } from './endpoint-secrets.ts'
import { type Attempt, sendMessage } from './send-message.ts'
import { settleAttempt } from './settle-attempt.ts'
import { signatureHeaders } from './sign.ts'
import { giveBack, type TakenMessage, takeMessages, webhookId } from './take-messages.ts'

type WorkerServices = Pick<Services, 'db' | 'clock' | 'config' | 'secrets'>

/** A message waits for so long at most before its first attempt. */
const LOOK_EVERY_MS = 1_000
/** Attempts on their way at the same time, of all endpoints. */
const IN_FLIGHT = 50

interface Work {
  readonly services: WorkerServices
  readonly find: FindAddresses
  readonly signal: AbortSignal
}

/**
 * Delivers messages until the returned function is called; attempts that are under way then are cut off and made again by whoever
 * comes next, so that a receiver may get the same message twice.
 */
export function startWebhookWorker(services: WorkerServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  const ending = new AbortController()
  const work: Work = { services, find: addressFinder(services.config.WEBHOOK_NETWORKS), signal: ending.signal }
  const underWay = new Set<Promise<void>>()
  let looking: Promise<void> = Promise.resolve()
  const take = async (): Promise<void> => {
    const room = IN_FLIGHT - underWay.size
    if (room <= 0 || ending.signal.aborted) return
    for (const taken of await takeMessages(services.db, services.clock(), room)) {
      const one = deliver(work, taken)
        .catch((error: unknown) => log.error({ err: error, messageId: taken.messageId }, 'a webhook was not settled'))
        .finally(() => {
          underWay.delete(one)
          look()
        })
      underWay.add(one)
    }
  }
  const look = (): void => {
    looking = looking.then(take).catch((error: unknown) => log.error({ err: error }, 'webhooks could not be looked for'))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    ending.abort()
    await looking
    await Promise.all(underWay)
  }
}

/** Delivers what is due, once. @returns how many attempts were made */
export async function deliverDue(services: WorkerServices): Promise<number> {
  const find = addressFinder(services.config.WEBHOOK_NETWORKS)
  const signal = new AbortController().signal
  const taken = await takeMessages(services.db, services.clock(), IN_FLIGHT)
  await Promise.all(taken.map((message) => deliver({ services, find, signal }, message)))
  return taken.length
}

async function deliver({ services, find, signal }: Work, taken: TakenMessage): Promise<void> {
  const at = services.clock()
  const attempt = await attemptOf({ services, find, signal }, taken, at)
  webhookAttempts.add([attempt.problem === '' ? 'delivered' : attempt.problem])
  const now = services.clock()
  if (signal.aborted && attempt.status === null) await giveBack(services.db, taken, now)
  else await settleAttempt(services, { taken, attempt, at, now })
}

async function attemptOf({ services, find, signal }: Work, taken: TakenMessage, at: Date): Promise<Attempt> {
  const { uid, url, body } = taken
  try {
    const secrets = endpointSecrets(services.secrets, taken, at)
    const headers = signatureHeaders({ id: webhookId(uid), at, body }, secrets)
    return await sendMessage({ url, headers, body }, { find, signal })
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    return { durationMs: 0, status: null, problem: 'secret', answer: '' }
  }
}
