import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { inlineFirstPaint } from './scripts/inline-first-paint.ts'
import { precompress } from './scripts/precompress.ts'
import { stripSchemas } from './scripts/strip-schemas.ts'

/** Where `npm run dev` finds the server. */
const server = process.env.ENLACE_SERVER ?? 'http://127.0.0.1:3000'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The entry, and the screens that open first. */
const FIRST_SCREENS = [
  'web/main.tsx',
  'web/features/identity/login/login.page.tsx',
  'web/shell/shell.tsx',
  'web/features/dashboard/dashboard.page.tsx',
  // loaded on every start, once the page is there
  'web/shell/running-operations.tsx',
  'web/shell/bell/bell.tsx',
  'web/features/support/support-launcher.tsx',
]

/** While developing, Vite serves the document and not the server, which would fill the key in. */
const clientKey: Plugin = {
  name: 'client-key',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('enlace-web', process.env.WEB_API_KEY ?? 'enlace-web'),
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null
}

/** Imports every icon there is, so that whoever imports one of it would have them all. */
const ALL_ICONS = /@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs$/

const ofFirstScreens = new Set<string>()
const iconsOfFirstScreens = new Set<string>()

/** What these import, directly or not: nothing else is loaded before another screen is opened. Icons are those that they name. */
function isOfFirstScreen(id: string, graph: ModuleGraph): boolean {
  const add = (module: string): void => {
    if (ofFirstScreens.has(module) || ALL_ICONS.test(module)) return
    ofFirstScreens.add(module)
    const info = graph.getModuleInfo(module)
    info?.importedIds.forEach(add)
    for (const [name] of info?.code?.matchAll(/\bIcon[A-Z]\w*/g) ?? []) iconsOfFirstScreens.add(name)
  }
  if (ofFirstScreens.size === 0) FIRST_SCREENS.map(here).forEach(add)
  if (!id.includes('/@tabler/')) return ofFirstScreens.has(id)
  return !id.includes('/icons/') || iconsOfFirstScreens.has(basename(id, '.mjs'))
}

export default defineConfig({
  root: here('web'),
  plugins: [react(), clientKey, stripSchemas(), inlineFirstPaint(), precompress()],
  resolve: { alias: [{ find: /^zod$/, replacement: here('web/lib/no-schemas.ts') }] },
  // no hash, and each module is named once: a class in the page leads to its sheet, and a sheet can name a class of another's
  css: { modules: { generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*$/, '')}_${name}` } },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files, each as lasting as what is in it: what every page stands on, what the first screens share and what
        // only others do (three of them at least: what two have comes with these), the component library and its widgets.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack\/(react-)?(router|router-core|history|store|query|query-core)|use-sync-external-store)\//,
              priority: 3,
            },
            {
              name: (id, graph) => (isOfFirstScreen(id, graph) ? 'common' : 'shared'),
              test: /web\/(lib|i18n|words|ui\/(?!mantine|dialog|confirm-dialog|edit-form|tip|finder-field|list\/|first-of|row-action|file-menu|load-more))|features\/[^/]+\/[^/]+-search\.ts|shared\/screens\.ts|\/(contract|domain)\/|node_modules\/@tabler\//,
              priority: 2,
              minShareCount: 3,
            },
            {
              name: 'mantine',
              test: /node_modules\/(@mantine|@floating-ui|clsx|tabbable)\/|web\/ui\//,
              priority: 1,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
})
