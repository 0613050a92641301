import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { type Choice, chooseChromium } from './choose-chromium.ts'

function choose(takesShell: boolean): Choice {
  return chooseChromium({
    takesShell,
    env: process.env,
    ofPlaywright: chromium.executablePath(),
    isExecutable,
    isRoot: process.getuid?.() === 0,
    isDebian: existsSync('/etc/debian_version'),
  })
}

/** A Chromium that is here; undefined when there is none. */
export function findChromium({ takesShell }: { takesShell: boolean }): string | undefined {
  const choice = choose(takesShell)
  if (choice.kind === 'install') return choice.otherwise
  return choice.kind === 'use' ? choice.path : undefined
}

/** Finds a Chromium for tests, and on Debian as root installs the system's when there is none; else one line that says what to do. */
export function ensureChromium(): Exclude<Choice, { kind: 'install' }> {
  const choice = choose(true)
  if (choice.kind !== 'install') return choice
  console.log('  … Installing Chromium from Debian')
  for (const [program, ...args] of choice.commands) {
    spawnSync(program, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' })
  }
  const installed = choose(true)
  if (installed.kind !== 'install') return installed
  if (installed.otherwise !== undefined) return { kind: 'use', path: installed.otherwise }
  const sentence = `Chromium could not be installed; try ${choice.commands.map((command) => command.join(' ')).join(' && ')}.`
  return { kind: 'ask', sentence }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // not there, or not to be run by us: the next candidate
    return false
  }
}
