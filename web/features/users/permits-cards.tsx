import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { disabledReason, holdsRight, shownRights } from './permit-edits.ts'
import styles from './permits.module.css'
import { type PermitsRowProps, Save } from './permits-row.tsx'
import { RoleSelect } from './role-select.tsx'
import { rightsText, StateBefore, userNameOf } from './user-cells.tsx'
import type { PermitRow } from './users.api.ts'

type CardProps = Omit<PermitsRowProps, 'at' | 'active' | 'onFocus'>

interface CardsProps extends Omit<CardProps, 'row' | 'failure' | 'isSaving'> {
  /** undefined while they load */
  readonly rows: readonly PermitRow[] | undefined
  readonly failed: ReadonlyMap<number, string>
  /** whose rights are being saved */
  readonly saving: number | undefined
}

/** On a phone each user is a card, which opens to a line for each right. */
export function PermitsCards({ rows, failed, saving, ...card }: CardsProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.cards} aria-label={t('users.matrix.list')} aria-busy={rows ? undefined : true}>
      {rows?.map((row) => (
        <PermitsCard key={row.userId} row={row} failure={failed.get(row.userId)} isSaving={saving === row.userId} {...card} />
      )) ?? (
        <li>
          <Skeleton width="60%" />
        </li>
      )}
    </ul>
  )
}

function PermitsCard(props: CardProps) {
  const { t } = useTranslation()
  const { row, heads, editor, edits, onChoose } = props
  const rights = shownRights(row, edits)
  return (
    <li className={edits.has(row.userId) ? styles.changed : undefined}>
      <Disclosure
        className={styles.card}
        summary={
          <span className="grow">
            <span className="row">
              <span className={classes('grow ellipsis', row.state !== 'active' && 'text-secondary')}>{userNameOf(row)}</span>
              <span className="text-small text-secondary no-wrap">{rightsText(rights, t)}</span>
            </span>
            <span className={`${styles.second} block ellipsis text-small text-tertiary`}>
              <StateBefore state={row.state} />
              {row.userEmail}
            </span>
            <span className={`${styles.second} block ellipsis text-small text-tertiary`}>{row.companyName}</span>
          </span>
        }
      >
        <div className={styles.cardRole}>
          <span className="text-secondary">{t('users.roles.label')}</span>
          <RoleSelect row={row} editor={editor} edits={edits} onChoose={onChoose} />
        </div>
        <div className={styles.checks}>
          {heads.map((head) => (
            <Right key={head.name} {...props} head={head} />
          ))}
        </div>
      </Disclosure>
      {edits.has(row.userId) ? <Save {...props} /> : null}
    </li>
  )
}

function Right({ row, head, editor, edits, onToggle }: CardProps & { readonly head: CardProps['heads'][number] }) {
  const id = useId()
  const block = disabledReason(row, head.name, editor)
  return (
    <div title={block}>
      <CheckLine
        labelClass={styles.check}
        checked={holdsRight(shownRights(row, edits), head.name)}
        aria-disabled={block ? true : undefined}
        aria-describedby={block ? id : undefined}
        onChange={() => {
          if (!block) onToggle(row, head.name)
        }}
      >
        {head.title}
      </CheckLine>
      {block ? (
        <span id={id} className="visually-hidden">
          {block}
        </span>
      ) : null}
    </div>
  )
}
