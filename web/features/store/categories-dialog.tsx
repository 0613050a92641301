import { IconGripVertical, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './categories-dialog.module.css'
import { type CategoryRow, categoriesQuery, useOrderCategories, useSaveCategory } from './store.api.ts'
import { useReorder } from './use-reorder.ts'

/** The categories of the store: order, names, visibility. */
export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('store.sorting.title')} fullOnPhone>
      <p className="text-secondary">{t('store.sorting.hint')}</p>
      <Loaded query={useQuery(categoriesQuery)} failed={t('store.sorting.failed')} waiting={null}>
        {(categories) => <Sorting categories={categories} />}
      </Loaded>
      <NameForm label={t('store.sorting.new')} button={t('store.sorting.add')} categoryId={undefined} />
    </Dialog>
  )
}

function Sorting({ categories }: { categories: readonly CategoryRow[] }) {
  const { t } = useTranslation()
  const { mutate } = useOrderCategories()
  const nameOf = (id: number) => categories.find(({ categoryId }) => categoryId === id)?.categoryName ?? ''
  const { order, dragged, list, handle } = useReorder(
    categories.map(({ categoryId }) => categoryId),
    (order, moved) => {
      announce(t('store.sorting.moved', { name: nameOf(moved), place: order.indexOf(moved) + 1, of: order.length }))
      mutate(order)
    },
  )
  return (
    <ol className={styles.sort} ref={list} aria-label={t('store.sorting.list')}>
      {order.map((id, index) => {
        const category = categories.find(({ categoryId }) => categoryId === id)
        if (!category) return null
        const label = t('store.sorting.handle', { name: category.categoryName, place: index + 1, of: order.length })
        return (
          <li key={id} data-id={id} className={dragged === id ? styles.dragged : undefined}>
            <button type="button" className={styles.handle} data-handle aria-label={label} {...handle(id)}>
              <IconGripVertical className="icon" aria-hidden="true" />
            </button>
            <CategoryLine category={category} />
          </li>
        )
      })}
    </ol>
  )
}

function CategoryLine({ category }: { category: CategoryRow }) {
  const { t } = useTranslation()
  const [isRenaming, setRenaming] = useState(false)
  const { mutate, isPending } = useSaveCategory()
  const { categoryId, categoryName, products, active } = category
  const toggle = () =>
    mutate({ categoryId, categoryName, active: !active }, { onError: (error) => toasts.error(error.message) })
  if (isRenaming) {
    return (
      <NameForm
        label={t('store.sorting.name')}
        button={t('store.sorting.save')}
        categoryId={categoryId}
        name={categoryName}
        active={active}
        onDone={() => setRenaming(false)}
      />
    )
  }
  return (
    <>
      <span className="grow">
        <span className="medium ellipsis">{categoryName}</span>{' '}
        <span className="text-tertiary text-small">{t('store.sorting.products', { count: products })}</span>
      </span>
      <RowAction Icon={IconPencil} label={t('store.sorting.rename', { name: categoryName })} onAct={() => setRenaming(true)} />
      <Switch on={active} label={t('store.sorting.showOf', { name: categoryName })} isBusy={isPending} onToggle={toggle}>
        {t(active ? 'store.sorting.shown' : 'store.sorting.hidden')}
      </Switch>
    </>
  )
}

interface NameFormProps {
  readonly label: string
  readonly button: string
  /** undefined for a new one */
  readonly categoryId: number | undefined
  readonly name?: string
  readonly active?: boolean
  onDone?(): void
}

function NameForm({ label, button, categoryId, name = '', active = true, onDone }: NameFormProps) {
  const [typed, setTyped] = useState(name)
  const { mutate, isPending, error } = useSaveCategory()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    mutate(
      { categoryId, categoryName: typed, active },
      {
        onSuccess: ({ message }) => {
          toasts.success(message)
          if (onDone) onDone()
          else setTyped('')
        },
      },
    )
  }
  const problem = error instanceof CallError ? (error.fields.categoryName ?? error.message) : error?.message
  return (
    <form className={styles.naming} onSubmit={save} noValidate>
      <Field
        label={label}
        value={typed}
        maxLength={60}
        autoComplete="off"
        problem={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" blocked={isPending} aria-busy={isPending}>
        {button}
      </Button>
    </form>
  )
}
