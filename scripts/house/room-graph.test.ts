import { expect, test } from 'vitest'
import { roomGraph, roomOf } from './room-graph.ts'

const graphOf = (files: Record<string, string>) => roomGraph(files, roomOf)
const imports = (...paths: string[]): string => paths.map((path) => `import { x } from '#${path}'`).join('\n')

test('a room is a folder of the root; in server and web a folder or file of those', () => {
  expect(['domain/a.ts', 'server/db/pool.ts', 'server/main.ts', 'web/ui/chart/bar-chart.tsx'].map(roomOf)).toEqual([
    'domain',
    'server/db',
    'server/main.ts',
    'web/ui',
  ])
})

test('an arrow that a longer way shows is left out, and so are imports of types, packages and tests', () => {
  const graph = graphOf({
    'web/a.ts': `${imports('contract/b.ts', 'domain/c.ts')}\nimport type { T } from '#lab/d.ts'\nimport React from 'react'`,
    'contract/b.ts': imports('domain/c.ts'),
    'domain/c.ts': '',
    'lab/d.ts': imports('test/gone.ts'),
  })
  expect(graph.rooms).toEqual(['contract', 'domain', 'lab', 'web/a.ts'])
  expect(graph.down).toEqual([
    ['contract', 'domain'],
    ['web/a.ts', 'contract'],
  ])
  expect(graph.up).toEqual([])
})

test('of two rooms that import each other, the fewer imports lead up', () => {
  const graph = graphOf({
    'server/http/a.ts': imports('server/records/a.ts'),
    'server/http/b.ts': imports('server/records/a.ts'),
    'server/records/a.ts': imports('server/http/a.ts'),
  })
  expect(graph.down).toEqual([['server/http', 'server/records']])
  expect(graph.up).toEqual([['server/records', 'server/http']])
})
