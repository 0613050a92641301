import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBootDone } from '../lib/boot.ts'
import { ChunkError } from '../lib/chunk.ts'
import { SessionCheckError } from '../lib/session.ts'
import { Button } from './button.tsx'
import { Mark } from './mark.tsx'
import { EmptyState, ErrorState } from './states.tsx'
import './card.css'

/** Shown in place of a screen that broke, whose code did not come, or before which nobody could say who is logged in. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useBootDone()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (error instanceof SessionCheckError) return <CheckFailed error={error} onRetry={retry} />
  return (
    <div className="page">
      <div className="card">
        <Broken isChunk={error instanceof ChunkError} onRetry={retry} />
      </div>
    </div>
  )
}

/** It stands alone: the shell is for those who are logged in. */
function CheckFailed({ error, onRetry }: { error: SessionCheckError; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <main className="page">
      <div className="head">
        <h1 className="row">
          <Mark size={28} />
          Enlace
        </h1>
      </div>
      <div className="card">
        <ErrorState title={t('common.checkFailed')} error={error.cause} onRetry={onRetry} />
      </div>
    </main>
  )
}

function Broken({ isChunk, onRetry }: { isChunk: boolean; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      Icon={isChunk ? IconCloudOff : IconAlertTriangle}
      tone="stop"
      title={t(isChunk ? 'common.chunkTitle' : 'common.brokenTitle')}
      actions={
        <Button size="sm" onClick={onRetry}>
          <IconRefresh className="i i-14" aria-hidden="true" />
          {t('common.retry')}
        </Button>
      }
    >
      {t(isChunk ? 'common.chunkText' : 'common.brokenText')}
    </EmptyState>
  )
}
