import { z } from 'zod'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Secrets are part of every request: https is required outside of this machine. */
const isSafe = (text: string): boolean => {
  const { protocol, hostname, username, search, hash } = new URL(text)
  if (username !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

/** Normalises the API's base URL: no trailing slash; Soracom's own hosts get /v1 when it is missing. */
function baseOf(text: string): string {
  const { origin, hostname, pathname } = new URL(text)
  const path = pathname.replace(/\/+$/, '')
  return origin + (path === '' && hostname.endsWith('.soracom.io') ? '/v1' : path)
}

export const soracomSettingsSchema = z.object({
  /** https://api.soracom.io for coverage of Japan, https://g.api.soracom.io for the rest of the world */
  apiUrl: z
    .url()
    .refine(isSafe, 'an https address without user, query and fragment')
    .transform(baseOf)
    .default('https://g.api.soracom.io/v1'),
  authKeyId: z.string().regex(/^keyId-[\w-]{1,200}$/),
  authKey: z.string().regex(/^secret-[\w-]{1,500}$/),
  /**
   * how hibernation is implemented: a SIM in standby reactivates itself when its device connects, a suspended one does
   * not
   */
  hibernation: z.enum(['suspend', 'standby']).default('suspend'),
  /** requested lifetime of a token; seconds, at most two days (AuthRequest.tokenTimeoutSeconds) */
  tokenSeconds: z.number().int().min(120).max(172_800).default(3_600),
  /** interval of polling all SIMs, for changes of state and sessions */
  walkSeconds: z.number().min(0.05).max(86_400).default(300),
  /** interval of reading one SIM's usage while it has a session; Soracom reports steps of about five minutes */
  usageSeconds: z.number().min(0.05).max(86_400).default(900),
  /** rate of polling, in addition to requests of people and operations */
  walkRequestsPerSecond: z.number().min(0.1).max(1_000).default(2),
  /** SIMs per page */
  pageSize: z.number().int().min(1).max(100).default(100),
})
export type SoracomSettings = z.infer<typeof soracomSettingsSchema>
