import { type RefObject, useLayoutEffect, useState } from 'react'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { CHIP_GAP, chipsThatFit } from './chips-that-fit.ts'

/** px at the end of the row in which chips fade out */
const FADE = 24
/** px of the chip with the others, as long as it is not there */
const MORE = 88

const outer = (elements: Iterable<HTMLElement>): number =>
  [...elements].reduce((sum, { offsetWidth }) => sum + offsetWidth + CHIP_GAP, 0)

/**
 * Chips that may fold have `data-fold`, the one that has them then `data-more`, which is 'always' where it is there in any case. Beside
 * their row is the button that adds a filter.
 */
function fittingIn(row: HTMLElement, place: HTMLElement): number {
  const folding = row.querySelectorAll<HTMLElement>('[data-fold]')
  const inRow = row.querySelectorAll<HTMLElement>(':scope > *, :scope > fieldset > *')
  const staying = [...inRow].filter((one) => !one.matches('fieldset, dialog, [data-fold], [data-more=""]'))
  const beside = place.querySelectorAll<HTMLElement>(':scope > button')
  const space = place.clientWidth - Number.parseFloat(getComputedStyle(place).paddingRight) - FADE
  const others = row.querySelector<HTMLElement>('[data-more]')
  const more = others?.dataset.more === 'always' ? 0 : (others?.offsetWidth ?? MORE)
  const widths = Array.from(folding, ({ offsetWidth }) => offsetWidth)
  return chipsThatFit(widths, more, space - outer(staying) - outer(beside))
}

/** How many of the chips of a row that may fold are shown: as many as fit; all on a phone, where the row scrolls. */
export function useFoldedChips(row: RefObject<HTMLElement | null>): number {
  const isPhone = useMedia(PHONE)
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  // after each rendering: counts arrive, and filters come and go
  useLayoutEffect(() => {
    const place = row.current?.parentElement
    if (!place) return
    const measure = () => {
      if (row.current) setFitting(fittingIn(row.current, place))
    }
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(place)
    return () => observer.disconnect()
  })
  return isPhone ? Number.POSITIVE_INFINITY : fitting
}
