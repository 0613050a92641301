import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'

/** Where `npm run dev` finds the server. */
const server = process.env.ENLACE_SERVER ?? 'http://127.0.0.1:3000'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('web'),
  plugins: [react(), precompress()],
  resolve: { alias: [{ find: /^zod$/, replacement: here('web/lib/no-schemas.ts') }] },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': server } },
})
