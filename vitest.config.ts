import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,domain,server,web,database,test,scripts,bench}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/postgres.setup.ts'],
    setupFiles: ['test/each-file.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
