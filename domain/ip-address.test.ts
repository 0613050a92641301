import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressBlock, addressRanges, isInNetwork, isInRanges } from './ip-address.ts'

const one = (address: string) => [{ from: address, to: address }]

describe('the addresses that a text means', () => {
  test.each([
    ['10.41.0.7', one('10.41.0.7')],
    ['255.255.255.255', one('255.255.255.255')],
    ['10.41.0.', [{ from: '10.41.0.0', to: '10.41.0.255' }]],
    ['10.41.0', [{ from: '10.41.0.0', to: '10.41.0.255' }]],
    [
      '10.2',
      [
        { from: '10.2.0.0', to: '10.2.255.255' },
        { from: '10.20.0.0', to: '10.29.255.255' },
        { from: '10.200.0.0', to: '10.255.255.255' },
      ],
    ],
    ['10.30', [{ from: '10.30.0.0', to: '10.30.255.255' }]],
    ['2001:DB8::7', one('2001:db8:0:0:0:0:0:7')],
    ['2001:db8:0:0:0:0:0:7', one('2001:db8:0:0:0:0:0:7')],
    ['::1', one('0:0:0:0:0:0:0:1')],
    ['2001:db8::', [{ from: '2001:db8:0:0:0:0:0:0', to: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff' }]],
    ['2001:db8:', [{ from: '2001:db8:0:0:0:0:0:0', to: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff' }]],
    [
      '2001:db8:ab',
      [
        { from: '2001:db8:ab:0:0:0:0:0', to: '2001:db8:ab:ffff:ffff:ffff:ffff:ffff' },
        { from: '2001:db8:ab0:0:0:0:0:0', to: '2001:db8:abf:ffff:ffff:ffff:ffff:ffff' },
        { from: '2001:db8:ab00:0:0:0:0:0', to: '2001:db8:abff:ffff:ffff:ffff:ffff:ffff' },
      ],
    ],
  ])('%s', (text, expected) => expect(addressRanges(text)).toEqual(expected))

  test.each([
    '10',
    '10.',
    '256.1.1.1',
    '10.41.0.7.',
    '10.41.0.7.1',
    '10..1',
    '10.041',
    '895603',
    '',
    '.',
    ':',
    '::',
    '2001:',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    'café',
    'abc',
  ])("'%s' means none", (text) => expect(addressRanges(text)).toEqual([]))
})

const v4 = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((groups) => groups.join('.'))
const v6 = fc
  .array(fc.nat(65_535), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map((group) => group.toString(16)).join(':'))

test('a beginning of at least two groups means just the addresses that are written so, a whole one itself alone', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(v4, v4), fc.tuple(v6, v6)), fc.nat(38), ([address, other], more) => {
      const separator = address.includes(':') ? ':' : '.'
      const least = address.indexOf(separator) + 2
      const beginning = address.slice(0, Math.min(least + more, address.length))
      const ranges = addressRanges(beginning)
      const isWhole = beginning.split(separator).filter(Boolean).length === (separator === ':' ? 8 : 4)
      for (const some of [address, other])
        expect(isInRanges(some, ranges)).toBe(isWhole ? some === beginning : some.startsWith(beginning))
    }),
  )
})

test.each([
  ['192.0.2.71', '192.0.2.64/28', true],
  ['192.0.2.80', '192.0.2.64/28', false],
  ['127.0.0.1', '127.0.0.1/32', true],
  ['127.0.0.2', '127.0.0.1', false],
  ['203.0.113.9', '0.0.0.0/0', true],
  ['2001:db8::7', '2001:db8::/32', true],
  ['2001:db9::7', '2001:db8::/32', false],
  ['::1', '0.0.0.0/0', false],
  ['café', '0.0.0.0/0', false],
])('%s in %s: %s', (address, network, isIn) => expect(isInNetwork(address, network)).toBe(isIn))

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:DB8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:db8:0:7::', '2001:db8:0:7::/64'],
  ['2001:db8::7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1:2:3:4%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['', ''],
  ['café', 'café'],
])('%s counts as %s', (address, block) => expect(addressBlock(address)).toBe(block))
