import { language } from '#web/lib/preferences.ts'
import type { HardwareRow } from './store.api.ts'

/** A product's description in the reader's language, where it has one. */
export const descriptionOf = ({ hardwareDescription, hardwareDescriptionEn }: HardwareRow): string =>
  (language.get() === 'en' && hardwareDescriptionEn) || hardwareDescription
