import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * Writes the font of the first paint: Inter's Latin file with its optical sizes, cut to the weights that the screens have. 73 kB
 * become 42, a sixth of what a first visit loads. Run it again after a new version of Inter: `node scripts/make-screen-font.ts`.
 */
const TARGET = join(import.meta.dirname, '../web/ui/inter-latin.woff2')
const SOURCE = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2')

/** As the tokens have them: regular, medium and semibold. */
const WEIGHTS = { min: 400, max: 600 }

/** The ranges of characters that the file is for: what its @font-face says in web/ui/fonts.css. */
const RANGES: readonly [first: number, last: number][] = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
]

const characters = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join('')

const font = await subsetFont(readFileSync(SOURCE), characters, { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } })
writeFileSync(TARGET, font)
console.log(`${TARGET}: ${font.length} bytes`)
