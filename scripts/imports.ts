import { dirname, join, normalize } from 'node:path'

const STATEMENT =
  /(?:^|[^.\w])((?:import|export)\b[^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]|(?:^import\s*|\bimport\s*\(\s*)['"]([^'"]+)['"]/gm

export interface Import {
  /** from the root of the repository, or `package/<name>`, `node/<name>`; `zod` is itself */
  path: string
  /** erased before the code runs */
  isType: boolean
}

/** What a source file imports; `file` is its path from the root of the repository. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(STATEMENT)].map(([, clause = '', from, alone]) => ({
    path: resolve(file, from ?? alone ?? ''),
    isType: /^(import|export)\s+type\b/.test(clause),
  }))
}

function resolve(file: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  if (name.startsWith('.')) return normalize(join(dirname(file), name))
  return name === 'zod' ? name : name.startsWith('node:') ? name.replace(':', '/') : `package/${name}`
}
