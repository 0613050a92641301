import { type AnomalyFigures, type AnomalyMeasure, anomalyOfText } from '#domain/anomalies.ts'
import type { Language } from '#domain/languages.ts'
import { formatUsedMbIn } from '#domain/megabytes.ts'
import { formatDecimalIn } from '#domain/money.ts'

type Note = 'data' | 'alone' | 'sessions' | 'messages' | 'silence' | 'stormData' | 'stormSessions' | 'stormMessages'
/** The figures as they are written. */
type Figures = Readonly<Record<'device' | 'sims' | 'peers' | 'observed' | 'expected' | 'used' | 'usual' | 'times', string>>

const NOTES: Readonly<Record<Language, Readonly<Record<Note, (of: Figures) => string>>>> = {
  es: {
    data: ({ used, times, peers, device }) => `usó ${used}: ${times} veces lo habitual entre ${peers} ${device} a esa hora`,
    alone: ({ used, peers, device }) => `usó ${used} a una hora en la que ${peers} ${device} casi no usan datos`,
    sessions: ({ observed, times, peers, device }) =>
      `inició ${observed} sesiones: ${times} veces lo habitual entre ${peers} ${device} a esa hora`,
    messages: ({ observed, times, peers, device }) =>
      `tuvo ${observed} SMS: ${times} veces lo habitual entre ${peers} ${device} a esa hora`,
    silence: ({ sims, peers, expected }) =>
      `en silencio ${sims} de ${peers} SIMs que siempre se comunican a esa hora; lo habitual: ${expected}`,
    stormData: ({ sims, peers, used, usual }) =>
      `${sims} de ${peers} SIMs usan mucho más que otras semanas: unos ${used} cada una; lo habitual: ${usual}`,
    stormSessions: ({ sims, peers, observed, expected }) =>
      `${sims} de ${peers} SIMs inician muchas más sesiones que otras semanas: unas ${observed} cada una; lo habitual: ${expected}`,
    stormMessages: ({ sims, peers, observed, expected }) =>
      `${sims} de ${peers} SIMs tienen muchos más SMS que otras semanas: unos ${observed} cada una; lo habitual: ${expected}`,
  },
  en: {
    data: ({ used, times, peers, device }) => `used ${used}: ${times} × the usual among ${peers} ${device} at that hour`,
    alone: ({ used, peers, device }) => `used ${used} at an hour at which ${peers} ${device} hardly use any data`,
    sessions: ({ observed, times, peers, device }) =>
      `began ${observed} sessions: ${times} × the usual among ${peers} ${device} at that hour`,
    messages: ({ observed, times, peers, device }) =>
      `had ${observed} SMS: ${times} × the usual among ${peers} ${device} at that hour`,
    silence: ({ sims, peers, expected }) =>
      `${sims} of ${peers} SIMs that always report at that hour are silent; usually: ${expected}`,
    stormData: ({ sims, peers, used, usual }) =>
      `${sims} of ${peers} SIMs use far more than in other weeks: about ${used} each; usually: ${usual}`,
    stormSessions: ({ sims, peers, observed, expected }) =>
      `${sims} of ${peers} SIMs begin far more sessions than in other weeks: about ${observed} each; usually: ${expected}`,
    stormMessages: ({ sims, peers, observed, expected }) =>
      `${sims} of ${peers} SIMs have far more SMS than in other weeks: about ${observed} each; usually: ${expected}`,
  },
}

const STORMS = { data: 'stormData', sessions: 'stormSessions', messages: 'stormMessages' } as const satisfies Record<
  AnomalyMeasure,
  Note
>

function noteOf({ kind, measure, expected }: AnomalyFigures): Note {
  if (kind === 'storm') return STORMS[measure]
  return kind === 'data' && expected < 1 ? 'alone' : kind
}

/** What an anomaly is, in a few words. @param value of the firing */
export const anomalyNote = (value: string): Readonly<Record<Language, string>> => ({
  es: noteIn(value, 'es'),
  en: noteIn(value, 'en'),
})

function noteIn(value: string, language: Language): string {
  const of = anomalyOfText(value)
  if (!of) return value
  const whole = (amount: number): string => formatDecimalIn(amount, 0, language)
  const size = (bytes: number): string => formatUsedMbIn(bytes, language)
  const { device, sims, peers, observed, expected } = of
  return NOTES[language][noteOf(of)]({
    ...{ device, sims: whole(sims), peers: whole(peers), observed: whole(observed), expected: whole(expected) },
    ...{ used: size(observed), usual: size(expected), times: whole(observed / Math.max(1, expected)) },
  })
}
