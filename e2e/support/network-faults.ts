import { expect, request } from '@playwright/test'
import { listNetworks, type NetworkData } from '#contract/network-admin/networks.calls.ts'
import { connect } from './database.ts'
import { ADMIN, LOGIN_PASSWORD } from './people.ts'

/** Faults of an embedded network of the demo, as in its settings; without a value: no fault. */
export interface Faults {
  /** from command to answer, least and most */
  readonly latencyMs?: readonly [number, number]
  /** share of changes that are accepted and executed later */
  readonly accept?: number
  readonly confirmAfterMs?: readonly [number, number]
  /** share of those that are rejected in the end */
  readonly refuseLater?: number
  readonly outages?: readonly object[]
}

/** Sets the behaviour of an origin's network; the portal has its end time. */
export async function setFaults(originId: number, faults: Faults): Promise<void> {
  const client = await connect()
  try {
    const { rows } = await client.query<{ network_id: string }>(
      `UPDATE networks SET settings = jsonb_set(settings, '{faults}', $1::jsonb)
       WHERE network_id IN (SELECT network_id FROM network_routes WHERE origin_id = $2) RETURNING network_id`,
      [JSON.stringify({ latencyMs: [20, 120], ...faults }), originId],
    )
    await saveUnchanged(rows.map((row) => row.network_id))
  } finally {
    await client.end()
  }
}

/** Faults are in no form. An administrator's saving makes the portal read its networks before it answers. */
async function saveUnchanged(networkIds: readonly string[]): Promise<void> {
  const portal = await request.newContext({
    baseURL: process.env.ENLACE_E2E_URL ?? '',
    extraHTTPHeaders: { 'x-api-key': 'enlace-web' },
  })
  const logIn = await portal.post('/api/users/session/', { data: { email: ADMIN, password: LOGIN_PASSWORD } })
  expect(logIn.status()).toBe(200)
  const list: { data: { networks: NetworkData[] } } = await (await portal.get(`/api${listNetworks.path}`)).json()
  for (const network of list.data.networks.filter((one) => networkIds.includes(one.networkId))) {
    const { name, enabled, requestsPerSecond, maxInFlight, timeoutMs, maxAttempts, overrideStatus, overrideText, updatedAt } =
      network
    const data = {
      name,
      enabled,
      requestsPerSecond,
      maxInFlight,
      timeoutMs,
      maxAttempts,
      overrideStatus,
      overrideText,
      updatedAt,
    }
    const saved = await portal.put(`/api/networks/${network.networkId}`, { data })
    expect(saved.status(), await saved.text()).toBe(200)
  }
  await portal.dispose()
}
