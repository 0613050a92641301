import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '#server/config.ts'

interface Service {
  readonly environment: Readonly<Record<string, string>>
  readonly read_only?: boolean
}
const text = readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8')
const { services } = parse(text.replaceAll(/\$\{(\w+):\?\}/g, 'a'.repeat(64)).replaceAll(/\$\{\w+:-\}/g, ''), {
  merge: true,
}) as { services: Readonly<Record<string, Service>> }

test.each(['web', 'worker', 'ingest'])(
  '%s of the compose file has valid settings, the database beside it and a read-only root',
  (role) => {
    const { environment, read_only } = services[role] ?? { environment: {} }
    const config = loadConfig(environment)
    expect(config).toMatchObject({ ROLE: role, SEED: 'none', METRICS_HOST: '0.0.0.0' })
    expect(new URL(config.DATABASE_URL ?? '').hostname).toBe('database')
    expect(Object.keys(services)).toContain('database')
    expect(read_only).toBe(true)
  },
)
