import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { PROCESS_COUNTERS } from '#server/metrics/counters.ts'
import { databaseMetrics } from '#server/metrics/database-metrics.ts'
import { processMetrics } from '#server/metrics/process-metrics.ts'
import dashboard from './grafana/enlace.json' with { type: 'json' }

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

const RULES = textOf('prometheus/enlace.rules.yml')
const ALERTS = all(RULES, /- alert: (\w+)/g)
const PANELS = dashboard.panels.filter(({ type }) => type !== 'row')
const EXPRESSIONS = PANELS.flatMap((panel) => panel.targets?.map(({ expr }) => expr) ?? [])
const namesIn = (text: string): string[] => all(text, /\b((?:enlace|process)_\w+)\b/g)

/** The names of all metrics that a process exposes. */
async function exposedNames(): Promise<Set<string>> {
  const client = { query: async () => ({ rows: [] }), release: () => undefined }
  const pool = { connect: async () => client, totalCount: 0, idleCount: 0, waitingCount: 0 } as unknown as Pool
  const cell = { cellId: 1, schema: 'public', pool, db: createDatabase(pool) }
  const cells = { all: [cell], home: cell, refresh: async () => undefined }
  const ofProcess = processMetrics(monitorEventLoopDelay(), { people: pool })
  const text = ofProcess + PROCESS_COUNTERS.map((metric) => metric.print()).join('') + (await databaseMetrics(cells))
  const typed = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)]
  return new Set(typed.map(([, name, type]) => (type === 'histogram' ? `${name}_bucket` : `${name}`)))
}

test('rules and dashboard name only metrics that the server exposes', async () => {
  const exposed = await exposedNames()
  const tested = all(textOf('prometheus/enlace.rules.test.yml'), /series: '(\w+)/g)
  const named = [...namesIn(RULES), ...EXPRESSIONS.flatMap(namesIn), ...tested.filter((name) => name !== 'up')]
  expect(new Set(named).size).toBeGreaterThan(20)
  expect(named.filter((name) => !exposed.has(name))).toEqual([])
})

test('each alert has its paragraph in docs/operating.md, and each paragraph its alert', () => {
  const page = textOf('../docs/operating.md')
  expect(all(page, /^### (Enlace\w+)$/gm)).toEqual(ALERTS)
  expect(all(RULES, /runbook: docs\/operating\.md#(\w+)/g)).toEqual(ALERTS.map((alert) => alert.toLowerCase()))
})

test('each alert is raised in the tests of the rules', () => {
  const tests = textOf('prometheus/enlace.rules.test.yml')
  expect(ALERTS.filter((alert) => !tests.includes(alert))).toEqual([])
})

test('the panels of the dashboard have a title, a description, a number of their own, and do not overlap', () => {
  const taken = new Set<string>()
  for (const { gridPos, title } of dashboard.panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x} ${y}`), title).toBe(false)
        taken.add(`${x} ${y}`)
      }
    }
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  expect(PANELS.filter(({ title, description }) => !title || !description)).toEqual([])
})

const hasPromtool = spawnSync('which', ['promtool'], { stdio: 'ignore' }).status === 0

describe.skipIf(!hasPromtool)('with promtool', () => {
  const promtool = (...args: string[]): string =>
    execFileSync('promtool', args, { cwd: join(import.meta.dirname, 'prometheus'), encoding: 'utf8' })

  test('configuration and rules are valid, and alerts are raised when they should be', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('is valid')
    expect(promtool('test', 'rules', 'enlace.rules.test.yml')).toContain('SUCCESS')
  })

  test('the expressions of the dashboard are valid', () => {
    // promtool checks expressions of rules only
    const rules = EXPRESSIONS.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    const folder = mkdtempSync(join(tmpdir(), 'enlace-panels-'))
    const file = join(folder, 'panels.json')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
