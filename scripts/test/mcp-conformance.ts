import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The first with the requirements of revision 2026-07-28; stable versions end with 2025-11-25. */
const VERSION = '0.2.0-alpha.12'
const PACKAGE = '@modelcontextprotocol/conformance'
const RUNTIME = join(import.meta.dirname, '../../.runtime')
const FOLDER = join(RUNTIME, `mcp-conformance-${VERSION}`)
const PROGRAM = join(FOLDER, 'node_modules', PACKAGE, 'dist/index.js')

/** What is said where the suite is missing. */
export const NO_CONFORMANCE_SUITE = `NOT TESTED: the protocol of agents by the suite of its authors. Needs ${PACKAGE}@${VERSION} from npm's registry.`

/**
 * The conformance suite of the Model Context Protocol, installed when it is first needed. Its 122 packages are for one test, so they are no dependencies.
 * @returns its program; undefined when the registry does not answer
 */
export function conformanceSuite(): string | undefined {
  if (existsSync(PROGRAM)) return PROGRAM
  mkdirSync(RUNTIME, { recursive: true })
  const folder = mkdtempSync(join(RUNTIME, 'mcp-conformance-'))
  try {
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`]
    execFileSync('npm', args, { stdio: 'ignore', timeout: 120_000 })
    // whole or not at all, also when two runs install it at once
    if (!existsSync(FOLDER)) renameSync(folder, FOLDER)
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return PROGRAM
}
