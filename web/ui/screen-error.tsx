import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRemoveBootImage } from '../lib/boot.ts'
import { ChunkError } from '../lib/chunk.ts'
import { Button } from './button.tsx'
import styles from './card.module.css'
import { EmptyState } from './states.tsx'

/** Shown in place of a screen that failed or whose code did not load. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const isChunk = error instanceof ChunkError
  useRemoveBootImage()
  // the router loads the code again first: the error of lazyRouteComponent stays until then
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <div className="page">
      <div className={styles.card}>
        <EmptyState
          isWhole
          Icon={isChunk ? IconCloudOff : IconAlertTriangle}
          tone="stop"
          title={t(isChunk ? 'common.chunkTitle' : 'common.brokenTitle')}
          actions={
            <Button size="sm" onClick={() => void retry()}>
              <IconRefresh className="icon icon-14" aria-hidden="true" />
              {t('common.retry')}
            </Button>
          }
        >
          {t(isChunk ? 'common.chunkText' : 'common.brokenText')}
        </EmptyState>
      </div>
    </div>
  )
}
