import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  elementHeight,
  MAX_HEIGHT,
  needsSettling,
  type ScrollPosition,
  START,
  scrolledTo,
  settledAt,
  topToShow,
  visibleRows,
} from './virtual-scroll.ts'

const MILLION = { content: 1_000_000 * 36, viewport: 720 }
const SMALL = { content: 28_640 * 36, viewport: 720 }

describe('scrolling through more rows than an element can be high', () => {
  test('a million rows fit into an element that every browser can draw', () => {
    expect(elementHeight(MILLION)).toBe(MAX_HEIGHT)
    expect(elementHeight(SMALL)).toBe(SMALL.content)
  })

  test('the wheel moves the list by exactly as many pixels as the element', () => {
    const { position, scrollTop } = settledAt(18_000_000, MILLION)
    expect(scrolledTo(position, scrollTop + 100, MILLION).top).toBe(18_000_100)
    expect(scrolledTo(position, scrollTop - 3000, MILLION).top).toBe(17_997_000)
  })

  test('dragging the thumb to the middle and to the end reaches them', () => {
    const end = MAX_HEIGHT - MILLION.viewport
    expect(scrolledTo(START, end, MILLION).top).toBe(MILLION.content - MILLION.viewport)
    const middle = scrolledTo(START, end / 2, MILLION).top / (MILLION.content - MILLION.viewport)
    expect(middle).toBeCloseTo(0.5, 4)
  })

  test('a short list is scrolled natively', () => {
    expect(scrolledTo(START, 500_000, SMALL)).toEqual({ top: 500_000, offset: 0 })
    expect(needsSettling({ top: 0, offset: 0 }, SMALL)).toBe(false)
  })

  test('settling keeps the position and corrects the thumb', () => {
    fc.assert(
      fc.property(fc.nat(MILLION.content), (top) => {
        const { scrollTop, position } = settledAt(top, MILLION)
        expect(scrollTop + position.offset).toBe(position.top)
        expect(scrollTop).toBeLessThanOrEqual(MAX_HEIGHT - MILLION.viewport)
        expect(needsSettling(settledAt(position.top, MILLION).position, MILLION)).toBe(false)
      }),
    )
  })

  test('scrolling by the wheel passes every row and reaches both ends', () => {
    let position: ScrollPosition = START
    let scrollTop = 0
    const wheel = (by: number) => {
      scrollTop = Math.min(MAX_HEIGHT - MILLION.viewport, Math.max(0, scrollTop + by))
      const before = position.top
      position = scrolledTo(position, scrollTop, MILLION)
      expect(Math.abs(position.top - before)).toBeLessThanOrEqual(Math.abs(by))
      if (needsSettling(position, MILLION)) ({ scrollTop, position } = settledAt(position.top, MILLION))
    }
    for (let step = 0; step < 12_000; step++) wheel(3500)
    expect(position.top).toBe(MILLION.content - MILLION.viewport)
    for (let step = 0; step < 12_000; step++) wheel(-3500)
    expect(position.top).toBe(0)
    expect(scrollTop).toBe(0)
  })
})

describe('rendered rows', () => {
  test('the visible ones and some more', () => {
    const options = { rows: 1000, rowHeight: 36, viewport: 720, overscan: 4 }
    expect(visibleRows(0, options)).toEqual({ first: 0, last: 23 })
    expect(visibleRows(3600, options)).toEqual({ first: 96, last: 123 })
    expect(visibleRows(999 * 36, options)).toEqual({ first: 995, last: 999 })
  })

  test('none when the list is empty', () => {
    expect(visibleRows(0, { rows: 0, rowHeight: 36, viewport: 720, overscan: 4 })).toEqual({ first: 0, last: -1 })
  })

  test('a row is scrolled into view with the least movement', () => {
    const options = { rowHeight: 36, viewport: 720 }
    expect(topToShow(5, 360, options)).toBe(180)
    expect(topToShow(15, 360, options)).toBe(360)
    expect(topToShow(40, 360, options)).toBe(41 * 36 - 720)
  })
})
