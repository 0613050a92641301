import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The key's place must come before the script that reads it. */
const CLIENT_KEY = '<meta name="client-key"'
const THEME_SCRIPT = '<script src="/theme.js"></script>'
const ENTRY_STYLE = /<link rel="stylesheet"[^>]*href="\/(assets\/index-[^"]+\.css)">/

/** The code that a path's screen needs besides the entry: asked for at once, not after the entry has run. */
const SCREEN_MODULES: Readonly<Record<string, readonly string[]>> = {
  '/login': ['features/identity/login/login.page.tsx'],
  '/': ['shell/shell.tsx', 'features/dashboard/dashboard.page.tsx'],
  '/sims': ['shell/shell.tsx', 'screens/sims.page.tsx'],
}

const withoutComments = (script: string): string =>
  script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('//'))
    .join('\n')

/** Files of a screen, with what they import, without what index.html names already. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle, html: string): string[] {
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.has(name) || html.includes(name)) return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const other of chunk.imports) add(other)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/web/${module}`))
    if (!chunk) throw new Error(`the build has no ${module}`)
    add(chunk.fileName)
  }
  return [...files]
}

/** Calls that the first screen makes anyway, sent before its code has come; the page's own call takes the answer. */
const EARLY_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/users/session/', '/api/dashboard'],
  '/sims': ['/api/users/session/'],
}

const EARLY = `;((calls) => {
window.earlyCalls = new Map()
const key = document.querySelector('meta[name=client-key]').content
for (const address of calls[location.pathname] ?? []) {
const answer = fetch(address, { headers: { 'x-api-key': key, 'accept-language': document.documentElement.lang, accept: 'application/json' } })
answer.catch(() => {})
window.earlyCalls.set(address, answer)
}
})(${JSON.stringify(EARLY_CALLS)})`

/** What imports code (Vite's preload helper) takes styles for loaded once it has asked for them, also when they failed: see web/lib/chunk.ts. */
const LOST_STYLES = `;(() => {
const lost = new Set()
addEventListener('error', ({ target }) => {
if (target.rel === 'stylesheet') lost.add(target)
}, true)
window.loadLostStyles = () => Promise.all([...lost].map((link) => new Promise((loaded, failed) => {
const again = link.cloneNode()
again.onload = loaded
again.onerror = failed
lost.delete(link)
link.replaceWith(again)
})))
})()`

const PRELOAD = `;((files) => {
for (const file of files[location.pathname] ?? []) {
const link = document.createElement('link')
link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
if (file.endsWith('.css')) link.as = 'style'
link.fetchPriority = 'low'
link.crossOrigin = ''
link.href = '/' + file
document.head.append(link)
}
})`

function preloadScript(bundle: Rolldown.OutputBundle, html: string): string {
  const files = Object.entries(SCREEN_MODULES).map(([path, modules]) => [path, filesOf(modules, bundle, html)])
  return `${PRELOAD}(${JSON.stringify(Object.fromEntries(files))})`
}

/**
 * Puts the theme script, the entry's styles and the names of the first screen's files into index.html: the first paint
 * then needs one request instead of three, and the screen's code comes together with the entry's (half a second on a
 * slow phone). The loading picture needs no code, so no code has priority over it. The server's content security policy allows the script by its hash.
 */
export function inlineFirstPaint(): Plugin {
  let publicDir = ''
  return {
    name: 'inline-first-paint',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const style = bundle[ENTRY_STYLE.exec(html)?.[1] ?? '']
        const [key, theme] = [html.indexOf(CLIENT_KEY), html.indexOf(THEME_SCRIPT)]
        if (key < 0 || theme < key || style?.type !== 'asset') throw new Error('index.html lacks what to inline')
        const script =
          withoutComments(readFileSync(join(publicDir, 'theme.js'), 'utf8')) + preloadScript(bundle, html) + EARLY + LOST_STYLES
        return html
          .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
          .replace(THEME_SCRIPT, () => `<script>${script}</script>`)
          .replace(ENTRY_STYLE, () => `<style>${String(style.source).trim()}</style>`)
      },
    },
  }
}
