import { IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { simsSearch } from '#web/lib/sims-address.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { type Tag, tagsQuery } from '#web/shared/tags/tags.api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TagChip } from '#web/ui/tag-chip.tsx'
import labelStyles from '../labels.module.css'
import { useNames } from '../names.ts'
import { EditTag } from './edit-tag.tsx'
import styles from './manage-tags.module.css'
import { useDeleteTag } from './tags-edit.api.ts'

interface ManageTagsProps {
  onClose(): void
}

/** The tags of the companies: their names, colours and SIMs. */
export function ManageTags({ onClose }: ManageTagsProps) {
  const { t } = useTranslation()
  const { data: tags, error, refetch } = useQuery({ ...tagsQuery, staleTime: 0 })
  const [deleting, setDeleting] = useState<Tag>()
  const content = useRef<HTMLDivElement>(null)
  return (
    // Escape reaches both dialogs, and closes the upper one
    <Dialog opened onClose={() => (deleting ? undefined : onClose())} title={t('tags.title')} fullOnPhone>
      <div ref={content} className={labelStyles.content} tabIndex={-1}>
        {error && !tags ? <ErrorState title={t('tags.failed')} error={error} onRetry={() => void refetch()} /> : null}
        {tags || error ? null : <Skeleton width="60%" />}
        {tags?.length === 0 ? (
          <EmptyState Icon={IconTags} title={t('tags.none')}>
            {t('tags.noneHint')}
          </EmptyState>
        ) : null}
        {tags && tags.length > 0 ? <ByCompany tags={tags} onDelete={setDeleting} onLeave={onClose} /> : null}
      </div>
      {deleting ? (
        <DeleteTag
          tag={deleting}
          // the button that opened it is gone with its line
          onDeleted={() => requestAnimationFrame(() => content.current?.focus())}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </Dialog>
  )
}

interface ListProps {
  readonly tags: readonly Tag[]
  onDelete(tag: Tag): void
  /** the list of SIMs is shown */
  onLeave(): void
}

/** Under the names of their companies, where there are several. */
function ByCompany({ tags, ...actions }: ListProps) {
  const { t } = useTranslation()
  const names = useNames()
  const companies = [...Map.groupBy(tags, ({ companyId }) => companyId)]
    .map(([id, own]) => ({ id, name: names.company(id), tags: own }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <p className="text-secondary">{t('tags.about')}</p>
      {companies.map((company) => (
        <section key={company.id} className={labelStyles.company} aria-label={company.name}>
          {companies.length > 1 ? <h3>{company.name}</h3> : null}
          <ul>
            {company.tags.map((tag) => (
              <TagLine key={tag.tagId} tag={tag} isOfSeveral={companies.length > 1} {...actions} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface LineProps extends Omit<ListProps, 'tags'> {
  readonly tag: Tag
  /** other companies may have a tag of this name */
  readonly isOfSeveral: boolean
}

function TagLine({ tag, isOfSeveral, onDelete, onLeave }: LineProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const line = useRef<HTMLLIElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // back to the pencil, which the form replaced
    if (wasEditing.current && !isEditing) line.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const { companyId, name, sims } = tag
  if (isEditing) {
    return (
      <li>
        <EditTag tag={tag} onClose={() => setEditing(false)} />
      </li>
    )
  }
  const filter = { tags: [name], ...(isOfSeveral ? { companyIds: [companyId] } : {}) }
  return (
    <li ref={line}>
      <span className={styles.name}>
        <TagChip {...tag} />
      </span>
      {sims === 0 ? (
        <span className="text-tertiary text-small tabular-numbers">{t('tags.sims', { count: 0 })}</span>
      ) : (
        <Link
          className="underlined text-small tabular-numbers"
          to="/sims"
          search={simsSearch(filter)}
          aria-label={t('tags.showSims', { count: sims, name })}
          onClick={onLeave}
        >
          {t('tags.sims', { count: sims })}
        </Link>
      )}
      <RowAction Icon={IconPencil} label={t('tags.editOf', { name })} onAct={() => setEditing(true)} />
      <RowAction Icon={IconTrash} opensDialog label={t('tags.removeOf', { name })} onAct={() => onDelete(tag)} />
    </li>
  )
}

interface DeleteProps {
  readonly tag: Tag
  onDeleted(): void
  onClose(): void
}

function DeleteTag({ tag: { tagId, name, sims }, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('tags.removeOf', { name })}
      button={t('tags.remove')}
      busy={t('tags.removing')}
      mutation={useDeleteTag()}
      variables={tagId}
      onSuccess={({ message }) => {
        toasts.success(message)
        onDeleted()
      }}
      onClose={onClose}
    >
      <p>{sims === 0 ? t('tags.losesNone') : t('tags.loses', { count: sims })}</p>
    </ConfirmDialog>
  )
}
