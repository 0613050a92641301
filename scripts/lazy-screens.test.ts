import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The screens that the specification names as loaded on demand, by their pages. */
const LAZY = {
  alarms: 'features/alarms/alarms',
  'alarm notified': 'features/alarms/notices',
  companies: 'screens/companies',
  hardware: 'features/hys/hys',
  plans: 'features/plans/plans',
  'charges report': 'features/charges/charges',
  'sim cards': 'screens/sims',
  'sim requests': 'screens/requests',
  'SMS report': 'features/sms-report/sms-report',
  users: 'features/users/users',
  help: 'features/help/help',
} as const

/** The chunks of the page as it is built, by their files. */
async function builtChunks(): Promise<ReadonlyMap<string, Rolldown.OutputChunk>> {
  const config = {
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false, minify: false },
  } as const
  const built = (await build(config)) as Rolldown.RolldownOutput
  return new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}

/** A chunk and all that the browser has to load before it runs. */
function withImports(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, first: string): Set<string> {
  const files = new Set([first])
  for (const file of files) for (const other of chunks.get(file)?.imports ?? []) files.add(other)
  return files
}

test('each screen of the specification is a chunk of its own, loaded on demand and not before [S2.22]', async () => {
  const chunks = await builtChunks()
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  const atStart = withImports(chunks, entry?.fileName ?? '')
  const homes = Object.values(LAZY).map((name) => {
    const page = join(root, `web/${name}.page.tsx`)
    const holding = [...chunks.values()].filter(({ moduleIds }) => moduleIds.includes(page))
    expect(holding, `chunks with ${relative(root, page)}`).toHaveLength(1)
    const [home] = holding
    expect([home?.isDynamicEntry, home?.facadeModuleId]).toEqual([true, page])
    expect(atStart).not.toContain(home?.fileName)
    return home?.fileName ?? ''
  })
  expect(new Set(homes).size).toBe(Object.keys(LAZY).length)
  // going to one of them brings none of the others
  for (const home of homes) expect([...withImports(chunks, home)].filter((file) => homes.includes(file))).toEqual([home])
})
