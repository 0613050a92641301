import { z } from 'zod'
import { API_KEY_ADDRESSES_MAX, API_KEY_NAME_MAX, API_KEY_STATES } from '#domain/api-keys.ts'
import { defineCall } from '../call.ts'
import { countField, idParam, permitField, timeField } from '../fields.ts'

/**
 * Keys by which a company's own programs make the calls of this contract: header x-api-key, in place of the page's fixed one and the
 * session. People make and revoke them; a key can do neither.
 */
const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const apiKey = z.object({
  apiKeyId: z.number().int(),
  name: z.string(),
  /** how it begins */
  hint: z.string(),
  company: z.number().int(),
  companyName: z.string(),
  permits: z.array(permitField),
  canHibernate: z.boolean(),
  /** CIDR; none: from everywhere */
  addresses: z.array(z.string()),
  /** who made it; it never does more than they may */
  maker: z.string(),
  /** expired and revoked are for good; orphaned: its maker is gone */
  state: z.enum(API_KEY_STATES),
  createdAt: timeField,
  expiresAt: timeField.nullable(),
  /** to the minute */
  lastUsedAt: timeField.nullable(),
  lastAddress: z.string(),
  revokedAt: timeField.nullable(),
  revokedBy: z.string(),
})
export type ApiKeyData = z.infer<typeof apiKey>

/** Most keys that one answer shows. */
export const API_KEYS_SHOWN = 500

export const getApiKeys = defineCall({
  method: 'GET',
  path: '/apiKeys',
  access: 'users',
  isForPeople: true,
  summary: 'List API keys of your companies, active first, then newest; without the keys themselves',
  query: z.strictObject({ company: idParam.optional() }),
  data: z.object({
    keys: z.array(apiKey),
    /** all that there are */
    total: countField,
    /** that each key has a minute */
    requestsPerMinute: countField,
  }),
})

export const createApiKey = defineCall({
  method: 'POST',
  path: '/apiKeys',
  access: 'users',
  isForPeople: true,
  secret: true,
  summary: 'Create an API key for your company; the key is returned only once',
  body: z.strictObject({
    /** one that no other working key of the company has, whatever its case */
    name: z
      .string({ error: 'required' })
      .trim()
      .min(1, { error: 'required' })
      .max(API_KEY_NAME_MAX)
      .regex(/^[^\p{Cc}]*$/u),
    /** of those that the maker holds */
    permits: z.array(permitField).max(20),
    canHibernate: z.boolean().default(false),
    /** null: it does not expire */
    expiresAt: timeField.nullable().default(null),
    /** IP addresses or ranges, as 203.0.113.0/24 or 2001:db8::/32; none: from everywhere */
    addresses: z
      .array(z.string().trim().max(50))
      .max(API_KEY_ADDRESSES_MAX)
      .refine((all) => all.every((one) => range.safeParse(one).success), { error: 'addresses' })
      .default([]),
  }),
  data: z.object({ key: z.string(), apiKey }),
})

export const revokeApiKey = defineCall({
  method: 'DELETE',
  path: '/apiKeys/{apiKeyId}',
  access: 'users',
  isForPeople: true,
  summary: 'Revoke an API key, at once and permanently',
  params: z.strictObject({ apiKeyId: idParam }),
  data: z.null(),
})
