import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { luhnDigit } from '#domain/identifiers.ts'

/** What is wrong with the next requests to a path that ends so. */
export interface StandInFault {
  readonly path: RegExp
  /** 'drop' breaks the connection after the work is done, 'lose' before it; 'half' breaks the answer off */
  readonly does: 'limit' | 'drop' | 'lose' | 'half' | 'fail' | 'forbid'
  /** seconds, for 'limit' */
  readonly retryAfter?: string
  times: number
}

interface Session {
  readonly sessionId: string
  readonly createdTime: number
  readonly ueIpAddress: string
}

/** A SIM in the books of the stand-in. */
export interface StandInSim {
  readonly simId: string
  readonly imsi: string
  readonly msisdn: string
  status: string
  speedClass: string
  /** '' for none */
  imeiLock: string
  name: string
  lastModifiedTime: number
  terminationEnabled: boolean
  session: Session | undefined
  previous: (Session & { deletedTime: number }) | undefined
  readonly events: object[]
  /** bytes by the beginning of their five minutes, in seconds */
  readonly usage: Map<number, number>
  /** every command that was carried out */
  readonly effects: string[]
  readonly messages: { payload: string; encodingType: number }[]
}

export interface StandIn {
  readonly url: string
  readonly sims: Map<string, StandInSim>
  readonly clock: { now: Date }
  readonly faults: StandInFault[]
  /** every request that came, as 'GET /sims' */
  readonly requests: string[]
  /** at most so many SIMs or events a page, whatever is asked for */
  pageSize: number
  readonly addSim: (status?: string) => StandInSim
  readonly openSession: (sim: StandInSim) => void
  readonly closeSession: (sim: StandInSim) => void
  readonly use: (sim: StandInSim, bytes: number) => void
  /** the tokens that were given out are no longer good */
  readonly expireTokens: () => void
  readonly close: () => Promise<void>
}

export const SORACOM_ACCOUNT = { authKeyId: 'keyId-stand-in', authKey: 'secret-stand-in' } as const
const CELL = { mcc: 730, mnc: 2, tac: 5680, eci: 48_872_466, radioType: 'LTE' } as const
const STEP_S = 300

/** What each command makes of a SIM, and how it stands in the books. */
const CHANGES: Readonly<Record<string, readonly [status: string, effect: string]>> = {
  activate: ['active', 'activated'],
  deactivate: ['inactive', 'data_cut'],
  suspend: ['suspended', 'suspended'],
  set_to_standby: ['standby', 'standing by'],
  terminate: ['terminated', 'terminated'],
}

/**
 * The part of Soracom's API that the adapter uses, with books of its own. It takes every change of state, as they do, and can be late,
 * busy and broken; what it answers is held to the document where a validating proxy stands before it.
 */
