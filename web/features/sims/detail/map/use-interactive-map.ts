import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#domain/geodesy.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { type OpenMap, useWebglMap, type WebglMap } from './use-webgl-map.ts'
import type { MapHandle, MapView } from './webgl-map.ts'

export type InteractiveMap = WebglMap<MapView, MapHandle>

/** The map around a position. */
export function useInteractiveMap(at: Position): InteractiveMap {
  const { t } = useTranslation()
  const open = useCallback<OpenMap<MapView, MapHandle>>(
    async (container, choices, isOver) => {
      const { openWebglMap } = await loadChunk(() => import('./webgl-map.ts'))
      return isOver() ? undefined : openWebglMap(container, { ...choices, at }, isOver)
    },
    [at],
  )
  return useWebglMap(t('simMap.label'), open)
}
