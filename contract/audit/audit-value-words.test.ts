import { expect, test } from 'vitest'
import { auditValueWord } from './audit-value-words.ts'

test.each([
  ['kind', 'hibernate', 'Hibernar', 'Hibernate'],
  ['source', 'file', 'archivo', 'file'],
  ['administrativeStatus', '10', 'Desactivada por alarma', 'Deactivated by alarm'],
  ['rules.2.originId', '2', 'Perú', 'Peru'],
  ['permits', 'sims, alarmas', 'SIMs, Alarmas', 'SIMs, Alarms'],
  ['method', 'password', 'contraseña', 'password'],
  ['active', 'false', 'no', 'no'],
  ['note', 'hibernate', 'hibernate', 'hibernate'],
  ['kind', 'pigeon', 'pigeon', 'pigeon'],
  ['kind', null, '—', '—'],
])('%s %j is called %j, in English %j', (path, value, es, en) => {
  expect([auditValueWord(path, value, 'es'), auditValueWord(path, value, 'en')]).toEqual([es, en])
})
