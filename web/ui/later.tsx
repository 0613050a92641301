import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { useAfterPaint } from '../lib/use-after-paint.ts'

/** A part of the page whose code comes after the first paint; `fallback` looks alike until then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazy(() => loadChunk(load).then((component) => ({ default: component as ComponentType<object> })))
  return function Later({ fallback, ...props }: P & { fallback?: ReactNode }) {
    const still = fallback ?? null
    return useAfterPaint() ? (
      <Suspense fallback={still}>
        <Part {...props} />
      </Suspense>
    ) : (
      still
    )
  }
}