export async function openStandIn(clock = { now: new Date() }): Promise<StandIn> {
  const app = Fastify({ forceCloseConnections: true })
  const tokens = new Set<string>()
  let serial = 0
  const at = (): number => self.clock.now.getTime()
  const self: StandIn = {
    url: '',
    sims: new Map(),
    clock,
    faults: [],
    requests: [],
    pageSize: 100,
    addSim: (status = 'active') => {
      const digits = `8942310${String(++serial).padStart(11, '0')}`
      const simId = digits + luhnDigit(digits)
      const sim: StandInSim = {
        simId,
        imsi: `29505${String(serial).padStart(10, '0')}`,
        msisdn: `42354${String(serial).padStart(7, '0')}`,
        status,
        speedClass: 's1.standard',
        imeiLock: '',
        name: `Medidor ${serial}`,
        lastModifiedTime: at() - 3_600_000,
        terminationEnabled: false,
        session: undefined,
        previous: undefined,
        events: [],
        usage: new Map(),
        effects: [],
        messages: [],
      }
      self.sims.set(simId, sim)
      if (status === 'active') self.openSession(sim)
      return sim
    },
    openSession: (sim) => {
      if (sim.session) self.closeSession(sim)
      sim.session = { sessionId: `session-${++serial}`, createdTime: at(), ueIpAddress: '10.170.0.7' }
      sim.events.push(eventOf(sim, sim.session, 'Created', at()))
    },
    closeSession: (sim) => {
      if (!sim.session) return
      sim.events.push(eventOf(sim, sim.session, 'Deleted', at()))
      sim.previous = { ...sim.session, deletedTime: at() }
      sim.session = undefined
    },
    use: (sim, bytes) => {
      const step = Math.floor(at() / 1000 / STEP_S) * STEP_S
      sim.usage.set(step, (sim.usage.get(step) ?? 0) + bytes)
    },
    expireTokens: () => tokens.clear(),
    close: () => app.close(),
  }
  serveAuth(app, tokens)
  app.addHook('onRequest', (request, reply) => admit(self, tokens, request, reply))
  app.addHook('onSend', (request, reply, payload) => breakOff(self, request, reply, payload))
  serveSims(app, self)
  serveReports(app, self)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return Object.assign(self, { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
}

function serveAuth(app: FastifyInstance, tokens: Set<string>): void {
  app.post('/auth', async (request, reply) => {
    const { authKeyId, authKey } = request.body as typeof SORACOM_ACCOUNT
    if (authKeyId !== SORACOM_ACCOUNT.authKeyId || authKey !== SORACOM_ACCOUNT.authKey) return reply.code(401).send()
    const token = crypto.randomUUID()
    tokens.add(token)
    return { apiKey: 'api-key', operatorId: 'OP0012345678', token }
  })
}

/** Whether a fault meets a request; each meets as many as it says. */
function meets(self: StandIn, { url }: FastifyRequest, ...kinds: StandInFault['does'][]): StandInFault | undefined {
  const fault = self.faults.find(({ does, path, times }) => times > 0 && kinds.includes(does) && path.test(url))
  if (fault) fault.times--
  return fault
}

async function admit(self: StandIn, tokens: Set<string>, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  self.requests.push(`${request.method} ${request.url.split('?')[0]}`)
  const early = meets(self, request, 'limit', 'lose', 'fail', 'forbid')
  if (early?.does === 'limit') {
    if (early.retryAfter !== undefined) reply.header('retry-after', early.retryAfter)
    return reply.code(429).send({ code: 'AGW0003', message: 'Too many requests' })
  }
  if (early?.does === 'lose') {
    request.socket.destroy()
    return reply.hijack()
  }
  if (early?.does === 'fail') return reply.code(500).send({ code: 'SEM0001', message: 'Internal error' })
  if (early?.does === 'forbid') return reply.code(403).send({ code: 'COM0002', message: 'Permission denied' })
  const isIn = request.url === '/auth' || tokens.has(String(request.headers['x-soracom-token']))
  return isIn ? undefined : reply.code(401).send({ code: 'AUM0003', message: 'Invalid token' })
}

async function breakOff(self: StandIn, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const late = meets(self, request, 'drop', 'half')
  if (late?.does === 'drop') request.socket.destroy()
  if (late?.does !== 'half') return payload
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 })
  reply.raw.write(String(payload).slice(0, 20), () => request.socket.destroy())
  return payload
}

interface SimRequest {
  Params: { id: string; does: string }
  Querystring: Record<string, string | undefined>
}
const NO_SUCH_SIM = { code: 'SEM0001', message: 'No such SIM found' }

function serveSims(app: FastifyInstance, self: StandIn): void {
  app.get<SimRequest>('/sims', async ({ query }, reply) => pageOf(self, [...self.sims.values()].map(simOf), query, reply))
  app.get<SimRequest>('/query/sims', async ({ query }) => {
    const named = [...self.sims.values()].filter(({ simId }) => simId.includes(query.iccid ?? '-'))
    return named.map(simOf)
  })
  app.get<SimRequest>('/sims/:id', async ({ params }, reply) => {
    const sim = self.sims.get(params.id)
    return sim ? simOf(sim) : reply.code(404).send(NO_SUCH_SIM)
  })
  app.post<SimRequest>('/sims/:id/:does', async ({ params: { id, does }, body }, reply) => {
    const sim = self.sims.get(id)
    if (!sim) return reply.code(404).send(NO_SUCH_SIM)
    if (does === 'send_sms') return reply.code(202).send({ messageId: `message-${sim.messages.push(body as never)}` })
    if (does === 'enable_termination' || does === 'disable_termination') {
      sim.terminationEnabled = does === 'enable_termination'
      sim.effects.push(does)
      return simOf(sim)
    }
    if (does === 'update_speed_class') return changeSpeed(sim, body as { speedClass: string }, reply)
    if (does === 'set_imei_lock' || does === 'unset_imei_lock') return lockImei(sim, (body ?? {}) as { imei?: string }, reply)
    if (does === 'delete_session') return deleteSession(self, sim, reply)
    return change(self, sim, does, reply)
  })
}

/** The SIMs' subscription has the classes s1. */
function changeSpeed(sim: StandInSim, { speedClass }: { speedClass: string }, reply: FastifyReply): unknown {
  if (!speedClass.startsWith('s1.')) return reply.code(400).send({ code: 'SEM0009', message: 'Invalid speed class' })
  sim.speedClass = speedClass
  sim.effects.push(speedClass)
  return simOf(sim)
}

