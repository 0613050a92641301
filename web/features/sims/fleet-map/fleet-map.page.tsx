import { IconList, IconMapPinOff, IconPolygon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { lazyOnDemand } from '#web/ui/lazy-on-demand.tsx'
import { SearchField } from '#web/ui/list/search-field.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { SimActionsHost } from '../actions/actions-host.tsx'
import mapStyles from '../detail/map/map.module.css'
import { MapControls } from '../detail/map/map-controls.tsx'
import { ScaleBar } from '../detail/map/scale-bar.tsx'
import { FilterChips } from '../filters/filter-chips.tsx'
import { ViewMenu } from '../filters/view-menu.tsx'
import { useGeofences } from '../geofences/use-geofences.ts'
import { isUnfiltered, type ListState, listSearch, SEARCH_MIN, withSearch } from '../list-state.ts'
import { SimPanel } from '../sim-panel.tsx'
import { simFacetsQuery } from '../sims.api.ts'
import simsStyles from '../sims.module.css'
import { type ChangeList, useListState } from '../use-list-state.ts'
import styles from './fleet-map.module.css'
import { PlaceList } from './place-list.tsx'
import { type FleetMap, useFleetMap } from './use-fleet-map.ts'

const WORLD_SOURCE = 'Natural Earth'
/** On the map a SIM has no neighbours. */
const NO_NEIGHBOURS = { hasPrevious: false, hasNext: false, go: () => undefined }

const GeofencePanel = lazyOnDemand(async () => (await import('../geofences/geofence-panel.tsx')).GeofencePanel)

/** The filtered list as a map, with the open SIM beside it. */
export function FleetMapPage() {
  const { t } = useTranslation()
  const [state, change] = useListState('/map')
  const openSim = (icc: string | undefined) => change({ open: icc, tab: undefined })
  const [isDrawnOn, setDrawnOn] = useState(false)
  const fleet = useFleetMap(state.filter, { openIcc: state.open, onSim: openSim })
  const geofences = useGeofences(fleet, isDrawnOn)
  const closeGeofences = () => {
    geofences.setEdited(undefined)
    setDrawnOn(false)
  }
  const { data: facets } = useQuery(simFacetsQuery(state.filter))
  const { all, error } = fleet
  return (
    <div className={classes(simsStyles.split, !state.open && simsStyles.alone)}>
      <section className={simsStyles.pane} aria-label={t('fleetMap.title')}>
        <MapToolbar {...{ state, change, isDrawnOn }} onDraw={() => (isDrawnOn ? closeGeofences() : setDrawnOn(true))} />
        <div className={simsStyles.chipsBar}>
          <FilterChips filter={state.filter} facets={facets} onChange={(filter) => change({ filter })} />
        </div>
        {error && !all ? (
          <div className={styles.area}>
            <ErrorState isWhole title={t('fleetMap.failed')} error={error} onRetry={fleet.retry} />
          </div>
        ) : all?.located === 0 && !isDrawnOn ? (
          <div className={styles.area}>
            <EmptyState isWhole Icon={IconMapPinOff} title={t('fleetMap.noneTitle')}>
              {t(isUnfiltered(state.filter) ? 'fleetMap.noneText' : 'fleetMap.noneFiltered')}
            </EmptyState>
          </div>
        ) : (
          <div className={classes(styles.area, fleet.isUnavailable && styles.listAlone, isDrawnOn && styles.drawnOn)}>
            {fleet.isUnavailable ? <ListAloneNote fleet={fleet} /> : <Ground fleet={fleet} />}
            {isDrawnOn ? (
              <GeofencePanel requests={1} geofences={geofences} isTyped={fleet.isUnavailable} onClose={closeGeofences} />
            ) : (
              <PlaceList shown={fleet.shown} zoom={fleet.zoom} openIcc={state.open} onPlace={fleet.openPlace} onSim={openSim} />
            )}
          </div>
        )}
        <div className={simsStyles.foot}>
          {all && facets ? (
            <span className="ellipsis">{t('fleetMap.located', { count: all.located, total: facets.total })}</span>
          ) : null}
          {all?.isCapped ? <span className="ellipsis">{t('fleetMap.capped')}</span> : null}
          {fleet.isDrawn && all?.located ? (
            <span className={`${styles.ring} hide-on-phone no-wrap`}>{t('fleetMap.ring')}</span>
          ) : null}
        </div>
      </section>
      {state.open ? <SimPanel key="panel" icc={state.open} neighbours={NO_NEIGHBOURS} {...{ state, change }} /> : null}
      <SimActionsHost onBeside={(opened) => change({ open: opened })} />
    </div>
  )
}

interface ToolbarProps {
  readonly state: ListState
  readonly change: ChangeList
  /** geofences are beside the map */
  readonly isDrawnOn: boolean
  onDraw(): void
}

/** Name, view, search, geofences, and the way to the list. */
function MapToolbar({ state, change, isDrawnOn, onDraw }: ToolbarProps) {
  const { t } = useTranslation()
  const isPhone = useMedia(PHONE)
  return (
    <div className={simsStyles.toolbar}>
      <h1>{t('fleetMap.title')}</h1>
      <ViewMenu state={state} onChange={change} />
      <span className="grow" />
      {isPhone ? null : (
        <SearchField
          text={state.filter.search ?? ''}
          label={t('sims.searchLabel')}
          hint={t('sims.searchPlaceholder')}
          minLength={SEARCH_MIN}
          maxLength={120}
          onText={(text) => change(...withSearch(state.filter, text))}
        />
      )}
      <Button
        size={isPhone ? 'md' : 'sm'}
        aria-pressed={isDrawnOn}
        square={isPhone}
        aria-label={t('geofences.title')}
        onClick={onDraw}
      >
        <IconPolygon className="icon icon-14" aria-hidden="true" />
        {isPhone ? null : t('geofences.title')}
      </Button>
      <ButtonLink isSmall={!isPhone} to="/sims" search={listSearch(state)}>
        <IconList className="icon icon-14" aria-hidden="true" />
        {t('fleetMap.toList')}
      </ButtonLink>
    </div>
  )
}

/** Above the list of places where no map can be drawn. */
function ListAloneNote({ fleet }: { fleet: FleetMap }) {
  const { t } = useTranslation()
  return (
    <div className={classes(styles.note, styles.listNote, 'text-small text-tertiary')}>
      <p>{t('fleetMap.unavailable')}</p>
      {fleet.isNear ? (
        <Button size="sm" onClick={fleet.showAll}>
          {t('fleetMap.showAll')}
        </Button>
      ) : null}
    </div>
  )
}

/** The drawn map with its buttons. */
function Ground({ fleet }: { fleet: FleetMap }) {
  const { t } = useTranslation()
  const { handle, view, isDrawn, tiles, tilesFailed } = fleet
  const source = t('simMap.mapSource', { name: (tilesFailed ? undefined : tiles?.attribution) ?? WORLD_SOURCE })
  return (
    <div className={styles.ground} data-map={isDrawn ? 'webgl' : 'loading'} aria-busy={!isDrawn} data-zoom={view?.zoom}>
      <div ref={fleet.container} className={mapStyles.place} />
      {view ? (
        <>
          <MapControls
            zoomBy={(steps) => handle.current?.zoomBy(steps)}
            homeLabel={t('fleetMap.showAll')}
            goHome={fleet.showAll}
          />
          <ScaleBar zoom={view.zoom} latitude={(view.south + view.north) / 2} />
        </>
      ) : null}
      <p className={mapStyles.source}>{view ? `${source} · ${t('simMap.townsSource')}` : t('simMap.loading')}</p>
    </div>
  )
}
