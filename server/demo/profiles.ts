/** The properties and usage of a kind of device. */
export interface Profile {
  /** labels are this and a number */
  readonly label: string
  readonly devices: readonly string[]
  /** manufacturer and model of the module, and the type code of its IMEI */
  readonly modules: readonly (readonly [manufacturer: string, model: string, typeCode: string])[]
  readonly isVehicle: boolean
  /** MB of 1024² bytes on an ordinary day, from the quietest SIM to the busiest */
  readonly dayMb: readonly [number, number]
  /** share of an ordinary day on each day of the week, Sunday first */
  readonly week: readonly number[]
  /** messages on a day, at most */
  readonly sms: number
  /** seconds of calls on a day, at most */
  readonly voiceSeconds: number
  readonly radio: readonly string[]
}

const OFFICE = [0.3, 1, 1, 1, 1, 1.1, 0.6] as const
const ALWAYS = [1, 1, 1, 1, 1, 1, 1] as const
const SHOPS = [0.9, 0.7, 0.8, 0.9, 1, 1.4, 1.5] as const
const QUECTEL = ['Quectel', 'BG95-M3', '86435605'] as const
const LTE = ['Quectel', 'EC25-AU', '86759804'] as const
const TELIT = ['Telit', 'ME910G1', '35292911'] as const
const SIMCOM = ['SIMCom', 'SIM7600SA', '86816104'] as const
const UBLOX = ['u-blox', 'SARA-R412M', '35439109'] as const

const base = { isVehicle: false, sms: 0, voiceSeconds: 0, week: ALWAYS } as const

export const PROFILES = {
  truck: {
    ...base,
    label: 'Camión',
    devices: ['Teltonika FMC130', 'Teltonika FMB920', 'Queclink GV300'],
    modules: [QUECTEL, SIMCOM],
    isVehicle: true,
    dayMb: [1.8, 10.6],
    week: OFFICE,
    sms: 2,
    radio: ['LTE', 'LTE', 'UMTS', 'LTE-M'],
  },
  trailer: {
    ...base,
    label: 'Rampla',
    devices: ['Queclink GL320', 'Teltonika TAT100'],
    modules: [QUECTEL, UBLOX],
    isVehicle: true,
    dayMb: [0.4, 2.6],
    week: OFFICE,
    radio: ['LTE-M', 'GSM', 'LTE-M'],
  },
  meter: {
    ...base,
    label: 'Medidor',
    devices: ['Landis+Gyr E350', 'Itron ACE6000'],
    modules: [UBLOX, TELIT],
    dayMb: [0.4, 1.3],
    radio: ['NB-IoT', 'LTE-M', 'GSM'],
  },
  waterMeter: {
    ...base,
    label: 'Medidor',
    devices: ['Kamstrup flowIQ 2200', 'Diehl HYDRUS 2.0'],
    modules: [UBLOX],
    dayMb: [0.1, 0.5],
    radio: ['NB-IoT', 'NB-IoT', 'GSM'],
  },
  coldRoom: {
    ...base,
    label: 'Cámara frío',
    devices: ['Emerson GO Real-Time', 'Carrier Lynx'],
    modules: [TELIT, QUECTEL],
    dayMb: [30, 51],
    radio: ['LTE'],
  },
  camera: {
    ...base,
    label: 'Cámara',
    devices: ['Hikvision DS-2XS6A25G0', 'Dahua IPC-HFW3241'],
    modules: [LTE],
    dayMb: [430, 590],
    radio: ['LTE'],
  },
  crane: {
    ...base,
    label: 'Grúa portuaria',
    devices: ['Siemens SCALANCE M876'],
    modules: [LTE],
    dayMb: [18, 46],
    radio: ['LTE'],
  },
  router: {
    ...base,
    label: 'Router',
    devices: ['Teltonika RUT240', 'Robustel R1520'],
    modules: [LTE, SIMCOM],
    dayMb: [10, 24],
    week: OFFICE,
    radio: ['LTE', 'UMTS'],
  },
  container: {
    ...base,
    label: 'Contenedor',
    devices: ['Orbcomm CT3500'],
    modules: [TELIT],
    isVehicle: true,
    dayMb: [3, 14],
    radio: ['LTE', 'UMTS'],
  },
  terminal: {
    ...base,
    label: 'Terminal',
    devices: ['PAX A920', 'Ingenico Move/5000', 'Verifone V240m'],
    modules: [LTE],
    dayMb: [0.5, 1.9],
    week: SHOPS,
    radio: ['LTE', 'UMTS'],
  },
  sensor: {
    ...base,
    label: 'Estación',
    devices: ['Davis EnviroMonitor', 'Pessl iMETOS 3.3'],
    modules: [QUECTEL],
    dayMb: [0.7, 3],
    radio: ['LTE-M', 'GSM'],
  },
  panel: {
    ...base,
    label: 'Panel',
    devices: ['DSC PowerSeries Neo', 'Paradox PCS265'],
    modules: [SIMCOM],
    dayMb: [0.2, 0.8],
    sms: 4,
    radio: ['GSM', 'LTE'],
  },
  phone: {
    ...base,
    label: 'Citófono',
    devices: ['2N Lift8', 'Commend EE 980'],
    modules: [SIMCOM],
    dayMb: [0.05, 0.3],
    voiceSeconds: 240,
    radio: ['UMTS', 'LTE'],
  },
  chat: {
    ...base,
    label: 'Chat',
    devices: ['Garmin fleet 790'],
    modules: [SIMCOM],
    isVehicle: true,
    dayMb: [0.05, 0.25],
    week: OFFICE,
    sms: 12,
    radio: ['LTE', 'GSM'],
  },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof PROFILES
