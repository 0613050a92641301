import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../../lib/chunk.ts'
import { theme, usePreference } from '../../../../lib/preferences.ts'
import { type MapContent, readColors } from './map-style.ts'
import type { MapHandle, MapLocale, MapView } from './webgl-map.ts'

/** Texts that maplibre-gl shows itself. */
function useMapLocale(): MapLocale {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      'Map.Title': t('simMap.label'),
      'CooperativeGesturesHandler.WindowsHelpText': t('simMap.wheelHelp'),
      'CooperativeGesturesHandler.MacHelpText': t('simMap.wheelHelpMac'),
      'CooperativeGesturesHandler.MobileHelpText': t('simMap.touchHelp'),
    }),
    [t],
  )
}

interface MovingMap {
  place: RefObject<HTMLDivElement | null>
  handle: RefObject<MapHandle | null>
  view: MapView | undefined
  tilesFailed: boolean
}

/**
 * Draws the map into `place`: anew when its content or the language changes, repainted when the theme does.
 * @param onUnavailable there will be no map: no WebGL 2, or its code did not come
 */
export function useMovingMap(content: MapContent, onUnavailable: (error: unknown) => void): MovingMap {
  const place = useRef<HTMLDivElement>(null)
  const handle = useRef<MapHandle>(null)
  const [view, setView] = useState<MapView>()
  const [tilesState, setTilesState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  const locale = useMapLocale()
  const shownTheme = usePreference(theme)
  useEffect(() => {
    let isOver = false
    const open = async () => {
      const { openMap } = await loadChunk(() => import('./webgl-map.ts'))
      if (isOver || !place.current) return
      setTilesState('waiting')
      handle.current = openMap(place.current, content, {
        colors: readColors(theme.get()),
        locale,
        onView: setView,
        onTiles: (state) => setTilesState((before) => (before === 'shown' ? before : state)),
      })
    }
    open().catch(onUnavailable)
    return () => {
      isOver = true
      handle.current?.remove()
      handle.current = null
    }
  }, [content, onUnavailable, locale])
  useEffect(() => handle.current?.paint(readColors(shownTheme)), [shownTheme])
  return { place, handle, view, tilesFailed: tilesState === 'failed' }
}
