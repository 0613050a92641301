import { describe, expect, test } from 'vitest'
import { alarmsIn, operationsIn, requestsIn } from './thing-search.ts'

describe('the operations that a text asks for', () => {
  test.each([
    ['hibernación', { kind: 'hibernate' }],
    ['Hibernaciones fallidas', { kind: 'hibernate', hasFailed: true }],
    ['failed hibernations', { kind: 'hibernate', hasFailed: true }],
    ['reinicios en curso', { kind: 'restart', state: 'running' }],
    ['operaciones programadas', { isNamed: true, state: 'scheduled' }],
    ['operación #12', { isNamed: true, number: 12 }],
    ['12', { number: 12 }],
    ['operation 12', { isNamed: true, number: 12 }],
    ['bajas de temporada', { kind: 'terminate', text: 'temporada' }],
    ['cambios de plan', { kind: 'plan' }],
    ['plan iot', { text: 'plan iot' }],
    ['constructor', { text: 'constructor' }],
    ['canceladas', { text: 'canceladas' }],
  ])('%s', (text, expected) =>
    expect(operationsIn(text)).toEqual({
      ...{ isNamed: false, kind: undefined, state: undefined, hasFailed: false, text: '' },
      ...expected,
    }),
  )

  test('are none for a text about requests or alarms', () => {
    expect(operationsIn('solicitudes canceladas')).toBeUndefined()
    expect(operationsIn('alarma andes')).toBeUndefined()
  })
})

describe('the requests that a text asks for', () => {
  test.each([
    ['solicitudes pendientes', { isNamed: true, state: 'submitted', text: '' }],
    ['request 12', { isNamed: true, number: 12, text: '' }],
    ['#12', { isNamed: false, number: 12, text: '' }],
    ['pedidos de andes', { isNamed: true, text: 'andes' }],
    ['pendientes', { isNamed: false, text: 'pendientes' }],
  ])('%s', (text, expected) => expect(requestsIn(text)).toEqual({ state: undefined, ...expected }))

  test('are none for a text about operations', () => expect(requestsIn('operación 12')).toBeUndefined())
})

test('alarms are asked for by what is left of a text', () => {
  expect(alarmsIn('alarma IoT 250')).toEqual({ isNamed: true, text: 'iot 250' })
  expect(alarmsIn('alarmas de la cadena de frío')).toEqual({ isNamed: true, text: 'cadena de frio' })
  expect(alarmsIn('alarmas')).toEqual({ isNamed: true, text: '' })
  expect(alarmsIn('alarmas de')).toEqual({ isNamed: true, text: '' })
  expect(alarmsIn('solicitud 12')).toBeUndefined()
})
