import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { type OpenMap, useWebglMap, type WebglMap } from '../detail/map/use-webgl-map.ts'
import { type Gathered, type Place, placesQuery, WORLD } from './fleet-map.api.ts'
import type { FleetMapHandle } from './fleet-webgl.ts'
import { askedView, type Box, type FleetView } from './view-box.ts'

export interface FleetMap extends WebglMap<FleetView, FleetMapHandle> {
  /** all located SIMs of the filter; undefined until they are known */
  readonly all: Gathered | undefined
  /** those of the view */
  readonly shown: Gathered | undefined
  readonly error: unknown
  retry(): void
  /** moves to where all are */
  showAll(): void
}

interface OpenedSim {
  readonly openIcc: string | undefined
  readonly onSim: (icc: string) => void
}

/** The map of a filter's SIMs: it opens where they are, moves there when the filter changes, and follows them. */
export function useFleetMap(filter: SimFilter, { openIcc, onSim }: OpenedSim): FleetMap {
  const { t } = useTranslation()
  const world = useQuery(placesQuery(filter, WORLD))
  const all = world.isPlaceholderData ? undefined : world.data
  const box = all?.extent ?? undefined
  const first = useRef<Box>(undefined)
  first.current ??= box
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

  const asked = useMemo(() => (view ? askedView(view) : WORLD), [view])
  const inView = useQuery(placesQuery(filter, asked))
  useEffect(() => {
    if (view && inView.data) handle.current?.show(inView.data.places, openIcc)
  }, [handle, view, inView.data, openIcc])

  const key = JSON.stringify(filter)
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
    showAll: () => box && handle.current?.moveTo(box),
  }
}
