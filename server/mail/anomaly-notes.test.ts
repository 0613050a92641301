import { expect, test } from 'vitest'
import { anomalyNote } from './anomaly-notes.ts'

test('what a SIM did is said in times of the usual among those in its device', () => {
  expect(anomalyNote('sessions data 1 3112 212 2 Teltonika FMB920')).toEqual({
    es: 'inició 212 sesiones: 106 veces lo habitual entre 3.112 Teltonika FMB920 a esa hora',
    en: 'began 212 sessions: 106 × the usual among 3,112 Teltonika FMB920 at that hour',
  })
})
