import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { type OpenMap, useWebglMap, type WebglMap } from '../detail/map/use-webgl-map.ts'
import { type Gathered, type Place, placesQuery, WORLD } from './fleet-map.api.ts'
import type { FleetMapHandle } from './fleet-webgl.ts'
import { type AskedView, askedView, type Box, type FleetView, OPEN_STEPS, viewAround } from './view-box.ts'

export interface FleetMap extends WebglMap<FleetView, FleetMapHandle> {
  /** all located SIMs of the filter; undefined until they are known */
  readonly all: Gathered | undefined
  /** those of the view */
  readonly shown: Gathered | undefined
  readonly error: unknown
  retry(): void
  /** not all are shown, in a list without a map */
  readonly isNear: boolean
  /** moves to a place, so near that its SIMs come apart */
  openPlace(place: Place): void
  /** moves to where all are */
  showAll(): void
}

/** Where the map opens while no SIM is located, and something is drawn on it. */
const LATIN_AMERICA: Box = { west: -110, south: -52, east: -38, north: 28 }

interface OpenedSim {
  /** something is drawn on the map, also where there are no SIMs */
  readonly isDrawnOn: boolean
  readonly openIcc: string | undefined
  readonly onSim: (icc: string) => void
}

/** The map of a filter's SIMs: it opens where they are, moves there when the filter changes, and follows them. */
export function useFleetMap(filter: SimFilter, { openIcc, isDrawnOn, onSim }: OpenedSim): FleetMap {
  const { t } = useTranslation()
  const world = useQuery(placesQuery(filter, WORLD))
  const all = world.isPlaceholderData ? undefined : world.data
  const box = all?.extent ?? undefined
  const first = useRef<Box>(undefined)
  first.current ??= box ?? (isDrawnOn && all ? LATIN_AMERICA : undefined)
  const isLocated = first.current !== undefined
  const onPlace = useRef<(place: Place) => void>(undefined)
  const open = useCallback<OpenMap<FleetView, FleetMapHandle>>(
    async (container, choices, isOver) => {
      const { openFleetMap } = await loadChunk(() => import('./fleet-webgl.ts'))
      if (isOver() || !isLocated || !first.current) return undefined
      return openFleetMap(container, { ...choices, box: first.current, onPlace: (place) => onPlace.current?.(place) }, isOver)
    },
    [isLocated],
  )
  const map = useWebglMap(t('fleetMap.label'), open)
  const { handle, view } = map
  onPlace.current = ({ latitude, longitude, iccs }) => {
    const [icc, ...others] = iccs
    if (icc && others.length === 0) onSim(icc)
    else handle.current?.open({ latitude, longitude })
  }

  const key = JSON.stringify(filter)
  // where no map can be drawn, the list of places is opened by itself
  const [near, setNear] = useState<{ readonly of: string; readonly view: AskedView }>()
  const listed = near?.of === key ? near.view : WORLD
  const asked = useMemo(() => (view ? askedView(view) : listed), [view, listed])
  const inView = useQuery(placesQuery(filter, asked))
  useEffect(() => {
    if (view && inView.data) handle.current?.show(inView.data.places, openIcc)
  }, [handle, view, inView.data, openIcc])

  const fitted = useRef(key)
  useEffect(() => {
    if (!box || fitted.current === key) return
    fitted.current = key
    handle.current?.moveTo(box)
  }, [handle, box, key])
  return {
    ...map,
    all,
    shown: inView.data,
    error: world.error ?? inView.error,
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
