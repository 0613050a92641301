import { createHash, randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { apiKeyHint } from '#domain/api-keys.ts'
import { type HttpRequest, type PortalClient, sendRequest } from './client.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { ACTORS } from './fleet/actors.ts'
import { PORT, type Stand } from './stand.ts'
import { median, percentile, timed } from './statistics.ts'

/** SIMs asked for through each door. */
const SIMS = Number(process.env.ENLACE_BENCH_DOORS ?? 600)
const WARMING = 60
const CLIENTS = 16
const SECONDS = 4
const ROUNDS = 3
/** The largest company: its searches cost most. */
const READER = 'giant'
const REDIRECT = 'http://localhost:4711/callback'
const SCOPE = 'device-roaming-status:read device-reachability-status:read'

interface BenchSim {
  readonly iccid: string
  readonly msisdn: string
}

/** A way to ask for one SIM, and what says that it is that one. */
interface Door {
  readonly name: string
  /** the name of the door that answers the same facts most directly */
  readonly against?: string
  readonly requestOf: (sim: BenchSim) => Omit<HttpRequest, 'port' | 'agent'>
  readonly isOf: (body: string, sim: BenchSim) => boolean
}

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })
const address = (path: string): string => `http://127.0.0.1:${PORT}${path}`

async function tokenOf(fields: Record<string, string>): Promise<string> {
  const answer = await fetch(address('/oauth/token'), form(fields))
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`no token: ${answer.status}`)
  return token
}

async function newKey(client: PortalClient): Promise<string> {
  const answer = await client.call('POST', '/apiKeys', { name: `Bench ${randomBytes(4).toString('hex')}`, permits: ['sims'] })
  return JSON.parse(answer.body.toString()).data.key
}

const camaraToken = (key: string): Promise<string> =>
  tokenOf({ grant_type: 'client_credentials', client_id: apiKeyHint(key), client_secret: key, scope: SCOPE })

/** A person lets a program in, as in a browser. */
async function agentTokenOf(client: PortalClient): Promise<string> {
  const registered = await fetch(address('/oauth/register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Bench', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }),
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = { response_type: 'code', client_id: clientId, redirect_uri: REDIRECT, state: 'bench' }
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const decided = await client.call('POST', '/agents', { ...asked, ...pkce, allow: true, scopes: ['fleet:read'] })
  const { redirect } = JSON.parse(decided.body.toString()).data
  const code = new URL(redirect).searchParams.get('code') ?? ''
  return tokenOf({
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
  })
}

const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
const findOne = ({ iccid }: BenchSim) => ({ filter: { icc: iccid }, limit: 1 })

function doorsOf(key: string, ofKey: string, ofAgent: string): Door[] {
  const asKey = { 'x-api-key': key, accept: 'application/json' }
  const camara = { authorization: `Bearer ${ofKey}`, accept: 'application/json' }
  const agent = { authorization: `Bearer ${ofAgent}`, ...MCP_HEADERS }
  const tool = (name: string, argumentsOf: (sim: BenchSim) => object) => (sim: BenchSim) => ({
    ...{ method: 'POST', path: '/mcp', headers: agent },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: argumentsOf(sim) } },
  })
  const has = (body: string, { iccid }: BenchSim) => body.includes(iccid)
  return [
    {
      name: 'API, a SIM by its ICC',
      requestOf: ({ iccid }) => ({ method: 'GET', path: `/api/sim/${iccid}`, headers: asKey }),
      isOf: has,
    },
    {
      name: 'API, a list of that SIM',
      requestOf: (sim) => ({ method: 'POST', path: '/api/sim/sims', headers: asKey, body: findOne(sim) }),
      isOf: has,
    },
    {
      name: 'CAMARA, roaming of a number',
      against: 'API, a SIM by its ICC',
      requestOf: ({ msisdn }) => ({
        ...{ method: 'POST', path: '/camara/device-roaming-status/v1/retrieve', headers: camara },
        body: { device: { phoneNumber: `+${msisdn}` } },
      }),
      isOf: (body) => body.includes('"roaming":'),
    },
    {
      name: 'CAMARA, reachability of a number',
      against: 'API, a SIM by its ICC',
      requestOf: ({ msisdn }) => ({
        ...{ method: 'POST', path: '/camara/device-reachability-status/v1/retrieve', headers: camara },
        body: { device: { phoneNumber: `+${msisdn}` } },
      }),
      isOf: (body) => body.includes('"reachable":true'),
    },
    {
      name: 'MCP, find_sims of a SIM',
      against: 'API, a list of that SIM',
      requestOf: tool('find_sims', findOne),
      isOf: has,
    },
    {
      name: 'MCP, sim_story of a SIM',
      against: 'API, a SIM by its ICC',
      requestOf: tool('sim_story', ({ iccid }) => ({ icc: iccid })),
      isOf: has,
    },
  ]
}

