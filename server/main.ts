import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { databaseFailure } from './db/database-failure.ts'
import { announcement } from './start/announce.ts'
import { keepThreadPoolAwake } from './start/keep-thread-pool-awake.ts'
import { createLifetime, type Lifetime } from './start/lifetime.ts'
import { limitHeapGrowth } from './start/limit-heap-growth.ts'
import { browserAddress, checkPort, checkRadiusPort, listenFailure } from './start/listen.ts'
import { createLogger } from './start/logger.ts'
import { openDatabase } from './start/open-database.ts'
import { openServices } from './start/open-services.ts'
import { seedDemo } from './start/seed.ts'
import { startMetrics } from './start/start-metrics.ts'
import { startTracing } from './start/start-tracing.ts'
import { startUsage } from './start/start-usage.ts'
import { startWork } from './start/start-work.ts'
import { createStepRunner } from './start/steps.ts'
import { StartFailure } from './start-failure.ts'

type Log = ReturnType<typeof createLogger>

async function start(config: Config, log: Log, lifetime: Lifetime): Promise<void> {
  const { ROLE } = config
  const step = createStepRunner(log)
  await startTracing(config, lifetime)
  const place = { host: config.HOST, port: config.PORT }
  const radius = { host: config.RADIUS_HOST, port: config.RADIUS_PORT, isShared: config.RADIUS_REUSE_PORT }
  const isWeb = ROLE === 'all' || ROLE === 'web'
  const isIngest = ROLE === 'all' || ROLE === 'ingest'
  if (isWeb) await checkPort(place)
  if (isIngest) await checkRadiusPort(radius)
  const { pool, backgroundPool } = await step('Database', async () => {
    const database = await openDatabase(config, { onLoss })
    lifetime.onEnd('the database', database.close)
    return database
  })
  if (config.SEED === 'demo') await seedDemo(config, pool, step)
  await startMetrics({ config, pool, backgroundPool, log, lifetime })
  const usage = await startUsage({ config, pool, backgroundPool, log, lifetime })
  if (ROLE === 'ingest') {
    log.info(`Enlace takes usage in on ${radius.host} port ${usage.port}`)
    return
  }
  const services = await openServices({ config, pool, log, lifetime, ...usage })
  if (ROLE !== 'web') lifetime.onEnd('background work', await startWork({ ...services, backgroundPool }, log))
  if (ROLE === 'worker') {
    log.info('Enlace works off operations')
    return
  }
  const app = await buildApp({ ...services, log, isStopping: lifetime.isStopping })
  lifetime.onEnd('requests', () => app.close())
  await app.listen(place).catch((error: unknown) => Promise.reject(listenFailure(error, place)))
  const address = browserAddress(app.server.address() as AddressInfo, config.PUBLIC_URL)
  log.info(`Enlace is ready at ${address}`)
  if (config.SEED === 'demo' || process.stdout.isTTY) process.stdout.write(announcement(address, config.SEED === 'demo'))

  function onLoss(reason: string, isFatal: boolean): void {
    if (lifetime.isEnding()) return
    log[isFatal ? 'fatal' : 'warn'](`The database was lost: ${reason}`)
    if (isFatal) void lifetime.end(1)
  }
}

async function main(): Promise<void> {
  limitHeapGrowth()
  keepThreadPoolAwake()
  let lifetime: Lifetime | undefined
  let databaseUrl: string | undefined
  try {
    const config = loadConfig(process.env)
    databaseUrl = config.DATABASE_URL
    const log = createLogger(config.LOG_LEVEL)
    lifetime = createLifetime(log, config.STOP_DELAY_SECONDS * 1000)
    await start(config, log, lifetime)
  } catch (error) {
    // whatever fails while everything is being closed fails because of that
    if (lifetime?.isEnding()) return
    const failure = databaseFailure(error, databaseUrl)
    console.error(failure instanceof StartFailure ? failure.message : failure)
    process.exitCode = 1
    await lifetime?.end(1)
  }
}

await main()
