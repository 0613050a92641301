import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TAG_COLOURS } from '#domain/tags.ts'

const css = readFileSync(join(import.meta.dirname, '../web/ui/tokens.css'), 'utf8')

/** The colours of a theme, by their names. */
function coloursOf(selector: string): ReadonlyMap<string, string> {
  const from = css.indexOf(`${selector} {`)
  const block = css.slice(from, css.indexOf('\n}', from))
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/g)].map(([, name = '', colour = '']) => [name, colour]))
}

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'surface-press'] as const

test.each(['light', 'dark'])('in the %s theme the dot of every colour stands out 3:1 from what it stands on', (theme) => {
  const colours = coloursOf(`:root[data-theme="${theme}"]`)
  const faint = TAG_COLOURS.flatMap((tag) =>
    SURFACES.filter((surface) => contrast(colours.get(`tag-${tag}`) ?? '#000000', colours.get(surface) ?? '#000000') < 3).map(
      (surface) => `${tag} on ${surface}`,
    ),
  )
  expect(faint).toEqual([])
})
