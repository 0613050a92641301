import { z } from 'zod'
import { SMPP_MAX, SMPP_RANGES, type SmppLimitName } from '#domain/smpp-settings.ts'
import { defineCall } from '../call.ts'
import { timeField } from '../fields.ts'

/** The message centre over which a network's short messages go, where it has one of its own, for administrators. */
const params = z.strictObject({ networkId: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/) })

const ranged = (name: SmppLimitName) => z.number().int().min(SMPP_RANGES[name][0]).max(SMPP_RANGES[name][1])

const settings = {
  host: z.string().trim().min(1, { error: 'required' }).max(SMPP_MAX.host),
  port: ranged('port'),
  /** TLS from the first octet on */
  isEncrypted: z.boolean(),
  systemId: z.string().trim().min(1, { error: 'required' }).max(SMPP_MAX.systemId),
  systemType: z.string().trim().max(SMPP_MAX.systemType),
  /** sender of messages; '' where the centre sets it */
  source: z.string().trim().max(SMPP_MAX.source),
  /** how the centre identifies SIMs */
  addressing: z.enum(['msisdn', 'iccid']),
  windowSize: ranged('windowSize'),
  /** of each process; null: as fast as they are answered */
  submitsPerSecond: ranged('submitsPerSecond').nullable(),
  /** request a receipt while a message waits for its device */
  wantsInterim: z.boolean(),
}

export const smppLink = z.object({
  /** null: messages go the network's own way */
  link: z.object({ ...settings, updatedAt: timeField }).nullable(),
  /** of the process that answers: why it has no connection; '' when it has one, null without a link */
  problem: z.string().nullable(),
})
export type SmppLinkData = z.infer<typeof smppLink>

export const getSmppLink = defineCall({
  method: 'GET',
  path: '/networks/{networkId}/smpp',
  access: 'admin',
  summary: 'Get a network’s SMPP settings; without the password',
  params,
  data: smppLink,
})

export const saveSmppLink = defineCall({
  method: 'PUT',
  path: '/networks/{networkId}/smpp',
  access: 'admin',
  summary: 'Set a network’s SMPP settings; without a password it keeps its own, for the same host, port and TLS',
  params,
  body: z.strictObject({ ...settings, password: z.string().min(1).max(SMPP_MAX.password).optional() }),
  data: smppLink,
})

export const removeSmppLink = defineCall({
  method: 'DELETE',
  path: '/networks/{networkId}/smpp',
  access: 'admin',
  summary: 'Remove a network’s SMPP settings',
  params,
  data: smppLink,
})
