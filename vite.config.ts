import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineFirstPaint } from './scripts/inline-first-paint.ts'
import { precompress } from './scripts/precompress.ts'

/** Where `npm run dev` finds the server. */
const server = process.env.ENLACE_SERVER ?? 'http://127.0.0.1:3000'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('web'),
  plugins: [react(), inlineFirstPaint(), precompress()],
  resolve: { alias: [{ find: /^zod$/, replacement: here('web/lib/no-schemas.ts') }] },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page stands on, apart from our own code: it changes with a dependency, not with each release.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-i18next|i18next|@tanstack\/[^/]+|use-sync-external-store)\//,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
})
