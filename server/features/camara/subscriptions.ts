import { z } from 'zod'
import { getSim } from '#contract/sims/sims.calls.ts'
import {
  createScope,
  createScopes,
  type EndReason,
  type EventApiName,
  type EventSubject,
  eventApi,
  eventType,
  TOKEN_MARGIN_MS,
} from '#domain/camara-events.ts'
import { webhookUrlProblem } from '#domain/webhooks.ts'
import { AppError } from '#server/app-error.ts'
import type { RequestContext } from '#server/context.ts'
import type { KeyCaller } from '#server/http/api-key.ts'
import { checkAddress } from '#server/webhook-delivery/check-address.ts'
import type { AskPortal } from './ask.ts'
import { failures } from './failure.ts'
import { type CamaraApi, type CamaraOperation, defineOperation } from './operation.ts'
import {
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  readSubscription,
  subscriptionData,
} from './subscription-rows.ts'

/** What a subscription is about, found from what a request says of it. */
export interface Subscribed {
  readonly icc: string
  readonly subject: EventSubject
  /** of one that follows the number */
  readonly msisdn?: string
}

/** Failures that most documents have, and some lack; there it is INVALID_ARGUMENT, or PERMISSION_DENIED. */
type Lacking =
  | 'OUT_OF_RANGE'
  | 'INVALID_SINK'
  | 'INVALID_TOKEN'
  | 'SUBSCRIPTION_MISMATCH'
  | 'MULTIEVENT_SUBSCRIPTION_NOT_SUPPORTED'

/** What is of one document alone. */
export interface EventDocument<D extends z.ZodType = z.ZodType> {
  readonly name: EventApiName
  readonly correlator?: RegExp
  readonly lacks?: readonly Lacking[]
  /** subscriptionDetail */
  readonly detail: D
  /** the document has initialEvent */
  readonly hasInitialEvent?: boolean
  /** it takes sinks without TLS */
  readonly takesPlainSinks?: boolean
  /** @throws CamaraFailure */
  readonly find: (ask: AskPortal, detail: z.output<D>) => Promise<Subscribed>
  /** asks whether the network has a SIM without a session; undefined when it can't say */
  readonly probe?: (ask: AskPortal, icc: string) => Promise<boolean | undefined>
}

const credential = z.looseObject({
  credentialType: z.string().refine((type) => type === 'ACCESSTOKEN'),
  accessToken: z.string(),
  accessTokenExpiresUtc: z.iso.datetime({ offset: true }),
  accessTokenType: z.string().refine((type) => type === 'bearer'),
})

/** Taken, and without effect: what it asks for is how events are sent anyway. */
const protocolSettings = z.looseObject({
  headers: z.record(z.string(), z.string()).optional(),
  method: z.literal('POST').optional(),
})

/** A field that the document does not have: anything. */
const IGNORED = z
  .unknown()
  .transform(() => undefined)
  .optional()

const requestOf = ({ name, detail, takesPlainSinks = false, hasInitialEvent = false }: EventDocument) =>
  z.object({
    protocol: z.string().refine((protocol) => protocol === 'HTTP'),
    sink: z.string().refine((sink) => isSink(sink, takesPlainSinks)),
    sinkCredential: credential.optional(),
    types: z.array(z.enum(eventApi(name).types.map((type) => eventType(name, type)))).length(1),
    config: z.object({
      subscriptionDetail: detail,
      subscriptionExpireTime: z.iso.datetime({ offset: true }).optional(),
      subscriptionMaxEvents: z.int32().min(1).optional(),
      initialEvent: hasInitialEvent ? z.boolean().optional() : IGNORED,
    }),
    protocolSettings: protocolSettings.optional(),
  })
type SubscriptionRequest = z.output<ReturnType<typeof requestOf>>

const isSink = (sink: string, isPlainTaken: boolean): boolean =>
  webhookUrlProblem(sink) === undefined && (isPlainTaken || sink.startsWith('https://'))

/** The documents' own codes for what is wrong in some places of a request. */
const BODY_FAILURES = {
  protocol: failures.invalidProtocol,
  sink: failures.invalidSink,
  'sinkCredential.credentialType': failures.invalidCredential,
  'sinkCredential.accessTokenType': failures.invalidToken,
} as const

function bodyFailureOf({ lacks = [] }: EventDocument): CamaraOperation['bodyFailure'] {
  const isLacking = (code: string): boolean => lacks.some((lacking) => lacking === code)
  return (issues) => {
    for (const { code, path } of issues) {
      const failure = code === 'custom' ? BODY_FAILURES[path.join('.') as keyof typeof BODY_FAILURES]?.() : undefined
      if (failure && !isLacking(failure.code)) return failure
    }
    const areSeveral = issues.some(({ code, path }) => code === 'too_big' && path.join('.') === 'types')
    const failure = failures.multipleEvents()
    return areSeveral && !isLacking(failure.code) ? failure : undefined
  }
}

/** What a document names an event type, without what all of them begin with. */
const typeOf = (named: string): string => named.slice(named.lastIndexOf('.') + 1)

