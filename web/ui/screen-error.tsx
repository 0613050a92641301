import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChunkError } from '../lib/chunk.ts'
import { Button } from './button.tsx'

/** Shown in place of a screen that broke or whose code did not come. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const isChunk = error instanceof ChunkError
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="page" role="alert">
      <h1>{t(isChunk ? 'common.chunkTitle' : 'common.brokenTitle')}</h1>
      <p className="t2">{t(isChunk ? 'common.chunkText' : 'common.brokenText')}</p>
      <Button onClick={retry}>{t('common.retry')}</Button>
    </main>
  )
}
