import { z } from 'zod'

const host = z.string().trim().min(1).max(255)
const port = z.number().int().min(1).max(65_535)

/** Hosts and ports of a core's daemons; the defaults are Osmocom's ports (see docs/osmocom.md). */
export const osmocomSettingsSchema = z.object({
  /** country and network code of the core: its SIMs' IMSIs begin with it (3GPP TS 23.003 section 2.2) */
  plmn: z
    .string()
    .regex(/^\d{3}-\d{2,3}$/)
    .default('001-01'),
  hlrHost: host.default('127.0.0.1'),
  hlrVtyPort: port.default(4258),
  hlrCtrlPort: port.default(4259),
  sgsnHost: host.default('127.0.0.1'),
  sgsnVtyPort: port.default(4245),
  sgsnCtrlPort: port.default(4251),
  ggsnHost: host.default('127.0.0.1'),
  ggsnVtyPort: port.default(4260),
  /** '': the core has no MSC */
  mscHost: z.string().trim().max(255).default(''),
  mscVtyPort: port.default(4254),
})

export type OsmocomSettings = z.output<typeof osmocomSettingsSchema>
