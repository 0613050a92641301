/** The categories of the demo's store, in their order. */
export const DEMO_CATEGORIES = [
  'Rastreadores GPS',
  'Routers y gateways',
  'Módulos',
  'Sensores',
  'Cámaras',
  'Antenas y accesorios',
] as const
type Category = (typeof DEMO_CATEGORIES)[number]

export interface DemoProduct {
  readonly category: Category
  readonly brand: string
  readonly name: string
  /** in minor units */
  readonly price: number
  readonly currency: string
  readonly description: string
  /** the description in English */
  readonly english: string
  readonly isActive?: boolean
}

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    category: 'Rastreadores GPS',
    brand: 'Teltonika',
    name: 'FMC130',
    price: 64_900,
    currency: 'CLP',
    description:
      'Rastreador LTE Cat 1 con respaldo 2G\nEntradas digitales y analógicas, salida de corte\nBatería interna de 170 mAh',
    english: 'LTE Cat 1 tracker with 2G fallback\nDigital and analogue inputs, cut-off output\nInternal 170 mAh battery',
  },
  {
    category: 'Rastreadores GPS',
    brand: 'Teltonika',
    name: 'FMC920',
    price: 48_500,
    currency: 'CLP',
    description: 'Rastreador compacto LTE Cat 1\nInstalación en tres cables\nBluetooth para sensores',
    english: 'Compact LTE Cat 1 tracker\nThree-wire installation\nBluetooth for sensors',
  },
  {
    category: 'Rastreadores GPS',
    brand: 'Queclink',
    name: 'GV58LAU',
    price: 57_200,
    currency: 'CLP',
    description: 'Rastreador para camiones y buses\nLectura de tacógrafo por CAN\nResiste agua y polvo, IP67',
    english: 'Tracker for trucks and buses\nReads the tachograph over CAN\nWater and dust proof, IP67',
  },
  {
    category: 'Rastreadores GPS',
    brand: 'Queclink',
    name: 'GL320MG',
    price: 5_890,
    currency: 'USD',
    description: 'Rastreador portátil con batería de 30 días\nCarga por imán\nBotón de emergencia',
    english: 'Portable tracker with a 30-day battery\nMagnetic charging\nEmergency button',
  },
  {
    category: 'Routers y gateways',
    brand: 'Teltonika',
    name: 'RUT241',
    price: 139_900,
    currency: 'CLP',
    description: 'Router industrial LTE Cat 4\nDos puertos Ethernet y Wi-Fi\nGestión remota incluida un año',
    english: 'Industrial LTE Cat 4 router\nTwo Ethernet ports and Wi-Fi\nOne year of remote management included',
  },
  {
    category: 'Routers y gateways',
    brand: 'Teltonika',
    name: 'RUTX50',
    price: 489_000,
    currency: 'CLP',
    description: 'Router 5G con doble SIM\nCinco puertos Gigabit y Wi-Fi doble banda\nPosicionamiento GNSS',
    english: 'Dual-SIM 5G router\nFive Gigabit ports and dual-band Wi-Fi\nGNSS positioning',
  },
  {
    category: 'Routers y gateways',
    brand: 'Milesight',
    name: 'UG65',
    price: 41_500,
    currency: 'USD',
    description: 'Gateway LoRaWAN de 8 canales con LTE\nServidor de red integrado\nMontaje en poste o pared',
    english: '8-channel LoRaWAN gateway with LTE\nBuilt-in network server\nPole or wall mounting',
  },
  {
    category: 'Módulos',
    brand: 'Quectel',
    name: 'BG95-M3',
    price: 2_190,
    currency: 'USD',
    description: 'Módulo LTE-M, NB-IoT y EGPRS\nGNSS integrado\nPrecio por unidad, bandeja de 250',
    english: 'LTE-M, NB-IoT and EGPRS module\nBuilt-in GNSS\nPrice per unit, tray of 250',
  },
  {
    category: 'Módulos',
    brand: 'Quectel',
    name: 'EG915U',
    price: 1_650,
    currency: 'USD',
    description: 'Módulo LTE Cat 1 bis\nBandas de América Latina\nPrecio por unidad, bandeja de 250',
    english: 'LTE Cat 1 bis module\nLatin American bands\nPrice per unit, tray of 250',
  },
  {
    category: 'Sensores',
    brand: 'Milesight',
    name: 'EM300-TH',
    price: 72_900,
    currency: 'CLP',
    description: 'Temperatura y humedad para cámaras de frío\nBatería de 10 años\nIP67',
    english: 'Temperature and humidity for cold rooms\n10-year battery\nIP67',
  },
  {
    category: 'Sensores',
    brand: 'Milesight',
    name: 'EM500-PP',
    price: 18_900,
    currency: 'USD',
    description: 'Presión de tuberías de 0 a 16 bar\nPara redes de agua\nIP67',
    english: 'Pipe pressure from 0 to 16 bar\nFor water networks\nIP67',
  },
  {
    category: 'Sensores',
    brand: 'Teltonika',
    name: 'EYE Sensor',
    price: 14_900,
    currency: 'CLP',
    description: 'Sensor Bluetooth de temperatura, humedad, movimiento e imán\nBatería de 5 años',
    english: 'Bluetooth sensor for temperature, humidity, movement and magnet\n5-year battery',
  },
  {
    category: 'Sensores',
    brand: 'Teltonika',
    name: 'LLS-AF20',
    price: 98_000,
    currency: 'CLP',
    description: 'Nivel de combustible de 700 mm\nSe corta a la medida del estanque\nSalida RS-485',
    english: 'Fuel level probe of 700 mm\nCut to the size of the tank\nRS-485 output',
  },
  {
    category: 'Cámaras',
    brand: 'Howen',
    name: 'Hero-ME32',
    price: 219_000,
    currency: 'CLP',
    description: 'Cámara de cabina con detección de fatiga\nGraba a la ruta y al conductor\nTarjeta de 128 GB incluida',
    english: 'Dash camera with fatigue detection\nRecords road and driver\n128 GB card included',
  },
  {
    category: 'Cámaras',
    brand: 'Milesight',
    name: 'X1 Sensing Camera',
    price: 36_400,
    currency: 'USD',
    description: 'Cámara con batería para medidores y tableros\nLee cifras por sí sola\nFunciona con 250 MB al mes',
    english: 'Battery camera for meters and panels\nReads figures by itself\nRuns on 250 MB a month',
  },
  {
    category: 'Antenas y accesorios',
    brand: 'Taoglas',
    name: 'GA.107',
    price: 12_900,
    currency: 'CLP',
    description: 'Antena de 3 dBi con base magnética\nCable de 3 m, conector SMA',
    english: '3 dBi antenna with a magnetic base\n3 m cable, SMA connector',
  },
  {
    category: 'Antenas y accesorios',
    brand: 'Taoglas',
    name: 'MA650',
    price: 34_500,
    currency: 'CLP',
    description: 'Antena de tornillo para techo\nDos cables de 2 m\nIP67',
    english: 'Screw-mount roof antenna\nTwo 2 m cables\nIP67',
  },
  {
    category: 'Antenas y accesorios',
    brand: 'Teltonika',
    name: 'OBD Y-40',
    price: 9_900,
    currency: 'CLP',
    description: 'Arnés de conexión rápida al puerto OBD\nNo corta cables del vehículo',
    english: 'Quick-connect harness for the OBD port\nNo wires of the vehicle are cut',
  },
  {
    category: 'Antenas y accesorios',
    brand: 'Teltonika',
    name: 'DIN 12 V',
    price: 21_500,
    currency: 'CLP',
    description: 'Fuente de 24 W\nMontaje en riel DIN de 35 mm',
    english: '24 W power supply\nMounts on a 35 mm DIN rail',
  },
  {
    category: 'Rastreadores GPS',
    brand: 'Queclink',
    name: 'GV300',
    price: 39_900,
    currency: 'CLP',
    description: 'Rastreador 2G\nReemplazado por GV58LAU',
    english: '2G tracker\nReplaced by GV58LAU',
    isActive: false,
  },
]
