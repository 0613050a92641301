import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { SIMULATED } from '#server/networks/simulated/simulated-kind.ts'
import { createLifetime } from '#server/start/lifetime.ts'
import { limitHeapGrowth } from '#server/start/limit-heap-growth.ts'
import { createLogger } from '#server/start/logger.ts'
import { openDatabase } from '#server/start/open-database.ts'
import { openServices } from '#server/start/open-services.ts'
import { startWork } from '#server/start/start-work.ts'
import { STAND_IN } from './stand-in-network.ts'

/** The portal as `server/main.ts` starts it, with one kind of network more. */
limitHeapGrowth()
const config = loadConfig(process.env)
const log = createLogger(config.LOG_LEVEL)
const lifetime = createLifetime(log)
const { pool, backgroundPool, close } = await openDatabase(config, { onLoss: (reason) => log.fatal(reason) })
lifetime.onEnd('the database', close)
const kinds = { simulated: SIMULATED, stand_in: STAND_IN }
const services = await openServices({ config, pool, log, lifetime, kinds })
lifetime.onEnd('background work', await startWork({ ...services, backgroundPool }, log))
const app = await buildApp({ ...services, log })
lifetime.onEnd('requests', () => app.close())
await app.listen({ host: config.HOST, port: config.PORT })
