import { expect, test } from 'vitest'
import { findBreaches } from './check-walls.ts'

const breachesOf = (file: string, line: string): string[] => findBreaches({ [file]: line })

test.each([
  ['domain/usage.ts', "import { z } from 'zod'"],
  ['domain/usage.ts', "import { readFileSync } from 'node:fs'"],
  ['domain/usage.ts', "import type { SimRow } from '#contract/sims/sims.calls.ts'"],
  ['contract/call.ts', "import { createPool } from '../server/db/pool.ts'"],
  ['contract/call.ts', "import Fastify from 'fastify'"],
  ['web/main.tsx', "import type { Config } from '#server/config.ts'"],
  ['web/main.tsx', "const lazy = () => import('../server/config.ts')"],
  ['web/main.tsx', "import { join } from 'node:path'"],
  ['web/features/sims/sims.page.tsx', "import { MassMenu } from '#web/features/operations/mass-menu.tsx'"],
  ['web/features/sims/sims.page.tsx', "import '../charges/charges.css'"],
  ['web/features/sims/sims.page.tsx', "import { Shell } from '#web/shell/shell.tsx'"],
  ['web/shared/plans/pool-bar.tsx', "import '../../features/dashboard/pools.css'"],
  ['web/ui/toasts.tsx', "import { SCREENS } from '#web/shared/screens.ts'"],
  ['web/lib/call.ts', "import { Button } from '../ui/button.tsx'"],
  ['server/features/sims/sims.routes.ts', "import { sum } from '../dashboard/dashboard.queries.ts'"],
  ['server/features/sims/sims.routes.ts', "import {\n  one,\n  two,\n} from '#server/features/identity/identity.queries.ts'"],
  ['server/features/sims/sims.routes.ts', "export * from '#server/features/identity/identity.queries.ts'"],
  ['server/networks/simulated/handle-command.ts', "import { apply } from '#server/features/sims/sims.queries.ts'"],
  ['server/ingest/radius/codec.ts', "import '#server/features/sims/sims.queries.ts'"],
  ['server/app.ts', "import { Page } from '#web/root.tsx'"],
  ['server/app.ts', "import { createTestDatabase } from '#test/database.ts'"],
  ['server/app.ts', "import { openGbCell } from '#lab/phone/gb-cell.ts'"],
  ['terminal/act.ts', "import { callPath } from '../contract/call.ts'"],
  ['terminal/act.ts', "import type { Config } from '#server/config.ts'"],
  ['terminal/act.ts', "import chalk from 'chalk'"],
  ['terminal/act.ts', "import { createClient } from '../client/client.ts'"],
  ['client/client.ts', "import { callPath } from '../contract/call.ts'"],
  ['client/client.ts', "import { randomUUID } from 'node:crypto'"],
  ['client/send.ts', "import ky from 'ky'"],
  ['test/portal.ts', "import { startCore } from '#lab/core/core.ts'"],
  ['lab/phone/gb-cell.ts', "import { loadConfig } from '#server/config.ts'"],
  ['lab/phone/gb-cell.ts', "import { LAB_NETWORK } from '../core/configs.ts'"],
])('%s: %s is a breach', (file, line) => {
  expect(breachesOf(file, line)).toHaveLength(1)
})

test.each([
  ['domain/usage.ts', "import { money } from './money.ts'"],
  ['domain/usage.test.ts', "import fc from 'fast-check'"],
  [
    'terminal/act.ts',
    "import { join } from 'node:path'\nimport type { MassAnswer } from '../contract/operations/mass-actions.calls.ts'",
  ],
  ['terminal/act.ts', "import { sendCall } from '../client/send.ts'"],
  ['contract/call.ts', "import { z } from 'zod'\nimport { permits } from '#domain/permits.ts'"],
  ['web/main.tsx', "import { z } from 'zod'\nimport './tokens.css'\nimport { call } from '#contract/call.ts'"],
  ['web/screens/sims.page.tsx', "import { SimsPage } from '#web/features/sims/sims.page.tsx'"],
  [
    'web/features/sims/sims.page.tsx',
    "import { SimGrid } from './grid/sim-grid.tsx'\nimport { Button } from '#web/ui/button.tsx'",
  ],
  ['server/app.ts', "import { registerSims } from './features/sims/sims.routes.ts'\nimport Fastify from 'fastify'"],
  [
    'server/features/sims/sims.routes.ts',
    "import { filter } from './sim-filter.ts'\nimport { serve } from '#server/http/serve.ts'",
  ],
  ['server/features/sims/sims.test.ts', "import { createTestDatabase } from '#test/database.ts'"],
  ['server/networks/osmocom/osmocom-network.test.ts', "import { startCore } from '#lab/core/core.ts'"],
  ['lab/lab.ts', "import { openGbCell } from './phone/gb-cell.ts'\nimport { loadConfig } from '#server/config.ts'"],
  ['lab/phone/transfer.ts', "import { gsmText } from '#domain/gsm-alphabet.ts'"],
  ['server/ingest/radius/accounting.ts', "import type { Network } from '#server/networks/network.ts'"],
])('%s: %s is allowed', (file, line) => {
  expect(breachesOf(file, line)).toEqual([])
})
