import { type Hlr, openHlr } from './hlr.ts'
import { type Msc, openMsc } from './msc.ts'
import type { OsmocomSettings } from './settings.ts'
import { openSgsn, type Sgsn } from './sgsn.ts'

/** The daemons of a core; each connection is opened at its first use. */
export interface Core {
  readonly hlr: Hlr
  readonly sgsn: Sgsn
  readonly msc: Msc
  readonly close: () => void
}

/** @param settings read at each use, so that a change takes effect with the next connection */
export function openCore(settings: () => OsmocomSettings): Core {
  const hlr = openHlr(
    () => ({ host: settings().hlrHost, port: settings().hlrVtyPort }),
    () => ({ host: settings().hlrHost, port: settings().hlrCtrlPort }),
  )
  const sgsn = openSgsn(() => ({ host: settings().sgsnHost, port: settings().sgsnVtyPort }))
  const msc = openMsc(() => ({ host: settings().mscHost, port: settings().mscVtyPort }))
  return {
    hlr,
    sgsn,
    msc,
    close: () => {
      for (const daemon of [hlr, sgsn, msc]) daemon.close()
    },
  }
}
