import { z } from 'zod'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Keys travel in every request: on the open net only behind TLS. */
const isSafe = (text: string): boolean => {
  const { protocol, hostname, username, search, hash } = new URL(text)
  if (username !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

/** The base of the API without a slash at its end; at Soracom's own hosts it begins with /v1, also when that was left out. */
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
  /** what hibernates a SIM there: one that stands by wakes up by itself as soon as its device connects, a suspended one does not */
  hibernation: z.enum(['suspend', 'standby']).default('suspend'),
  /** how long a token is asked for; seconds, at most two days (AuthRequest.tokenTimeoutSeconds) */
  tokenSeconds: z.number().int().min(120).max(172_800).default(3_600),
  /** between two walks over all SIMs, for changes of state and sessions */
  walkSeconds: z.number().min(0.05).max(86_400).default(300),
  /** between two questions for one SIM's usage, while it has a session; reported there in steps of about five minutes */
  usageSeconds: z.number().min(0.05).max(86_400).default(900),
  /** requests of the walk, which go beside those that people and operations make */
  walkRequestsPerSecond: z.number().min(0.1).max(1_000).default(2),
  /** SIMs that are asked for at once */
  pageSize: z.number().int().min(1).max(100).default(100),
})
export type SoracomSettings = z.infer<typeof soracomSettingsSchema>
