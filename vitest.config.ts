import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,domain,server,web,database,test,scripts,bench}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/postgres.setup.ts'],
    setupFiles: ['test/each-file.setup.ts'],
    // what hangs is told from what is slow on a machine that does other work, too
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
})
