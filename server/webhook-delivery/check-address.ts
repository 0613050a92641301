import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { invalidField } from '../app-error.ts'
import type { Services } from '../context.ts'
import { BlockedAddress, createAddressResolver } from '../outbound/public-addresses.ts'

/**
 * Reports an address at once that every attempt would fail at; a name that cannot be resolved now may be later.
 * @throws AppError invalid_request at the field
 */
export async function checkAddress({ config }: Pick<Services, 'config'>, url: string, field = 'url'): Promise<void> {
  const refuse = (): never => {
    throw invalidField(field, ALL_FIELD_SENTENCES.webhookNetwork)
  }
  if (!config.WEBHOOK_NETWORKS && url.toLowerCase().startsWith('http:')) refuse()
  const isLiteral = /^[\d.]+$|^\[/.test(new URL(url).hostname) || new URL(url).hostname === 'localhost'
  if (!isLiteral) return
  await createAddressResolver(config.WEBHOOK_NETWORKS)(new URL(url)).catch((error: unknown) => {
    if (error instanceof BlockedAddress) refuse()
    throw error
  })
}