const agents = new Agent({ keepAlive: true, maxSockets: CLIENTS })

async function ask(door: Door, sim: BenchSim): Promise<void> {
  const { body } = await sendRequest({ port: PORT, agent: agents, ...door.requestOf(sim) })
  if (!door.isOf(body.toString(), sim))
    throw new Error(`${door.name} did not answer ${sim.iccid}: ${body.toString().slice(0, 300)}`)
}

/** Each SIM through each door in turn, so that a slow moment is of all of them. */
async function timeDoors(doors: readonly Door[], sims: readonly BenchSim[]): Promise<Map<string, number[]>> {
  const took = new Map<string, number[]>(doors.map(({ name }) => [name, []]))
  for (const sim of sims) for (const door of doors) took.get(door.name)?.push(await timed(() => ask(door, sim)))
  return took
}

/** Answers a second of many clients without a pause. */
async function rateOf(door: Door, sims: readonly BenchSim[]): Promise<number> {
  let next = 0
  let answers = 0
  const begin = performance.now()
  const until = begin + SECONDS * 1000
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      const sim = sims[next++ % sims.length]
      if (sim) await ask(door, sim)
      answers++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, work))
  return (answers * 1000) / (performance.now() - begin)
}

async function rateDoors(doors: readonly Door[], sims: readonly BenchSim[]): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>(doors.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) for (const door of doors) rates.get(door.name)?.push(await rateOf(door, sims))
  return new Map([...rates].map(([name, ofRounds]) => [name, median(ofRounds)]))
}

/** SIMs with an open session in a network, whose number no other SIM has. */
async function pickSims({ pool }: Stand): Promise<BenchSim[]> {
  const { rows } = await pool.query<BenchSim>(
    `SELECT s.iccid, s.msisdn FROM sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
     WHERE s.company_id = $1 AND s.administrative_status = 2 AND l.gprs_status = 1 AND l.serving_network <> '' AND s.msisdn <> ''
     ORDER BY hashtext(s.iccid) LIMIT $2`,
    [ACTORS[READER].companyId, SIMS + WARMING],
  )
  return rows
}

/** One SIM's facts through the doors for programs, each against the API's own call for them. */
export async function benchDoors(stand: Stand): Promise<Figure[]> {
  const client = await stand.clientFor(READER)
  const sims = await pickSims(stand)
  const key = await newKey(client)
  const doors = doorsOf(key, await camaraToken(key), await agentTokenOf(client))
  await timeDoors(doors, sims.slice(0, WARMING))
  const took = await timeDoors(doors, sims.slice(WARMING))
  const rates = await rateDoors(doors, sims)
  return doors.flatMap((door) => figuresOf(door, took, rates))
}

function figuresOf({ name, against }: Door, took: ReadonlyMap<string, number[]>, rates: ReadonlyMap<string, number>): Figure[] {
  const own = took.get(name) ?? []
  const direct = took.get(against ?? name) ?? []
  const [rate = 0, directRate = 0] = [rates.get(name), rates.get(against ?? name)]
  const spread = (values: readonly number[]) => `${ms(median(values))} / ${ms(percentile(values, 0.95))}`
  const latency = { name: `doors: ${name}, p50 / p95 of ${own.length}`, value: spread(own) }
  const speed = { name: `doors: ${name}, answers a second, ${CLIENTS} clients`, value: rate.toFixed(0) }
  if (against === undefined) return [figure(latency), figure(speed)]
  const ratio = median(own) / median(direct)
  return [
    figure({ ...latency, limit: `${spread(direct)} ${against}`, ratio: times(ratio), goal: '≤ 3 ×', reached: ratio <= 3 }),
    figure({ ...speed, limit: `${directRate.toFixed(0)} ${against}`, ratio: times(rate / directRate) }),
  ]
}
