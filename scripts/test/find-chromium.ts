import { accessSync, constants, existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { type ChromiumChoice, chooseChromium } from './choose-chromium.ts'

/** The Chromium to test with, or how to get one. */
export function chromiumOfMachine({ takesShell }: { takesShell: boolean }): ChromiumChoice {
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
  const choice = chromiumOfMachine({ takesShell })
  if (choice.kind === 'install') return choice.otherwise
  return choice.kind === 'use' ? choice.path : undefined
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
