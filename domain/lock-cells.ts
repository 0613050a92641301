import { keptAreas, LOCK_AREAS_MAX, parseArea } from './area-locks.ts'
import { foldName } from './inventory-columns.ts'
import { type DeviceLock, type DeviceMode, keptValues, lockValuesProblem, NO_DEVICE_LOCK } from './locks.ts'

const ANY = new Set([
  'any',
  'anywhere',
  'off',
  'cualquiera',
  'any device',
  'cualquier dispositivo',
  'any place',
  'cualquier lugar',
])
const FIRST = new Set(['learn', 'first', 'primero', 'el primero', 'the first one detected', 'el primero que se detecte'])

const partsOf = (cell: string): string[] =>
  cell
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/**
 * The device lock of a cell of a file: 'any', 'first' (the SIM holds the first device that is reported), or IMEIs, or type allocation codes (3GPP
 * TS 23.003 section 6.2.1) between commas or semicolons; undefined for anything else.
 */
export function parseDeviceCell(cell: string): DeviceLock | undefined {
  const word = foldName(cell)
  if (ANY.has(word)) return NO_DEVICE_LOCK
  if (FIRST.has(word)) return { mode: 'learn', values: [] }
  const modes: readonly DeviceMode[] = ['imei', 'tac']
  const parts = partsOf(cell)
  // eight digits are a model: an IMEI has fifteen
  const mode = modes.find((one) => {
    const isWhole = parts.every((part) => (one === 'tac') === (part.replaceAll(/\D/g, '').length === 8))
    return isWhole && lockValuesProblem({ mode: one, values: parts }) === undefined
  })
  return mode && { mode, values: keptValues(mode, parts) }
}

/** The countries and networks of a cell, such as 'CL, 730-01'; none for 'any'; undefined for anything else. */
export function parseAreaCell(cell: string): readonly string[] | undefined {
  if (ANY.has(foldName(cell))) return []
  const parts = partsOf(cell)
  const isRight = parts.length > 0 && parts.length <= LOCK_AREAS_MAX && parts.every((part) => parseArea(part) !== undefined)
  return isRight ? keptAreas(parts) : undefined
}
