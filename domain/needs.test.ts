import { expect, test } from 'vitest'
import { NEED_KINDS, NEED_TONES, needsInOrder } from './needs.ts'

const need = (kind: (typeof NEED_KINDS)[number], count: number, sims = 0) => ({ kind, count, sims })

test('what is of none is left out, the rest is by urgency, then by SIMs', () => {
  const needs = [
    need('silent', 900),
    need('operatorUnstable', 1, 40),
    need('invoiceDue', 0),
    need('operatorUnstable', 1, 6204),
    need('operatorDown', 1, 3),
    need('poolOver', 2),
  ]
  expect(needsInOrder(needs).map(({ kind, sims }) => [kind, sims])).toEqual([
    ['operatorDown', 3],
    ['poolOver', 0],
    ['operatorUnstable', 6204],
    ['operatorUnstable', 40],
    ['silent', 0],
  ])
})

test('SIMs that are silent, then whom the operator keeps waiting, then what a rule asks, are above what was cut or failed', () => {
  const needs = [
    need('supportWaiting', 1),
    need('requestSubmitted', 1),
    need('dataCut', 59),
    need('ruleAsks', 3),
    need('silent', 264),
    need('operationFailed', 2),
  ]
  expect(needsInOrder(needs).map(({ kind }) => kind)).toEqual([
    'silent',
    'requestSubmitted',
    'supportWaiting',
    'ruleAsks',
    'dataCut',
    'operationFailed',
  ])
})

test('what costs money or service now is above everything else', () => {
  const stops = NEED_KINDS.map((kind) => NEED_TONES[kind] === 'stop')
  expect(stops.lastIndexOf(true)).toBeLessThan(stops.indexOf(false))
})
