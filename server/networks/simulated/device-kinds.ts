/** The behaviour of a kind of device; data volumes come from each SIM's history. */
export interface DeviceKind {
  /** average hours of a data session, and between two sessions */
  readonly onHours: number
  readonly offHours: number
  /** degrees around its home within which it moves; 0 for fixed installations */
  readonly roams: number
  /** data volume of each local hour relative to an average hour */
  readonly hours: readonly number[]
  /** messages sent per day */
  readonly smsPerDay: number
  readonly texts: readonly [string, ...string[]]
  /** calls per day */
  readonly callsPerDay: number
  /** probability of a reply to a message */
  readonly repliesToSms: number
}

const curve = (night: number, day: number, evening: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => (hour < 6 ? night : hour < 19 ? day : evening))

const ALWAYS = curve(1, 1, 1)
const STILL: DeviceKind = {
  onHours: 30,
  offHours: 1.5,
  roams: 0,
  hours: ALWAYS,
  smsPerDay: 0,
  texts: ['OK'],
  callsPerDay: 0,
  repliesToSms: 0,
}
const DRIVES: DeviceKind = { ...STILL, onHours: 14, offHours: 1, roams: 0.03, hours: curve(0.25, 1.5, 0.85), repliesToSms: 0.9 }

const KINDS = {
  tracker: { ...DRIVES, smsPerDay: 0.4, texts: ['IGN ON', 'IGN OFF', 'BAT 12.4V'] },
  meter: { ...STILL, onHours: 40, offHours: 2.5 },
  camera: { ...STILL, onHours: 60, offHours: 0.2 },
  terminal: { ...STILL, onHours: 11, offHours: 0.8, hours: curve(0.1, 1.4, 1.5) },
  panel: { ...STILL, smsPerDay: 2, texts: ['ARMADO', 'DESARMADO', 'ALARMA ZONA 2', 'TEST 24H OK'], repliesToSms: 1 },
  phone: { ...STILL, callsPerDay: 2 },
  chat: { ...DRIVES, smsPerDay: 5, texts: ['En camino', 'Llegué', 'Entregado', 'Retraso de 20 min'], repliesToSms: 0.8 },
  other: STILL,
} satisfies Record<string, DeviceKind>

export type DeviceKindName = keyof typeof KINDS

/** Patterns of makers and models, as they occur in fleets. */
const NAMES: readonly (readonly [RegExp, DeviceKindName])[] = [
  [/garmin/i, 'chat'],
  [/teltonika (f|tat)|queclink|orbcomm|tracker|gps|gv\d|rastreador/i, 'tracker'],
  [/landis|itron|kamstrup|diehl|meter|medidor/i, 'meter'],
  [/hikvision|dahua|axis|cam|c[aá]mara/i, 'camera'],
  [/pax|ingenico|verifone|terminal|pos/i, 'terminal'],
  [/dsc|paradox|panel|alarm/i, 'panel'],
  [/2n |commend|phone|cit[oó]fono/i, 'phone'],
]

/** The kind that a device's name indicates; 'other' when unrecognised. */
export function kindOfDevice(device: string): DeviceKindName {
  return NAMES.find(([pattern]) => pattern.test(device))?.[1] ?? 'other'
}

export const deviceKind = (name: string): DeviceKind => KINDS[name as DeviceKindName] ?? KINDS.other
