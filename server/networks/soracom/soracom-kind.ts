import type { NetworkKind } from '../kind.ts'
import { type SoracomSettings, soracomSettingsSchema } from './settings.ts'
import { openSoracom } from './soracom-network.ts'

/** SIMs of an account at Soracom, by its public API. */
export const SORACOM: NetworkKind<SoracomSettings> = {
  settings: soracomSettingsSchema,
  secretNames: ['authKey'],
  open: openSoracom,
}
