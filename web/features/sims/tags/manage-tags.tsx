import { IconCheck, IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { isTagName, TAG_COLOURS, TAG_NAME_MAX, type TagColour } from '#domain/tags.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { type Tag, tagsQuery } from '#web/shared/tags/tags.api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { TagChip, TagDot } from '#web/ui/tag-chip.tsx'
import { type TagValues, useDeleteTag, useEditTag } from '../labels.api.ts'
import labelStyles from '../labels.module.css'
import { ByCompany, LabelForm, LabelledSims } from '../labels.tsx'
import styles from './manage-tags.module.css'

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

/** The name and the colour of a tag, in the place of its line. */
function EditTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEditForm({
    initial: { name: tag.name, colour: tag.colour } as TagValues,
    problemsOf: ({ name }) => (isTagName(name.trim()) ? {} : { name: problemOf(name.trim()) }),
    bodyOf: ({ name, colour }) => ({ name: name.trim(), colour }),
    save: useEditTag(tag.tagId),
    onClose,
  })
  const { values, onValues } = form
  return (
    <LabelForm form={form} label={t('tags.editOf', tag)} verb={t('tags.saveOne')} secondColumn="max-content">
      <Field
        label={t('tags.name')}
        maxLength={TAG_NAME_MAX}
        autoComplete="off"
        data-mantine-stop-propagation="true"
        {...typedField<TagValues, 'name'>(form, 'name')}
      />
      <Colours chosen={values.colour} onChoose={(colour) => onValues({ ...values, colour })} />
    </LabelForm>
  )
}

const problemOf = (name: string): string => sentence(ALL_FIELD_SENTENCES[name === '' ? 'required' : 'tagName'])

function Colours({ chosen, onChoose }: { chosen: TagColour; onChoose: (colour: TagColour) => void }) {
  const { t } = useTranslation()
  const group = useId()
  return (
    <fieldset className={styles.colours}>
      <legend>{t('tags.colourOf')}</legend>
      {TAG_COLOURS.map((colour) => (
        <label key={colour} title={t(`tags.colour.${colour}`)}>
          <input
            type="radio"
            data-mantine-stop-propagation="true"
            name={group}
            value={colour}
            aria-label={t(`tags.colour.${colour}`)}
            checked={colour === chosen}
            onChange={() => onChoose(colour)}
          />
          <TagDot colour={colour} />
          {colour === chosen ? <IconCheck className="icon icon-14" aria-hidden="true" /> : null}
        </label>
      ))}
    </fieldset>
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
      onSuccess={toastThen(onDeleted)}
      onClose={onClose}
    >
      <p>{sims === 0 ? t('tags.losesNone') : t('tags.loses', { count: sims })}</p>
    </ConfirmDialog>
  )
}
