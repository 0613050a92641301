import type { DaemonAddress } from './connect-tcp.ts'
import { openConsole } from './console.ts'
import { digits, firstLine } from './hlr.ts'

/** The MSC, which carries messages: `expire` removes a device's registration, and the device has to register again. */
export interface Msc {
  readonly expire: (imsi: string) => Promise<void>
  readonly version: () => Promise<string>
  readonly close: () => void
}

/** Over VTY, by the commands of the OsmoMSC user manual. @param address read at each use */
export function openMsc(address: () => DaemonAddress): Msc {
  const console = openConsole(address)
  return {
    expire: async (imsi) => {
      await console.run(`subscriber imsi ${digits(imsi)} expire`)
    },
    version: async () => firstLine(await console.run('show version')),
    close: console.close,
  }
}
