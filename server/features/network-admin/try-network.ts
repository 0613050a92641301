import type { CallInput } from '#contract/call.ts'
import { NETWORK_SENTENCES, UNKNOWN_NETWORK } from '#contract/network-admin/network-messages.ts'
import type { Tried, tryNetworkSettings as tryCall } from '#contract/network-admin/networks.calls.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { CheckStep } from '#server/networks/network.ts'
import { audit } from '#server/records/audit.ts'
import { checkAccess, storedSecrets } from './check-access.ts'

type TryBody = CallInput<typeof tryCall>['body']

/** Checks a network as configured. */
export async function tryNetwork(ctx: Ctx, networkId: string): Promise<Tried> {
  const { kind, ...stored } = await readStored(ctx, networkId)
  const network = ctx.networks.find(networkId)
  if (!network) {
    const text = NETWORK_SENTENCES.notOpen[ctx.language]
    return auditResult(ctx, { kind, networkId }, [{ part: 'settings', isFine: false, text, ms: 0 }])
  }
  return auditResult(ctx, { kind, networkId }, await network.check({ isUrgent: true }), storedSecrets(ctx, kind, stored))
}

/** Checks unsaved settings; omitted secrets are those of the given network. */
export async function tryNetworkSettings(ctx: Ctx, { kind, networkId, settings, secrets }: TryBody): Promise<Tried> {
  const stored = networkId === undefined ? undefined : await readStored(ctx, networkId)
  const access = checkAccess(ctx, stored?.kind ?? kind, { settings, secrets }, stored)
  const steps = await ctx.networks.checkSettings(access.kind, access.parsed)
  return auditResult(ctx, { kind, networkId: networkId ?? '' }, steps, access.secrets)
}

async function readStored({ db }: Ctx, networkId: string) {
  const stored = await db
    .selectFrom('networks')
    .select(['network_id as networkId', 'kind', 'settings', 'sealed_secrets as sealed'])
    .where('network_id', '=', networkId)
    .executeTakeFirst()
  if (!stored) throw new AppError('not_found', { sentence: UNKNOWN_NETWORK })
  return stored
}

/** Maximal length of a part's text, characters. */
const SAID_MAX = 300
/** A shorter secret would occur in any text by chance. */
const SECRET_LEAST = 6

/** Audits the check, and returns its result on one line each. A secret that the network repeats is removed. */
async function auditResult(
  ctx: Ctx,
  { kind, networkId }: { readonly kind: string; readonly networkId: string },
  steps: readonly CheckStep[],
  secrets: Readonly<Record<string, string>> = {},
): Promise<Tried> {
  const hidden = Object.values(secrets).filter(({ length }) => length >= SECRET_LEAST)
  const said = (text: string): string =>
    hidden
      .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
      .replace(/\s+/g, ' ')
      .slice(0, SAID_MAX)
  const after = { kind, ...Object.fromEntries(steps.map(({ part, isFine }) => [part, isFine])) }
  await audit(ctx.db, ctx, { action: 'network.tried', entity: 'network', entityId: networkId, after })
  return {
    steps: steps.map(({ part, isFine, text, ms }) => ({ part, isFine, text: said(text), ms: Math.max(0, Math.round(ms)) })),
  }
}
