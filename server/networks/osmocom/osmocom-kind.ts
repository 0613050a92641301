import type { NetworkKind } from '../kind.ts'
import type { Network } from '../network.ts'
import { connectOsmocom } from './osmocom-network.ts'
import { type OsmocomSettings, osmocomSettingsSchema } from './settings.ts'

interface ConnectedNetwork {
  readonly network: Network & { readonly close: () => void }
  settings: () => OsmocomSettings
}

/** A mobile core of Osmocom's daemons: HLR, SGSN, GGSN and MSC, each a program of its own with network interfaces. */
export const OSMOCOM: NetworkKind<OsmocomSettings> = {
  settings: osmocomSettingsSchema,
  open: (services) => {
    // a network that is connected again reuses its connections to the daemons
    const networks = new Map<string, ConnectedNetwork>()
    return {
      connect: (networkId, settings) => {
        const known = networks.get(networkId)
        if (known) {
          known.settings = settings
          return known.network
        }
        const current = (): OsmocomSettings => (networks.get(networkId)?.settings ?? settings)()
        const network = connectOsmocom(networkId, current, services)
        networks.set(networkId, { network, settings })
        return network
      },
      close: async () => {
        for (const { network } of networks.values()) network.close()
      },
    }
  },
}
