import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../scripts/test/find-chromium.ts'
import type { PortalClient } from './client.ts'

/** Without a graphics card and without the internet, Chromium should use neither. */
const QUIET = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((part) => `--disable-${part}`)

export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium({ takesShell: false })
  if (!executablePath) throw new Error('There is no Chromium; set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', ...QUIET, ...args] })
}

export const addressOf = (port: number): string => `http://127.0.0.1:${port}`

/** A browser window that is already logged in. */
export async function openWindow(browser: Browser, port: number, client?: PortalClient): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'es-CL' })
  const [name = '', value = ''] = client?.cookie.split('=') ?? []
  if (client) await context.addCookies([{ name, value, url: addressOf(port) }])
  return context
}
