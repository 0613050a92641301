import { plainText } from '#domain/plain-text.ts'
import type { DrawingName } from './drawings.ts'
import type { HardwareRow } from './store.api.ts'

interface DrawnProduct {
  readonly name: string
  readonly description: string
  readonly category: string
}

/** What a text without accents says a product is, in Spanish or English. What stands first wins: a camera may read meters. */
const WORDS: readonly (readonly [RegExp, DrawingName])[] = [
  [/arnes|harness|\bcables?\b/, 'harness'],
  [/(antena|antenna).*magn|magn.*(antena|antenna)/, 'magneticAntenna'],
  [/antena|antenna/, 'antenna'],
  [/fuente de|power supply|cargador|charger/, 'powerSupply'],
  [/(rastreador|tracker).*(portatil|portable|magnet|iman|bateria|battery)/, 'portableTracker'],
  [/(rastreador|tracker).*(compact|mini)/, 'compactTracker'],
  [/(rastreador|tracker).*(camion|truck|\bbus)/, 'ruggedTracker'],
  [/rastreador|tracker/, 'tracker'],
  [/temperatur|humedad|humidity/, 'temperatureSensor'],
  [/presion|pressure/, 'pressureSensor'],
  [/nivel de|level sensor|(fuel|liquid) level/, 'levelSensor'],
  [/camara.*(cabina|conductor)|dash ?cam/, 'dashCamera'],
  [/camara|camera/, 'camera'],
  [/sensor/, 'sensor'],
  [/gateway.*lora|lora.*gateway/, 'gateway'],
  [/router.*5g|5g.*router/, 'largeRouter'],
  [/router|gateway/, 'router'],
  [/modulo|module/, 'module'],
  [/lector|reader|rfid|terminal/, 'cardReader'],
  [/medidor|\bmeter/, 'meter'],
]

/** A product's drawing, by its name, else the first line of its description, else its category. */
export function drawingOf({ name, description, category }: DrawnProduct): DrawingName {
  for (const text of [name, description.split('\n', 1)[0] ?? '', category].map(plainText)) {
    const known = WORDS.find(([word]) => word.test(text))
    if (known) return known[1]
  }
  return 'parcel'
}

export const drawingOfProduct = ({ hardwareName, hardwareDescription, categoryName }: HardwareRow): DrawingName =>
  drawingOf({ name: hardwareName, description: hardwareDescription, category: categoryName })
