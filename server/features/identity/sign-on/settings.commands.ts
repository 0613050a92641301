import type { CallInput } from '#contract/call.ts'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { domainTaken, PROVIDER_SILENT } from '#contract/identity/security-messages.ts'
import type { CompanySignOn, saveCompanySignOn } from '#contract/identity/sign-on.calls.ts'
import { isSameClient } from '#domain/sign-on.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { Http } from '#server/http/cookies.ts'
import { type Reauthentication, requireReauthentication } from '#server/http/reauthentication.ts'
import { notifyUserManagers } from '#server/mail/notify-user-managers.ts'
import { audit } from '#server/records/audit.ts'
import { openProvider, SignOnError } from './provider.ts'
import { clientSecretContext, domainsOf, type StoredSignOn, signOnOfCompany } from './settings.queries.ts'
import { lockRights, requireRights, requireSignOnCompany } from './settings-rights.ts'

type SettingsBody = CallInput<typeof saveCompanySignOn>['body']

/** The addresses to register at the provider. */
export type ProviderAddresses = Pick<CompanySignOn, 'returnAddress' | 'logoutAddress'>

/** The request besides the new values. */
interface SettingsRequest {
  readonly addresses: ProviderAddresses
  readonly http: Http
}

/** A company's sign-on settings without the client's secret. */
export async function readSettings(ctx: Ctx, companyId: number, addresses: ProviderAddresses): Promise<CompanySignOn> {
  if (!ctx.actor.permits.includes('companies')) throw new AppError('not_allowed')
  await requireSignOnCompany(ctx, ctx.db, companyId)
  const settings = await signOnOfCompany(ctx.db, companyId)
  if (!settings) return { signOn: null, ...addresses, problem: null }
  const { issuer, clientId, passwordLogin, updatedAt } = settings
  const domains = await domainsOf(ctx.db, companyId)
  return {
    signOn: { issuer, clientId, domains, passwordLogin, updatedAt: updatedAt.toISOString() },
    ...addresses,
    problem: null,
  }
}

/** Saves the settings and reports whether the provider answers: one that is down at the moment may be saved too. */
export async function saveSettings(
  ctx: Ctx,
  companyId: number,
  { clientSecret, password, code, ...settings }: SettingsBody,
  { addresses, http }: SettingsRequest,
): Promise<CompanySignOn> {
  await requireRights(ctx, companyId)
  await requireReauthentication(ctx, { password, code }, http)
  await inTransaction(ctx, async (trx) => {
    const company = await lockRights(trx, ctx, companyId)
    const before = await signOnOfCompany(trx, companyId)
    await write(trx, ctx, { companyId, before, settings, clientSecret })
    await replaceDomains(trx, companyId, settings.domains)
    const after = { ...settings, ...(clientSecret === undefined ? {} : { clientSecret: 'changed' }) }
    await audit(trx, ctx, {
      action: 'company.sign_on_changed',
      entity: 'company',
      entityId: String(companyId),
      companyId,
      after,
    })
    await notifyUserManagers(trx, ctx, 'sign_on_changed', { ...company, provider: settings.issuer })
  })
  return { ...(await readSettings(ctx, companyId, addresses)), problem: await problemOf(ctx, companyId) }
}

interface Writing {
  readonly companyId: number
  readonly before: StoredSignOn | undefined
  readonly settings: Omit<SettingsBody, 'clientSecret' | 'password' | 'code'>
  readonly clientSecret: string | undefined
}

async function write(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { companyId, before, settings, clientSecret }: Writing,
): Promise<void> {
  const sealed =
    clientSecret === undefined ? keptSecret(before, settings) : ctx.secrets.seal(clientSecret, clientSecretContext(companyId))
  const values = {
    issuer: settings.issuer,
    client_id: settings.clientId,
    sealed_client_secret: sealed,
    password_login: settings.passwordLogin,
    updated_at: ctx.now,
  }
  await trx
    .insertInto('company_sign_on')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

/** The stored secret, still sealed, for the same client of the same provider. */
function keptSecret(before: Writing['before'], settings: Writing['settings']): string {
  if (!before) throw invalidField('clientSecret', ALL_FIELD_SENTENCES.required)
  if (!isSameClient(before, settings)) throw invalidField('clientSecret', ALL_FIELD_SENTENCES.secretAgain)
  return before.sealedSecret
}

async function replaceDomains(trx: DatabaseTransaction, companyId: number, domains: readonly string[]): Promise<void> {
  await trx.deleteFrom('sign_on_domains').where('company_id', '=', companyId).execute()
  for (const domain of new Set(domains)) {
    const mine = await trx
      .insertInto('sign_on_domains')
      .values({ domain, company_id: companyId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('domain')
      .executeTakeFirst()
    if (!mine) throw invalidField('domains', domainTaken(domain))
  }
}

async function problemOf(ctx: Ctx, companyId: number): Promise<string | null> {
  const settings = await signOnOfCompany(ctx.db, companyId)
  if (!settings) return null
  try {
    await openProvider(ctx, settings)
    return null
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error
    ctx.log.warn({ err: error, cause: String(error.cause ?? '') }, 'identity provider does not answer')
    return PROVIDER_SILENT[ctx.language]
  }
}

/** The company's users log in by password again. Links to accounts of the provider are kept in case it returns. */
export async function removeSettings(
  ctx: Ctx,
  companyId: number,
  proof: Reauthentication,
  { addresses, http }: SettingsRequest,
): Promise<CompanySignOn> {
  await requireRights(ctx, companyId)
  await requireReauthentication(ctx, proof, http)
  await inTransaction(ctx, async (trx) => {
    const company = await lockRights(trx, ctx, companyId)
    const removed = await trx
      .deleteFrom('company_sign_on')
      .where('company_id', '=', companyId)
      .returning('company_id')
      .executeTakeFirst()
    if (removed) {
      await audit(trx, ctx, { action: 'company.sign_on_removed', entity: 'company', entityId: String(companyId), companyId })
      await notifyUserManagers(trx, ctx, 'sign_on_removed', company)
    }
  })
  return readSettings(ctx, companyId, addresses)
}
