/** A plan has one name, so it reads alike in both languages. */
type PlanRow = readonly [
  code: string,
  name: string,
  origin: number,
  type: number,
  mb: number,
  sms: number,
  voiceSeconds: number,
  /** in minor units */
  price: number,
  currency: string,
  pooled: boolean,
]

const CLP: readonly PlanRow[] = [
  ['CL-IOT250', 'IoT 250 MB', 1, 2, 250, 30, 0, 1_640, 'CLP', false],
  ['CL-TEL50', 'M2M 50 MB', 1, 2, 50, 10, 0, 640, 'CLP', true],
  ['CL-IOT1G', 'IoT 1 GB', 1, 2, 1024, 30, 0, 2_990, 'CLP', true],
  ['CL-VID10G', 'Video 10 GB', 1, 2, 10_240, 0, 0, 14_900, 'CLP', true],
  ['CL-VOZ60', 'M2M 60 min', 1, 2, 20, 20, 3_600, 2_190, 'CLP', false],
  ['CL-LEG100', 'Legacy 100 MB', 1, 1, 100, 20, 0, 990, 'CLP', false],
  ['CL-CHAT', 'Chat SMS', 1, 6, 10, 300, 0, 1_290, 'CLP', false],
  ['PE-IOT250', 'IoT 250 MB Perú', 2, 2, 250, 30, 0, 1_640, 'CLP', false],
  ['PE-TEL50', 'M2M 50 MB Perú', 2, 2, 50, 10, 0, 640, 'CLP', true],
  ['MX-IOT250', 'IoT 250 MB México', 3, 2, 250, 30, 0, 1_640, 'CLP', false],
  ['MX-TEL50', 'M2M 50 MB México', 3, 2, 50, 10, 0, 640, 'CLP', true],
  ['EC-IOT250', 'IoT 250 MB Ecuador', 4, 2, 250, 30, 0, 1_640, 'CLP', false],
  ['AR-IOT250', 'IoT 250 MB Argentina', 5, 2, 250, 30, 0, 1_640, 'CLP', false],
  ['AR-GLO500', 'Global 500 MB', 5, 3, 500, 50, 0, 2_490, 'CLP', true],
  ['AR-MGR500', 'Manager 500 MB', 5, 4, 500, 30, 0, 2_290, 'CLP', false],
  ['US-GLO500', 'Global 500 MB USA', 6, 3, 500, 50, 0, 2_690, 'CLP', true],
  ['DE-VF250', 'Vodafone 250 MB', 7, 5, 250, 20, 0, 1_990, 'CLP', false],
]

const OTHERS: readonly PlanRow[] = [
  ['PE-POS50', 'POS 50 MB', 2, 2, 50, 5, 0, 390, 'PEN', true],
  ['MX-MED20', 'AMI 20 MB', 3, 2, 20, 5, 0, 1_450, 'MXN', true],
  ['AR-AGRO100', 'Agro 100 MB', 5, 2, 100, 20, 0, 185_000, 'ARS', false],
  ['AR-AGROM', 'Agro Manager 250 MB', 5, 4, 250, 20, 0, 240_000, 'ARS', false],
  ['EC-VID10G', 'Video 10 GB Ecuador', 4, 2, 10_240, 0, 0, 1_850, 'USD', true],
  ['EC-ALARMA', 'SOS 30 MB', 4, 2, 30, 60, 0, 210, 'USD', false],
  ['EC-CHAT', 'Chat SMS Ecuador', 4, 6, 10, 300, 0, 180, 'USD', false],
]

export const DEMO_PLANS = [...CLP, ...OTHERS].map(
  ([code, name, origin, type, mb, sms, voiceSeconds, price, currency, pooled]) => ({
    plan_code: code,
    name,
    origin_id: origin,
    sim_type_id: type,
    price_minor: price,
    currency,
    pooled,
    data_mb: mb,
    included_sms: sms,
    included_voice_seconds: voiceSeconds,
  }),
)

/** 14, 15 and 17 are the private ones with which types 1 and 5 can be edited (specification section 4). */
export const DEMO_APNS = [
  { apn_id: 1, name: 'M2M Chile', apn: 'm2m.movistar.cl', username: 'm2m', password: 'm2m' },
  { apn_id: 2, name: 'IoT Perú', apn: 'iot.movistar.pe', username: 'movistar@datos', password: 'movistar' },
  { apn_id: 3, name: 'IoT México', apn: 'iot.movistar.mx', username: 'movistar', password: 'movistar' },
  { apn_id: 4, name: 'IoT Ecuador', apn: 'iot.movistar.ec', username: 'movistar', password: 'movistar' },
  { apn_id: 5, name: 'IoT Argentina', apn: 'm2m.movistar.com.ar', username: 'wap', password: 'wap' },
  { apn_id: 6, name: 'IoT USA', apn: 'iot.tmobile.us', username: '', password: '' },
  { apn_id: 7, name: 'Vodafone IoT', apn: 'iot.vodafone.de', username: '', password: '' },
  { apn_id: 8, name: 'Global', apn: 'global.enlace', username: '', password: '' },
  { apn_id: 14, name: 'Telefónica privado', apn: 'privado.movistar.cl', username: 'andessur', password: 'privado' },
  { apn_id: 15, name: 'Vodafone privado', apn: 'private.vodafone.de', username: 'andessur', password: 'private' },
  { apn_id: 16, name: 'Andes Sur', apn: 'm2m.andessur.cl', username: 'andes', password: 'andes' },
  { apn_id: 17, name: 'Telefónica privado Andes', apn: 'legacy.andessur.cl', username: 'andes', password: 'legacy' },
]
