import type { AnomalyKind } from '#domain/anomalies.ts'
import type { Sentence } from '../sentence.ts'

export const ANOMALY_KIND_WORDS: Readonly<Record<AnomalyKind, Sentence>> = {
  data: { es: 'Datos', en: 'Data' },
  sessions: { es: 'Sesiones', en: 'Sessions' },
  messages: { es: 'Mensajes', en: 'Messages' },
  silence: { es: 'Silencio de un lote', en: 'Silent batch' },
  storm: { es: 'Todo un modelo', en: 'Whole model' },
}

/** Headings of the list, on the page and in its files. */
export const ANOMALY_WORDS = {
  lastAt: { es: 'Hora', en: 'Hour' },
  beganAt: { es: 'Desde', en: 'Since' },
  hours: { es: 'Horas', en: 'Hours' },
  company: { es: 'Empresa', en: 'Company' },
  kind: { es: 'Tipo', en: 'Type' },
  measure: { es: 'De', en: 'Of' },
  device: { es: 'Dispositivo', en: 'Device' },
  icc: { es: 'ICC', en: 'ICC' },
  label: { es: 'Etiqueta', en: 'Label' },
  sims: { es: 'SIMs', en: 'SIMs' },
  peers: { es: 'SIMs comparadas', en: 'SIMs compared' },
  observed: { es: 'Observado', en: 'Observed' },
  expected: { es: 'Esperado', en: 'Expected' },
  own: { es: 'Lo más que hizo antes', en: 'Most it did before' },
} as const satisfies Readonly<Record<string, Sentence>>

export const UNKNOWN_ANOMALY: Sentence = { es: 'No existe ese hallazgo', en: 'Finding not found' }
