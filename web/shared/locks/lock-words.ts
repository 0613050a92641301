import { AREA_MODE_WORDS, DEVICE_MODE_WORDS } from '#contract/locks/lock-messages.ts'
import { areaLockOf, areaName } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import type { DeviceLock } from '#domain/locks.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'

const withList = (words: string, names: readonly string[]): string =>
  [words, names.join(', ')].filter((part) => part !== '').join(': ')

/** The devices that a lock allows, in a line. */
export const deviceLockText = ({ mode, values }: DeviceLock): string =>
  withList(
    sentence(DEVICE_MODE_WORDS[mode]),
    values.map((value) => (mode === 'tac' ? value : formatImei(value))),
  )

/** The countries and networks that a lock allows, in a line. */
export const areaLockText = (areas: readonly string[]): string =>
  withList(
    sentence(AREA_MODE_WORDS[areaLockOf(areas).mode]),
    areas.map((area) => areaName(area, language.get())),
  )