/** Without an IMEI the lock is taken off. */
function lockImei(sim: StandInSim, { imei = '' }: { imei?: string }, reply: FastifyReply): unknown {
  if (!/^([0-9]{15}(\|ANONYMOUS)?)?$/.test(imei)) return reply.code(400).send({ code: 'SEM0011', message: 'Invalid IMEI' })
  sim.imeiLock = imei
  sim.effects.push(imei === '' ? 'unlocked' : `locked to ${imei}`)
  return simOf(sim)
}

function deleteSession(self: StandIn, sim: StandInSim, reply: FastifyReply): unknown {
  if (!sim.session) return reply.code(400).send({ code: 'SEM0016', message: 'The specified subscriber is offline' })
  sim.effects.push('reset')
  if (sim.status === 'active') self.openSession(sim)
  else self.closeSession(sim)
  return simOf(sim)
}

function change(self: StandIn, sim: StandInSim, does: string, reply: FastifyReply): unknown {
  const [status, effect] = CHANGES[does] ?? []
  if (!status || !effect) return reply.code(404).send(NO_SUCH_SIM)
  if (sim.status === 'terminated') return reply.code(400).send({ code: 'SEM0003', message: 'The SIM is terminated' })
  if (status === 'terminated' && !sim.terminationEnabled) {
    return reply.code(400).send({ code: 'SEM0010', message: 'Termination is not enabled' })
  }
  sim.effects.push(effect === 'activated' && sim.status !== 'ready' ? 'resumed' : effect)
  sim.status = status
  sim.lastModifiedTime = self.clock.now.getTime()
  if (status !== 'active') self.closeSession(sim)
  return simOf(sim)
}

function serveReports(app: FastifyInstance, self: StandIn): void {
  app.get<SimRequest>('/sims/:id/events/sessions', async ({ params, query }, reply) => {
    const from = Number(query.from ?? 0)
    const events = (self.sims.get(params.id)?.events ?? []).filter((event) => (event as { time: number }).time >= from)
    // the latest first, as their console shows them
    return pageOf(self, events.toReversed(), query, reply)
  })
  app.get<SimRequest>('/stats/air/sims/:id', async ({ params, query }) => {
    const [from, to] = [Number(query.from), Number(query.to)]
    const usage = [...(self.sims.get(params.id)?.usage ?? [])].filter(([step]) => step + STEP_S > from && step <= to)
    return usage.map(([unixtime, bytes]) => ({
      unixtime,
      date: new Date(unixtime * 1000).toISOString(),
      dataTrafficStatsMap: {
        's1.fast': { uploadByteSizeTotal: Math.floor(bytes / 4), downloadByteSizeTotal: bytes - Math.floor(bytes / 4) },
      },
    }))
  })
  app.get('/cell_locations', async () => ({ lat: -33.45, lon: -70.66, range: 476 }))
}

/** A page, and the key of the next one in the header. */
function pageOf(
  self: StandIn,
  all: readonly object[],
  query: SimRequest['Querystring'],
  reply: FastifyReply,
): readonly object[] {
  const start = Number(query.last_evaluated_key ?? 0)
  const end = start + Math.min(self.pageSize, Number(query.limit ?? 100))
  if (end < all.length) reply.header('x-soracom-next-key', String(end))
  return all.slice(start, end)
}

function simOf(sim: StandInSim): object {
  const { simId, imsi, msisdn, status, speedClass, imeiLock, name, session, previous, lastModifiedTime, terminationEnabled } =
    sim
  const subscribers = { [imsi]: { imsi, msisdn, status: 'active', subscription: 'plan01s' } }
  return {
    simId,
    operatorId: 'OP0012345678',
    type: 'uicc',
    status,
    speedClass,
    ...(imeiLock !== '' && { imeiLock: { imei: imeiLock } }),
    activeProfileId: simId,
    tags: { name },
    terminationEnabled,
    createdTime: lastModifiedTime - 1,
    lastModifiedTime,
    profiles: { [simId]: { iccid: simId, primaryImsi: imsi, subscribers } },
    sessionStatus: {
      online: session !== undefined,
      lastUpdatedAt: session?.createdTime ?? previous?.deletedTime ?? lastModifiedTime,
      ...(session && { sessionId: session.sessionId, ueIpAddress: session.ueIpAddress, imei: '864356010000970', cell: CELL }),
    },
    ...(previous && { previousSession: { ...previous, imsi, imei: '864356010000970', cell: CELL } }),
  }
}

function eventOf({ simId, imsi }: StandInSim, session: Session, event: string, time: number): object {
  const { sessionId, ueIpAddress, createdTime } = session
  const place = { apn: 'soracom.io', ueIpAddress, imei: '864356010000970', cell: CELL }
  return { simId, imsi, sessionId, event, time, createdTime: String(createdTime), operatorId: 'OP0012345678', ...place }
}
