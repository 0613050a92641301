import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { isTagName, TAG_COLOURS, TAG_NAME_MAX, type TagColour } from '#domain/tags.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { Tag } from '#web/shared/tags/tags.api.ts'
import { typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { TagDot } from '#web/ui/tag-chip.tsx'
import { type TagValues, useEditTag } from '../labels.api.ts'
import { LabelForm } from '../labels.tsx'
import styles from './manage-tags.module.css'

/** The name and the colour of a tag, in the place of its line. */
export function EditTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
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
