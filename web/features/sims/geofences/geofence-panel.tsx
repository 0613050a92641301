import { IconCircle, IconPencil, IconPlus, IconPolygon, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthText } from '#web/lib/format-length.ts'
import type { Geofence } from '#web/shared/geofences/geofences.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import mapStyles from '../fleet-map/fleet-map.module.css'
import { useNames } from '../names.ts'
import { GeofenceForm } from './geofence-form.tsx'
import styles from './geofences.module.css'
import { geofenceQuery, useDeleteGeofence } from './geofences-edit.api.ts'
import type { Geofences } from './use-geofences.ts'

interface PanelProps {
  readonly geofences: Geofences
  /** no map is drawn: places are typed */
  readonly isTyped: boolean
  onClose(): void
}

/** The geofences beside the map: their list, or the one that is edited. */
export function GeofencePanel({ geofences, isTyped, onClose }: PanelProps) {
  const { t } = useTranslation()
  const { edited, setEdited } = geofences
  const [deleting, setDeleting] = useState<Geofence>()
  const panel = useRef<HTMLElement>(null)
  const create = useRef<HTMLDivElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => panel.current?.focus(), [])
  useEffect(() => {
    // back from the form, which was in the place of the list
    if (wasEdited.current && !edited) create.current?.querySelector('button')?.focus()
    wasEdited.current = edited !== undefined
  }, [edited])
  return (
    <section ref={panel} className={`${mapStyles.beside} ${styles.panel}`} aria-labelledby="geofences" tabIndex={-1}>
      <div className={styles.head}>
        <h2 id="geofences" className="grow ellipsis">
          {t(edited === 'new' ? 'geofences.create' : 'geofences.title')}
        </h2>
        <RowAction Icon={IconX} label={t('geofences.close')} onAct={onClose} />
      </div>
      {edited ? (
        <GeofenceForm
          key={edited === 'new' ? '' : edited.geofenceId}
          geofence={edited === 'new' ? undefined : edited}
          isTyped={isTyped}
          onDraw={geofences.draw}
          onClose={() => setEdited(undefined)}
        />
      ) : (
        <Loaded query={geofences.query} failed={t('geofences.failed')}>
          {(all) => (
            <>
              {all.length === 0 ? (
                <EmptyState Icon={IconPolygon} title={t('geofences.none')}>
                  {t('geofences.noneHint')}
                </EmptyState>
              ) : (
                <>
                  <p className={`${styles.about} text-small text-tertiary`}>{t('geofences.about')}</p>
                  <ul className={`${mapStyles.places} ${styles.list}`}>
                    {all.map((geofence) => (
                      <GeofenceLine
                        key={geofence.geofenceId}
                        geofence={geofence}
                        isOneOfSeveral={all.some(({ companyId }) => companyId !== geofence.companyId)}
                        onShow={geofences.show}
                        onEdit={(one) => {
                          geofences.show(one)
                          setEdited(one)
                        }}
                        onDelete={setDeleting}
                      />
                    ))}
                  </ul>
                </>
              )}
              <div ref={create} className={styles.foot}>
                <Button variant="primary" full onClick={() => setEdited('new')}>
                  <IconPlus className="icon" aria-hidden="true" />
                  {t('geofences.create')}
                </Button>
              </div>
            </>
          )}
        </Loaded>
      )}
      {deleting ? (
        <DeleteGeofence
          geofence={deleting}
          onDeleted={() => requestAnimationFrame(() => panel.current?.focus())}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </section>
  )
}

interface LineProps {
  readonly geofence: Geofence
  /** its company is one of several */
  readonly isOneOfSeveral: boolean
  onShow(geofence: Geofence): void
  onEdit(geofence: Geofence): void
  onDelete(geofence: Geofence): void
}

function GeofenceLine({ geofence, isOneOfSeveral, onShow, onEdit, onDelete }: LineProps) {
  const { t } = useTranslation()
  const names = useNames()
  const { name, shape, companyId } = geofence
  const Icon = shape.kind === 'circle' ? IconCircle : IconPolygon
  const fact =
    shape.kind === 'circle'
      ? t('geofences.circleFact', { length: lengthText(shape.radiusM) })
      : t('geofences.polygonFact', { count: shape.corners.length })
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-label={t('geofences.show', { name })}
        onClick={() => onShow(geofence)}
      >
        <Icon className="icon text-tertiary" aria-hidden="true" />
        <span className={styles.words}>
          <span className="ellipsis" title={name}>
            {name}
          </span>
          <span className="ellipsis text-small text-tertiary">
            {isOneOfSeveral ? `${names.company(companyId)} · ` : ''}
            {fact}
          </span>
        </span>
      </button>
      <RowAction Icon={IconPencil} label={t('geofences.editOf', { name })} onAct={() => onEdit(geofence)} />
      <RowAction Icon={IconTrash} opensDialog label={t('geofences.removeOf', { name })} onAct={() => onDelete(geofence)} />
    </li>
  )
}

interface DeleteProps {
  readonly geofence: Geofence
  onDeleted(): void
  onClose(): void
}

/** Says how many SIMs are no longer bound to it. */
function DeleteGeofence({ geofence: { geofenceId, name }, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery(geofenceQuery(geofenceId))
  const mutation = useDeleteGeofence()
  return (
    <ConfirmDialog
      title={t('geofences.removeOf', { name })}
      button={t('geofences.remove')}
      busy={t('geofences.removing')}
      mutation={{ ...mutation, error: mutation.error ?? error }}
      variables={geofenceId}
      // not before it says what follows
      onAttempt={() => {
        if (data) onDeleted()
        return data !== undefined
      }}
      onClose={onClose}
    >
      {data ? (
        <p>{data.locks === 0 ? t('geofences.unused') : t('geofences.frees', { count: data.locks })}</p>
      ) : error ? null : (
        <Skeleton width="70%" />
      )}
    </ConfirmDialog>
  )
}
