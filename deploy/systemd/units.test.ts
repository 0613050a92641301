import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'

const HERE = import.meta.dirname
const ROLES = ['web', 'worker', 'ingest']
const textOf = (file: string): string => readFileSync(join(HERE, file), 'utf8')

/** Settings of a file for EnvironmentFile=. */
const settingsOf = (file: string): Record<string, string> =>
  Object.fromEntries([...textOf(file).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

test.each(ROLES)('the settings of %s are valid', (role) => {
  const given = { ...settingsOf('enlace.env'), ...settingsOf(`${role}.env`) }
  const config = loadConfig({ ...given, ROLE: role })
  expect(config).toMatchObject({ ROLE: role, SEED: 'none', METRICS_HOST: '127.0.0.1' })
  expect(textOf('../prometheus/prometheus.yml')).toContain(`127.0.0.1:${config.METRICS_PORT}`)
  expect(textOf('enlace.target')).toContain(`enlace@${role}.service`)
})

const folder = mkdtempSync(join(tmpdir(), 'enlace-units-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(spawnSync('which', ['systemd-analyze'], { stdio: 'ignore' }).status !== 0)('with systemd-analyze', () => {
  // the units as they are, over this folder in place of /opt/enlace
  for (const file of globSync('enlace*', { cwd: HERE })) copyFileSync(join(HERE, file), join(folder, file))
  const unit = textOf('enlace@.service').replaceAll('/opt/enlace', join(HERE, '../..'))
  for (const role of ROLES) writeFileSync(join(folder, `enlace@${role}.service`), unit)
  const units = ROLES.map((role) => join(folder, `enlace@${role}.service`))
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    // units of this machine may have faults of their own
    const faults = stderr.split('\n').filter((line) => line.includes('enlace'))
    return { status, stdout, faults }
  }

  test('the units are valid', () => {
    expect(analyze('verify', '--man=no', join(folder, 'enlace.target'), ...units)).toMatchObject({ status: 0, faults: [] })
  })

  test('the exposure of a process is at most 1.5 of 10', () => {
    expect(analyze('security', '--offline=true', '--threshold=15', units[0] ?? '')).toMatchObject({ status: 0, faults: [] })
  })
})
