import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Pool } from 'pg'
import { type Cells, openCells } from './cells/cells.ts'
import type { ReadReplica } from './cells/read-replica.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { Notifications } from './db/notifications.ts'
import { createPool } from './db/pool.ts'
import { registerAccount } from './features/account/account.routes.ts'
import { registerAgents } from './features/agents/agents.routes.ts'
import { registerAlarms } from './features/alarms/alarms.routes.ts'
import { makeDraftedAlarm } from './features/alarms/save-alarm.commands.ts'
import { registerAnomalies } from './features/anomalies/anomalies.routes.ts'
import { registerApiKeys } from './features/api-keys/api-keys.routes.ts'
import { registerApiReference } from './features/api-reference/api-reference.routes.ts'
import { registerAudit } from './features/audit/audit.routes.ts'
import { registerBell } from './features/bell/bell.routes.ts'
import { registerCamara } from './features/camara/camara.routes.ts'
import { registerChargeActions } from './features/charges/charge-actions.routes.ts'
import { registerCharges } from './features/charges/charges.routes.ts'
import { registerCompanies } from './features/companies/companies.routes.ts'
import { registerDashboard } from './features/dashboard/dashboard.routes.ts'
import { registerDrafts } from './features/drafts/drafts.routes.ts'
import { registerGeofences } from './features/geofences/geofences.routes.ts'
import { registerGroups } from './features/groups/groups.routes.ts'
import { registerHys } from './features/hys/hys.routes.ts'
import { registerIdentity } from './features/identity/identity.routes.ts'
import { registerInventory } from './features/inventory/inventory.routes.ts'
import { registerLocks } from './features/locks/locks.routes.ts'
import { registerNetworks } from './features/network-admin/networks.routes.ts'
import { registerOperations } from './features/operations/operations.routes.ts'
import { registerOutbox } from './features/outbox/outbox.routes.ts'
import { registerPlans } from './features/plans/plans.routes.ts'
import { registerPopups } from './features/popups/popups.routes.ts'
import { registerRequests } from './features/requests/requests.routes.ts'
import { registerRules } from './features/rules/rules.routes.ts'
import { makeDraftedRule } from './features/rules/save-rule.commands.ts'
import { registerSearch } from './features/search/search.routes.ts'
import { registerMap } from './features/sims/map.routes.ts'
import { registerSims } from './features/sims/sims.routes.ts'
import { registerSimTools } from './features/sims/tools/sim-tools.routes.ts'
import { registerSmsReport } from './features/sms-report/sms-report.routes.ts'
import { registerStore } from './features/store/store.routes.ts'
import { registerSupport } from './features/support/support.routes.ts'
import { registerTags } from './features/tags/tags.routes.ts'
import { registerUsers } from './features/users/users.routes.ts'
import { registerWebhooks } from './features/webhooks/webhooks.routes.ts'
import { installErrorHandler, sendError } from './http/error-handler.ts'
import { registerHealth } from './http/health.ts'
import { measureRequests } from './http/measure.ts'
import { servePage } from './http/page.ts'
import { sendStandardHeaders } from './http/standard-headers.ts'
import { answerBrokenRequest, drainAtEnd, limitSlowBodies, TIMEOUTS, type Timeouts } from './http/timeouts.ts'
import { openMapFiles } from './maps/map-files.ts'
import { type NetworkRegistry, openNetworkRegistry } from './networks/registry.ts'
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts'
import { readSecretKey } from './secrets/secret-key.ts'
import { activeTracing } from './tracing/spans.ts'

export interface AppOptions {
  readonly config: Config
  readonly pool: Pool
  readonly log: FastifyBaseLogger
  readonly clock?: () => Date
  readonly checkAnswers?: boolean
  /** without them, the app opens them and closes those that it opened */
  readonly cells?: Cells
  readonly replica?: ReadReplica | undefined
  /** without one, the app opens its own and closes it */
  readonly notifications?: Notifications
  /** without them, the app opens those of the tables and closes them */
  readonly networks?: NetworkRegistry
  readonly secrets?: SecretBox
  readonly timeOuts?: Timeouts
  /** the process received SIGTERM and still listens */
  readonly isStopping?: () => boolean
}

/** The number of proxies before the portal, or their addresses; what a proxy further away claims is ignored. */
function trustedProxies(trusted: Config['TRUST_PROXY']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

/** The whole server on one page: each feature is one line. */
export async function buildApp({
  config,
  pool: given,
  log,
  cells: knownCells,
  replica,
  clock = () => new Date(),
  checkAnswers = false,
  notifications,
  networks,
  secrets = createSecretBox(readSecretKey(config)),
  timeOuts = TIMEOUTS,
  isStopping = () => false,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.TRUST_PROXY),
    genReqId: () => `req-${randomUUID().slice(0, 13)}`,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: sendError,
    clientErrorHandler: answerBrokenRequest,
    // bodies have a time of their own: limitSlowBodies
    requestTimeout: 0,
    connectionTimeout: timeOuts.idleMs,
    keepAliveTimeout: timeOuts.keepAliveMs,
    http: { headersTimeout: timeOuts.headersMs, connectionsCheckingInterval: timeOuts.checkMs },
    forceCloseConnections: 'idle',
  })
  const cells =
    knownCells ?? (await openCells(given, (connectionString) => createPool({ connectionString, max: config.DATABASE_POOL })))
  const { pool, db } = cells.home
  const own = {
    notifications: notifications ?? new Notifications({ connectionString: pool.options.connectionString ?? '', log }),
    networks: networks ?? (await openNetworkRegistry({ db, pool, cells, log, clock, secrets })),
  }
  const maps = openMapFiles(config)
  const services: Services = { config, cells, replica, pool, db, clock, checkAnswers, secrets, ...own }
  app.addHook('onClose', async () => {
    if (!networks) await own.networks.close()
    if (!notifications) await own.notifications.close()
    if (!knownCells) await cells.close()
  })
  activeTracing()?.traceRequests(app)
  installErrorHandler(app)
  sendStandardHeaders(app, config)
  measureRequests(app)
  limitSlowBodies(app, timeOuts)
  drainAtEnd(app, timeOuts, isStopping)
  await app.register(cookie)

  registerHealth(app, services, isStopping)
  registerIdentity(app, services, maps)
  registerAccount(app, services)
  registerPopups(app, services)
  registerDashboard(app, services)
  registerBell(app, services)
  registerSearch(app, services)
  registerSims(app, services)
  registerLocks(app, services)
  registerGroups(app, services)
  registerTags(app, services)
  registerGeofences(app, services)
  registerMap(app, services, maps)
  registerInventory(app, services)
  registerOperations(app, services)
  registerSimTools(app, services)
  registerSmsReport(app, services)
  registerNetworks(app, services)
  registerOutbox(app, services)
  registerAlarms(app, services)
  registerAnomalies(app, services)
  registerRules(app, services)
  registerDrafts(app, services, { rule: makeDraftedRule, alarm: makeDraftedAlarm })
  registerStore(app, services)
  registerRequests(app, services)
  registerCharges(app, services)
  registerChargeActions(app, services)
  registerPlans(app, services)
  registerHys(app, services)
  registerCompanies(app, services)
  registerUsers(app, services)
  registerSupport(app, services)
  registerWebhooks(app, services)
  registerApiKeys(app, services)
  registerAgents(app, services)
  registerCamara(app, services)
  registerApiReference(app)
  registerAudit(app, services)

  await servePage(app, config)
  return app
}
