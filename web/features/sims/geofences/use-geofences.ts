import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadChunk } from '#web/lib/chunk.ts'
import { type Geofence, geofencesQuery } from '#web/shared/geofences/geofences.api.ts'
import type { FleetMap } from '../fleet-map/use-fleet-map.ts'
import type { GeofenceLayer } from './geofence-layer.ts'
import type { Draft } from './geofence-values.ts'

export interface Geofences {
  readonly query: UseQueryResult<Geofence[]>
  /** the one that is edited: none, a new one, or one of them */
  readonly edited: Geofence | 'new' | undefined
  setEdited(edited: Geofence | 'new' | undefined): void
  /** moves the map to one */
  show(geofence: Geofence): void
  /** draws what is edited; undefined ends it */
  draw(draft: Draft | undefined, onDraft: (draft: Draft) => void): void
}

const withLayerCode = (run: (code: typeof import('./geofence-layer.ts')) => void) =>
  void loadChunk(() => import('./geofence-layer.ts')).then(run, (failure: unknown) => console.error('geofences', failure))

/** The geofences on the map of the fleet: their code and they themselves are loaded after its first picture. */
export function useGeofences({ handle, view }: Pick<FleetMap, 'handle' | 'view'>, isOpen: boolean): Geofences {
  const isDrawn = view !== undefined
  const query = useQuery({ ...geofencesQuery, enabled: isDrawn || isOpen })
  const { data: all } = query
  const [edited, setEdited] = useState<Geofence | 'new'>()
  const [shownId, setShownId] = useState<string>()
  const [layer, setLayer] = useState<GeofenceLayer>()
  const last = useRef<[Draft | undefined, (draft: Draft) => void]>([undefined, () => undefined])
  const isNeeded = isDrawn && (isOpen || (all?.length ?? 0) > 0)
  useEffect(() => {
    if (!isNeeded) return
    let isOver = false
    withLayerCode(({ layGeofences }) => {
      const laid = isOver ? undefined : handle.current?.lay(layGeofences)
      laid?.edit(...last.current)
      setLayer(laid)
    })
    return () => {
      isOver = true
      setLayer(undefined)
    }
  }, [isNeeded, handle])
  useEffect(() => {
    if (!layer || !all) return
    const other = typeof edited === 'object' ? edited.geofenceId : undefined
    layer.show(
      all.filter(({ geofenceId }) => geofenceId !== other),
      isOpen ? shownId : undefined,
    )
  }, [layer, all, edited, shownId, isOpen])
  const draw = useCallback<Geofences['draw']>(
    (...what) => {
      last.current = what
      layer?.edit(...what)
    },
    [layer],
  )
  return {
    query,
    edited,
    setEdited,
    show: (geofence) => {
      setShownId(geofence.geofenceId)
      withLayerCode(({ boxOfShape }) => handle.current?.moveTo(boxOfShape(geofence.shape)))
    },
    draw,
  }
}
