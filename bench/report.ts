import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = join(import.meta.dirname, '../docs/performance.md')
const BEGIN = '<!-- figures: npm run bench -- --write -->'
const END = '<!-- end of figures -->'

/** Puts the figures between their marks in docs/performance.md. */
export function writeReport(report: string): void {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest = ''] = page.split(BEGIN)
  const [, after = ''] = rest.split(END)
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${report}\n\n${END}${after}`)
}
