import { IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Tag, tagsQuery } from '#web/shared/tags/tags.api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { TagChip } from '#web/ui/tag-chip.tsx'
import { useDeleteTag } from '../labels.api.ts'
import labelStyles from '../labels.module.css'
import { ByCompany, LabelledSims } from '../labels.tsx'
import { EditTag } from './edit-tag.tsx'

/** The tags of the companies: their names, colours and SIMs. */
export function ManageTags({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery({ ...tagsQuery, staleTime: 0 })
  const [deleting, setDeleting] = useState<Tag>()
  const content = useRef<HTMLDivElement>(null)
  return (
    // Escape reaches both dialogs, and closes the upper one
    <Dialog opened onClose={() => (deleting ? undefined : onClose())} title={t('tags.title')} fullOnPhone>
      <div ref={content} className={labelStyles.content} tabIndex={-1}>
        <Loaded query={query} failed={t('tags.failed')}>
          {(tags) =>
            tags.length === 0 ? (
              <EmptyState Icon={IconTags} title={t('tags.none')}>
                {t('tags.noneHint')}
              </EmptyState>
            ) : (
              <>
                <p className="text-secondary">{t('tags.about')}</p>
                <ByCompany labels={tags}>
                  {({ labels, isOneOfSeveral }) =>
                    labels.map((tag) => (
                      <TagLine key={tag.tagId} {...{ tag, isOneOfSeveral }} onDelete={setDeleting} onLeave={onClose} />
                    ))
                  }
                </ByCompany>
              </>
            )
          }
        </Loaded>
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

interface LineProps {
  readonly tag: Tag
  /** other companies may have a tag of this name */
  readonly isOneOfSeveral: boolean
  onDelete(tag: Tag): void
  /** the list of SIMs is shown */
  onLeave(): void
}

function TagLine({ tag, isOneOfSeveral, onDelete, onLeave }: LineProps) {
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
  return (
    <li ref={line}>
      <span className="row grow">
        <TagChip {...tag} />
      </span>
      <LabelledSims
        isAny={sims > 0}
        filter={{ tags: [name], ...(isOneOfSeveral ? { companyIds: [companyId] } : {}) }}
        label={t('tags.showSims', { count: sims, name })}
        onLeave={onLeave}
      >
        {t('tags.sims', { count: sims })}
      </LabelledSims>
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
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{sims === 0 ? t('tags.losesNone') : t('tags.loses', { count: sims })}</p>
    </ConfirmDialog>
  )
}
