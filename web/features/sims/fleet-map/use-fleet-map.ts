import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { type OpenMap, useWebglMap, type WebglMap } from '../detail/map/use-webgl-map.ts'
import { type Gathered, type Place, placesQuery, WORLD } from './fleet-map.api.ts'
import type { FleetMapHandle } from './fleet-webgl.ts'
import { type AskedView, askedView, type Box, type FleetView, isInView, OPEN_STEPS, viewAround } from './view-box.ts'

export interface FleetMap extends WebglMap<FleetView, FleetMapHandle> {
  /** all located SIMs of the filter; undefined until they are known */
  readonly all: Gathered | undefined
  /** places of the view */
  readonly shown: readonly Place[] | undefined
  /** that they are asked for */
  readonly zoom: number
  readonly error: unknown
  /** the first picture is complete */
  readonly isDrawn: boolean
  retry(): void
  /** not all are shown, in a list without a map */
  readonly isNear: boolean
  /** moves to a place, so near that its SIMs come apart */
  openPlace(place: Place): void
  /** moves to where all are */
  showAll(): void
}

/** Where the map opens before it is known where the SIMs are: counting a million takes as long as opening it. */
const LATIN_AMERICA: Box = { west: -110, south: -52, east: -38, north: 28 }

interface OpenedSim {
  readonly openIcc: string | undefined
  readonly onSim: (icc: string) => void
}

/** The map of a filter's SIMs: it moves to where they are, there again when the filter changes, and follows them. */
export function useFleetMap(filter: SimFilter, { openIcc, onSim }: OpenedSim): FleetMap {
  const { t } = useTranslation()
  const world = useQuery(placesQuery(filter, WORLD))
  const all = world.isPlaceholderData ? undefined : world.data
  const box = all?.extent ?? undefined
  const key = JSON.stringify(filter)
  const extent = useRef({ box, key })
  extent.current = { box, key }
  /** the filter whose SIMs the map was moved to */
  const [fitted, setFitted] = useState<string>()
  const [isDrawn, setDrawn] = useState(false)
  const onPlace = useRef<(place: Place) => void>(undefined)
  const open = useCallback<OpenMap<FleetView, FleetMapHandle>>(async (container, choices, isOver) => {
    const { openFleetMap } = await loadChunk(() => import('./fleet-webgl.ts'))
    if (isOver()) return undefined
    const at = extent.current
    setFitted(at.box && at.key)
    setDrawn(false)
    const box = at.box ?? LATIN_AMERICA
    const opened = { ...choices, box, onDrawn: () => setDrawn(true), onPlace: (place: Place) => onPlace.current?.(place) }
    return openFleetMap(container, opened, isOver)
  }, [])
  const map = useWebglMap(t('fleetMap.label'), open)
  const { handle, view } = map
  onPlace.current = ({ latitude, longitude, iccs }) => {
    const [icc, ...others] = iccs
    if (icc && others.length === 0) onSim(icc)
    else handle.current?.open({ latitude, longitude })
  }

  // where no map can be drawn, the list of places is opened by itself
  const [near, setNear] = useState<{ readonly of: string; readonly view: AskedView }>()
  const listed = near?.of === key ? near.view : WORLD
  // until it is known where the SIMs are, the answer for the whole world is what there is to show
  const isThere = view !== undefined && fitted !== undefined
  const asked = useMemo(() => (isThere ? askedView(view) : listed), [isThere, view, listed])
  const inView = useQuery(placesQuery(filter, asked))
  // the SIM that is open stays in the list, with the focus, when its panel has narrowed the map
  const shown = useMemo(
    () =>
      inView.data?.places.filter(
        (place) => !isThere || isInView(view, place) || (openIcc !== undefined && place.iccs.includes(openIcc)),
      ),
    [inView.data, isThere, view, openIcc],
  )
  useEffect(() => {
    if (view && inView.data) handle.current?.show(inView.data.places, openIcc)
  }, [handle, view, inView.data, openIcc])

  const isOpen = view !== undefined
  useEffect(() => {
    if (!isOpen || !box || fitted === key) return
    setFitted(key)
    handle.current?.moveTo(box, fitted !== undefined)
  }, [handle, isOpen, box, key, fitted])
  return {
    ...map,
    all,
    shown,
    zoom: asked.zoom,
    error: world.error ?? inView.error,
    isDrawn,
    retry: () => void Promise.all([world.refetch(), inView.refetch()]),
    isNear: listed !== WORLD,
    openPlace: (place) => {
      if (handle.current) handle.current.open(place)
      else setNear({ of: key, view: viewAround(place, listed.zoom + OPEN_STEPS) })
    },
    showAll: () => {
      setNear(undefined)
      if (box) handle.current?.moveTo(box)
    },
  }
}
