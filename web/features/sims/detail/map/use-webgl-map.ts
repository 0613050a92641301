import { useQuery } from '@tanstack/react-query'
import { type RefCallback, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language, shownTheme, usePreference } from '#web/lib/preferences.ts'
import { clientConfigQuery } from '#web/lib/session.ts'
import type { GroundChoices, MapLocale } from './ground.ts'
import { type MapColors, readColors } from './map-colors.ts'
import { type Maps, readMaps } from './tiles.ts'

/** Texts that maplibre-gl shows itself. */
function useMapLocale(title: string): MapLocale {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      'Map.Title': title,
      'CooperativeGesturesHandler.WindowsHelpText': t('simMap.wheelHelp'),
      'CooperativeGesturesHandler.MacHelpText': t('simMap.wheelHelpMac'),
      'CooperativeGesturesHandler.MobileHelpText': t('simMap.touchHelp'),
    }),
    [t, title],
  )
}

/** Creating a WebGL context takes 0.1 s without a graphics card: the page paints without it first. */
const afterPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

interface Drawn {
  paint(colors: MapColors): void
  remove(): void
}

/** Draws a map into an element and reports its view. */
export type OpenMap<View, Handle> = (
  container: HTMLElement,
  choices: GroundChoices & { readonly onView: (view: View) => void },
  isOver: () => boolean,
) => Promise<Handle | undefined>

export interface WebglMap<View, Handle> {
  /** ref of the element that the map is drawn into */
  container: RefCallback<HTMLDivElement>
  handle: RefObject<Handle | null>
  /** current view; undefined until the map is there */
  view: View | undefined
  /** configured tiles, besides the bundled world */
  tiles: Maps['tiles']
  tilesFailed: boolean
  /** no map is possible: no WebGL 2, or its code failed to load */
  isUnavailable: boolean
}

/**
 * Renders a map into `container`: again when that is another element, or `open`, the maps or the language change, repainted when the theme does.
 * @param title of the map, for screen readers
 */
export function useWebglMap<View, Handle extends Drawn>(title: string, open: OpenMap<View, Handle>): WebglMap<View, Handle> {
  const config = useQuery(clientConfigQuery).data
  const maps = useMemo(() => config && readMaps(config.map, window.location.origin), [config])
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const handle = useRef<Handle>(null)
  const [view, setView] = useState<View>()
  const [tilesState, setTilesState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  const [isUnavailable, setIsUnavailable] = useState(false)
  const locale = useMapLocale(title)
  const shownLanguage = usePreference(language)
  const themeNow = usePreference(shownTheme)
  useEffect(() => {
    if (!maps || isUnavailable || !container) return
    let isOver = false
    const draw = async () => {
      await afterPaint()
      if (isOver) return
      setTilesState('waiting')
      const choices = { maps, language: shownLanguage, colors: () => readColors(shownTheme.get()), locale }
      const opened = await open(
        container,
        {
          ...choices,
          onView: (next) => setView(() => next),
          onTiles: (state) => setTilesState((before) => (before === 'shown' ? before : state)),
        },
        () => isOver,
      )
      // the map of a later render may be there by now
      if (isOver) opened?.remove()
      else handle.current = opened ?? null
    }
    draw().catch((error: unknown) => {
      console.error('map', error)
      setIsUnavailable(true)
    })
    return () => {
      isOver = true
      handle.current?.remove()
      handle.current = null
      setView(undefined)
    }
  }, [container, open, maps, locale, shownLanguage, isUnavailable])
  useEffect(() => handle.current?.paint(readColors(themeNow)), [themeNow])
  return { container: setContainer, handle, view, tiles: maps?.tiles, tilesFailed: tilesState === 'failed', isUnavailable }
}
