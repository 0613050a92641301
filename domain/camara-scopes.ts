import { EVENT_SCOPES, type EventApiName } from './camara-events.ts'
import type { Permit } from './permits.ts'

/** What a token is good for, as the documents name it, with the permit of the portal that its API key needs. */
const QUESTION_SCOPES = {
  'device-reachability-status:read': 'sims',
  'device-roaming-status:read': 'sims',
  'connected-network-type:read': 'sims',
  'location-retrieval:read': 'sims',
  'location-verification:verify': 'sims',
  'sim-swap': 'sims',
  'sim-swap:retrieve-date': 'sims',
  'sim-swap:check': 'sims',
  'device-swap': 'sims',
  'device-swap:retrieve-date': 'sims',
  'device-swap:check': 'sims',
  'device-identifier:retrieve-identifier': 'sims',
  'device-identifier:retrieve-type': 'sims',
  'device-identifier:retrieve-ppid': 'sims',
  'device-data-volume:read': 'sims',
  // the document writes it so
  'subscription-status:retrive-subscription-status': 'sims',
  'iot-sim-fraud-prevention:bind': 'sims',
  'iot-sim-fraud-prevention:unbind': 'sims',
  'iot-sim-fraud-prevention:query': 'sims',
  'device-communication-function:manage': 'alarmas',
} as const satisfies Readonly<Record<string, Permit>>

export type CamaraScope = keyof typeof QUESTION_SCOPES | `${EventApiName}:${string}`

const CAMARA_SCOPES: ReadonlyMap<CamaraScope, Permit> = new Map([
  ...(Object.entries(QUESTION_SCOPES) as [CamaraScope, Permit][]),
  ...EVENT_SCOPES.map((scope): [CamaraScope, Permit] => [scope, 'sims']),
])

export const CAMARA_SCOPE_NAMES: readonly CamaraScope[] = [...CAMARA_SCOPES.keys()]

/** Of the scopes that a client asks for, those that its permits cover. Others, such as a purpose (`dpv:…`), are left out. */
export function grantedScopes(asked: string, permits: readonly Permit[]): CamaraScope[] {
  const named = new Set(asked.split(' '))
  return CAMARA_SCOPE_NAMES.filter((scope) => named.has(scope) && permits.some((permit) => permit === CAMARA_SCOPES.get(scope)))
}
