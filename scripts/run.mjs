// Runs a command of Enlace on a machine that has nothing but git and some Node: node scripts/run.mjs <command> [arguments]
// Plain JavaScript for Node 18 and newer, built-in modules only, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages } from './bootstrap/packages.mjs'
import { ensurePage } from './bootstrap/page.mjs'
import { ensureNode } from './bootstrap/runtime.mjs'
import { Failure, root, threadPoolAwake } from './bootstrap/shared.mjs'

const commands = {
  start: { file: 'server/main.ts', needsPage: true },
  dev: { file: 'scripts/dev.ts' },
  check: { file: 'scripts/test/run-tests.ts', args: ['check'] },
  test: { file: 'scripts/test/run-tests.ts' },
  'test:all': { file: 'scripts/test/run-tests.ts', args: ['all'] },
  'test:citus': { file: 'scripts/test/run-tests.ts', args: ['citus'] },
  'test:image': { file: 'scripts/test/run-tests.ts', args: ['image'] },
  drill: { file: 'scripts/test/run-tests.ts', args: ['drill'], needsPage: true },
  soak: { file: 'scripts/test/run-tests.ts', env: { ENLACE_SOAK: '1' } },
  pictures: {
    file: 'node_modules/@playwright/test/cli.js',
    args: ['test', 'e2e/pictures.spec.ts', '--update-snapshots'],
    env: { ENLACE_SOAK: '1' },
    needsPage: true,
  },
  'test:upgrade': {
    file: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--project=process', 'scripts/upgrade'],
    env: { ENLACE_SOAK: '1' },
  },
  'test:openapi': {
    file: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--project=process', 'scripts/openapi'],
    env: { ENLACE_SOAK: '1' },
  },
  build: { needsPage: true },
  generate: { file: 'scripts/generate.ts' },
  import: { file: 'server/import-inventory.ts' },
  bench: { file: 'bench/run.ts', needsPage: true },
  lab: { file: 'lab/lab.ts', needsPage: true },
  'after-restore': { file: 'server/after-restore.ts' },
  'create-admin': { file: 'server/create-admin.ts' },
  cells: { file: 'server/manage-cells.ts' },
  backup: { file: 'server/back-up.ts' },
  restore: { file: 'server/restore.ts' },
  terminal: { file: 'scripts/terminal-package.ts' },
  client: { file: 'scripts/client-package.ts' },
  release: { file: 'scripts/release.ts', needsPage: true },
}

async function main([name = '', ...rest]) {
  const command = commands[name]
  if (!command) throw new Failure(`Say which command: ${Object.keys(commands).join(', ')}.`)
  const node = await ensureNode()
  await ensurePackages(node)
  if (command.needsPage) await ensurePage(node)
  if (command.file) runInForeground(node, [join(root, command.file), ...(command.args ?? []), ...rest], command.env)
}

/** The channel tells the command when this process is killed; signals that reach only this process are passed on. */
function runInForeground(node, args, env = {}) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...process.env, ...threadPoolAwake(), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Node could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

main(process.argv.slice(2)).catch((error) => fail(error instanceof Failure ? error.message : error.stack))
