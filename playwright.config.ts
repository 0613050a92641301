import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/test/find-chromium.ts'
import { workInScratchFolder } from './scripts/test/scratch-folder.ts'

workInScratchFolder()

/** Without a graphics card and without the internet, Chromium should not look for either. */
const quietChromium = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((part) => `--disable-${part}`)

/** One process for drawing and network instead of three: a tenth less processor time (53 tests: 80 s instead of 89). */
const fewProcesses = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2']

/** Pages live for seconds here: code that is compiled better for later takes a tenth of the processor time (75 tests: 117 s instead of 131). */
const noLateCompilers = '--js-flags=--no-opt --no-maglev'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/playwright',
  globalSetup: './e2e/global.setup.ts',
  // as many as cores: the tests of whole processes, which run beside, take what waiting leaves; a third made nothing faster
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // what hangs is told from what is slow on a machine of which others take half, too
  timeout: 300_000,
  expect: { timeout: 30_000, toHaveScreenshot: { scale: 'device', maxDiffPixelRatio: 0.005 } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  use: {
    browserName: 'chromium',
    // emptied between tests, but the page's code stays compiled: a tenth less processor time
    reuseContext: true,
    baseURL: process.env.ENLACE_E2E_URL,
    launchOptions: {
      executablePath: findChromium({ takesShell: true }),
      args: ['--no-first-run', ...quietChromium, ...fewProcesses, noLateCompilers],
    },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // what fades in is waited for; tests of motion ask for it
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // recording each test to have the failed ones takes a quarter of the time: see a failure again with --trace on
    trace: 'off',
  },
})
