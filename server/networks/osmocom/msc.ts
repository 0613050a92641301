import { openConsole } from './console.ts'
import { digits, firstLine } from './hlr.ts'
import type { Place } from './reach.ts'

/** The switch that carries messages: it forgets a device when it is told to, and the device has to register anew. */
export interface Msc {
  readonly expire: (imsi: string) => Promise<void>
  readonly version: () => Promise<string>
  readonly close: () => void
}

/** Over VTY, by the commands of the OsmoMSC user manual. @param place asked at each use */
export function openMsc(place: () => Place): Msc {
  const line = openConsole(place)
  return {
    expire: async (imsi) => {
      await line.run(`subscriber imsi ${digits(imsi)} expire`)
    },
    version: async () => firstLine(await line.run('show version')),
    close: line.close,
  }
}
