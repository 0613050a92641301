import { luhnDigit } from '#domain/identifiers.ts'
import { type OsmocomSettings, osmocomSettingsSchema } from '#server/networks/osmocom/settings.ts'
import { LAB_NETWORK } from '../core/configs.ts'

/** The settings of a network for a core of the laboratory. */
export const labSettings = (host: string): OsmocomSettings =>
  osmocomSettingsSchema.parse({
    plmn: `${LAB_NETWORK.mcc}-${LAB_NETWORK.mnc}`,
    ...{ hlrHost: host, sgsnHost: host, ggsnHost: host, mscHost: host },
  })

/** SIM number n of the laboratory. */
export function labSim(n: number): { readonly iccid: string; readonly imsi: string; readonly msisdn: string } {
  const digits = `89${LAB_NETWORK.mcc}${LAB_NETWORK.mnc}${String(n).padStart(11, '0')}`
  return {
    iccid: digits + luhnDigit(digits),
    imsi: `${LAB_NETWORK.mcc}${LAB_NETWORK.mnc}${String(n).padStart(10, '0')}`,
    msisdn: `569${String(n).padStart(8, '0')}`,
  }
}

/** The device of SIM number n. */
export function labImei(n: number): string {
  const digits = `35694900${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
