import i18next from 'i18next'
import { AREA_MODE_WORDS, DEVICE_MODE_WORDS } from '#contract/locks/lock-messages.ts'
import { areaName } from '#domain/area-locks.ts'
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

/** The countries and networks that a lock allows, and how many geofences, in a line. */
export const areaLockText = (areas: readonly string[], geofences = 0): string =>
  withList(sentence(AREA_MODE_WORDS[areas.length + geofences > 0 ? 'listed' : 'off']), [
    ...areas.map((area) => areaName(area, language.get())),
    ...(geofences > 0 ? [i18next.t('simLock.geofenceCount', { count: geofences })] : []),
  ])

/** The geofences that a lock allows, by name, in a line. */
export const geofencesText = (names: readonly string[]): string =>
  i18next.t(names.length > 0 ? 'simLock.onlyGeofences' : 'simLock.anyGeofence', { names: names.join(', ') })
