import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { IS_SOAK } from '#test/share.ts'

const ROOT = join(import.meta.dirname, '..')
/** 500 packages for these alone, so they are no dependencies: each has a folder of its own, as their versions of TypeScript differ. */
const TOOLS = {
  lint: ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'],
  hey: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
  orval: ['orval@8.38.0'],
} as const
/** In openapi.test.ts our own, exact one takes the place of the rule that is off: Redocly’s compares no types of parameters. */
const REDOCLY = 'extends: [recommended]\nrules:\n  no-ambiguous-paths: off\n'
const ORVAL = `export default { enlace: { input: './openapi.json', output: { target: './made/orval.ts', client: 'fetch' } } }`
const STRICT = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    types: [],
  },
  include: ['made'],
}

describe.skipIf(!IS_SOAK)('the OpenAPI document in the tools of others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'enlace-openapi-'))
  const at = (tool: keyof typeof TOOLS) => join(folder, tool)
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

  /** What a program said when it failed; '' when all was well. */
  function complaint(tool: keyof typeof TOOLS, program: string, ...args: string[]): string {
    const bin = join(at(tool), 'node_modules/.bin', program)
    const { status, stdout, stderr } = spawnSync(bin, args, { cwd: at(tool), env, encoding: 'utf8' })
    return status === 0 ? '' : `${stdout}${stderr}` || `ended with ${status}`
  }
  const typeErrors = (tool: keyof typeof TOOLS): string =>
    spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', at(tool)], { encoding: 'utf8' }).stdout

  beforeAll(() => {
    for (const [tool, packages] of Object.entries(TOOLS)) {
      const its = join(folder, tool)
      execFileSync('npm', ['install', '--prefix', its, '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
      writeFileSync(join(its, 'openapi.json'), JSON.stringify(openApiDocument()))
      writeFileSync(join(its, 'tsconfig.json'), JSON.stringify(STRICT))
    }
    writeFileSync(join(at('lint'), 'redocly.yaml'), REDOCLY)
    writeFileSync(join(at('lint'), '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
    writeFileSync(join(at('orval'), 'orval.config.mjs'), ORVAL)
  }, 600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('Redocly’s recommended rules find nothing', () => {
    const args = ['lint', 'openapi.json', '--format=json']
    const { stdout } = spawnSync(join(at('lint'), 'node_modules/.bin/redocly'), args, {
      cwd: at('lint'),
      env,
      encoding: 'utf8',
    })
    expect(JSON.parse(stdout).problems).toEqual([])
  })

  test('Spectral’s rules for OpenAPI find nothing', () => {
    expect(complaint('lint', 'spectral', 'lint', 'openapi.json', '--fail-severity=hint')).toBe('')
  })

  test('the clients that openapi-ts and orval make of it have no errors of types', () => {
    expect(complaint('hey', 'openapi-ts', '-i', 'openapi.json', '-o', 'made', '-c', '@hey-api/client-fetch')).toBe('')
    expect(complaint('orval', 'orval')).toBe('')
    expect([typeErrors('hey'), typeErrors('orval')]).toEqual(['', ''])
  })
})