/** Writes go through no call of the API: what that would refuse is refused here. */
function requireMayChange({ actor }: KeyCaller): void {
  requireMayRead({ actor })
  if (actor.isBlocked) throw failures.permissionDenied()
}

function requireMayRead({ actor }: Pick<KeyCaller, 'actor'>): void {
  if (!actor.permits.includes('sims')) throw failures.permissionDenied()
}

function requireScopeOf({ name, lacks = [] }: EventDocument, { scopes }: KeyCaller, type: string): void {
  if (scopes.includes(createScope(name, type))) return
  throw lacks.includes('SUBSCRIPTION_MISMATCH') ? failures.permissionDenied() : failures.subscriptionMismatch()
}

/** @throws CamaraFailure for an address that events may not be sent to */
async function requireSinkAllowed({ lacks = [] }: EventDocument, ctx: RequestContext, sink: string): Promise<void> {
  try {
    await checkAddress(ctx, sink)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw lacks.includes('INVALID_SINK')
      ? failures.invalidArgument('sink is not an address for events')
      : failures.invalidSink()
  }
}

interface End {
  readonly at: Date
  readonly by: EndReason
}

/**
 * The first of its ends: the time that was asked for; shortly before the sink's token expires, so that it can still be said; that of its key.
 * @throws CamaraFailure for what is over already
 */
function endOf(
  { config, sinkCredential }: Pick<SubscriptionRequest, 'config' | 'sinkCredential'>,
  { expiresAt }: KeyCaller,
  now: Date,
): End | undefined {
  const { subscriptionExpireTime: asked } = config
  const token = sinkCredential && Date.parse(sinkCredential.accessTokenExpiresUtc) - TOKEN_MARGIN_MS
  const ends: End[] = [
    ...(asked === undefined ? [] : [{ at: new Date(asked), by: 'SUBSCRIPTION_EXPIRED' } as const]),
    ...(token === undefined ? [] : [{ at: new Date(token), by: 'ACCESS_TOKEN_EXPIRED' } as const]),
    ...(expiresAt === null ? [] : [{ at: expiresAt, by: 'NETWORK_TERMINATED' } as const]),
  ]
  const [first] = ends.sort((one, other) => one.at.getTime() - other.at.getTime())
  if (first && first.at <= now) throw failures.invalidArgument('It would have ended already')
  return first
}

/** The operations of a document, which all documents of subscriptions have alike. */
export function subscriptionsOf<D extends z.ZodType>(typed: EventDocument<D>): CamaraApi {
  const document = typed as unknown as EventDocument
  const { name, lacks = [], correlator } = document
  const read = defineReading(document)
  const create = defineOperation({
    path: '/subscriptions',
    status: 201,
    scopes: createScopes(name),
    body: requestOf(document),
    hasOutOfRange: !lacks.includes('OUT_OF_RANGE'),
    bodyFailure: bodyFailureOf(document),
    answer: async ({ body, ask, ctx, caller, address }) => {
      const type = typeOf(body.types[0] ?? '')
      requireScopeOf(document, caller, type)
      requireMayChange(caller)
      const ends = endOf(body, caller, ctx.now)
      await requireSinkAllowed(document, ctx, body.sink)
      const { icc, subject, msisdn = '' } = await document.find(ask, body.config.subscriptionDetail)
      const { companyId } = await ask.data(getSim, { params: { icc } })
      const { subscriptionDetail: _, ...config } = body.config
      const request = {
        ...{
          api: name,
          type,
          sink: body.sink,
          token: body.sinkCredential?.accessToken ?? '',
          companyId,
          iccid: icc,
          msisdn,
          subject,
        },
        ...{ config, ends, address },
        isInNetwork: await document.probe?.(ask, icc),
      }
      return subscriptionData(await createSubscription({ ctx, caller }, request))
    },
  })
  return { name, version: eventApi(name).version, ...(correlator && { correlator }), operations: [create, ...read] }
}

const NO_BODY = z.undefined()

function defineReading({ name }: EventDocument): CamaraOperation[] {
  const one = '/subscriptions/{subscriptionId}'
  const named = (id: string): string => {
    if (!z.uuid().safeParse(id).success) throw failures.notFound()
    return id
  }
  return [
    defineOperation({
      ...{ method: 'GET', path: '/subscriptions', scopes: [`${name}:read`], body: NO_BODY },
      answer: async ({ ctx, caller }) => {
        requireMayRead(caller)
        return (await listSubscriptions({ ctx, caller }, name)).map(subscriptionData)
      },
    }),
    defineOperation({
      ...{ method: 'GET', path: one, scopes: [`${name}:read`], body: NO_BODY },
      answer: async ({ ctx, caller, id }) => {
        requireMayRead(caller)
        return subscriptionData(await readSubscription({ ctx, caller, api: name, id: named(id) }))
      },
    }),
    defineOperation({
      ...{ method: 'DELETE', path: one, status: 204, scopes: [`${name}:delete`], body: NO_BODY },
      answer: async ({ ctx, caller, id }) => {
        requireMayChange(caller)
        await deleteSubscription({ ctx, caller, api: name, id: named(id) })
        return undefined
      },
    }),
  ]
}
