import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#domain/geodesy.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { language, shownTheme, usePreference } from '#web/lib/preferences.ts'
import { clientConfigQuery } from '#web/lib/session.ts'
import { MAP_ZOOM } from './geometry.ts'
import { readColors } from './map-colors.ts'
import { type Maps, readMaps } from './tiles.ts'
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

function hasWebgl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // Browsers allow few WebGL contexts; this one is no longer needed.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** Creating a WebGL context takes 0.1 s without a graphics card: the page paints without it first. */
const afterPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

export interface InteractiveMap {
  place: RefObject<HTMLDivElement | null>
  handle: RefObject<MapHandle | null>
  /** current view; undefined until the first frame */
  view: MapView | undefined
  /** configured tiles, besides the bundled world */
  tiles: Maps['tiles']
  tilesFailed: boolean
  /** no map is possible: no WebGL 2, or its code failed to load */
  isUnavailable: boolean
}

/** Renders the map into `place`: again when position, maps or language change, repainted when the theme does. */
export function useInteractiveMap(at: Position): InteractiveMap {
  const config = useQuery(clientConfigQuery).data
  const maps = useMemo(() => config && readMaps(config.map, window.location.origin), [config])
  const place = useRef<HTMLDivElement>(null)
  const handle = useRef<MapHandle>(null)
  const [view, setView] = useState<MapView>()
  const [tilesState, setTilesState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  const [isUnavailable, setIsUnavailable] = useState(false)
  const locale = useMapLocale()
  const shownLanguage = usePreference(language)
  const themeNow = usePreference(shownTheme)
  useEffect(() => {
    if (!maps || isUnavailable) return
    let isOver = false
    const open = async () => {
      await afterPaint()
      if (isOver) return
      if (!hasWebgl2()) return setIsUnavailable(true)
      const { openWebglMap } = await loadChunk(() => import('./webgl-map.ts'))
      if (isOver || !place.current) return
      setTilesState('waiting')
      const choices = { at, maps, language: shownLanguage, zoom: MAP_ZOOM, colors: () => readColors(shownTheme.get()), locale }
      const opened = await openWebglMap(
        place.current,
        {
          ...choices,
          onView: setView,
          onTiles: (state) => setTilesState((before) => (before === 'shown' ? before : state)),
        },
        () => isOver,
      )
      handle.current = opened ?? null
    }
    open().catch((error: unknown) => {
      console.error('map', error)
      setIsUnavailable(true)
    })
    return () => {
      isOver = true
      handle.current?.remove()
      handle.current = null
      setView(undefined)
    }
  }, [at, maps, locale, shownLanguage, isUnavailable])
  useEffect(() => handle.current?.paint(readColors(themeNow)), [themeNow])
  return { place, handle, view, tiles: maps?.tiles, tilesFailed: tilesState === 'failed', isUnavailable }
}
