import type { NetworkKind } from '../kind.ts'
import { type SimulatedSettings, simulatedSettingsSchema } from './settings.ts'
import { openSimulated } from './simulated-network.ts'

/** The embedded network: the default, and the one for demonstrations and tests. */
export const SIMULATED: NetworkKind<SimulatedSettings> = {
  settings: simulatedSettingsSchema,
  open: (services) => openSimulated({ ...services, connectionString: services.pool.options.connectionString ?? '' }),
}
