import { Combobox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { highlighted } from '#web/features/help/highlighted.tsx'
import type { PaletteOption } from './options.ts'
import styles from './palette.module.css'
import { SimFace } from './sim-face.tsx'
import { verbsIn } from './sim-verbs.ts'
import type { Palette } from './use-palette.ts'

interface PaletteListProps {
  readonly palette: Palette
  readonly text: string
  /** why SIMs were not searched, or the search failed */
  readonly problem: string | undefined
  readonly problemId: string
  /** Enter searched SIMs for this text */
  readonly isAsked: boolean
  /** over the whole page instead of below the field: where there is little room */
  readonly isSheet: boolean
  /** of the sheet */
  readonly isOpen: boolean
}

/** What is around the list. */
function Frame({ isSheet, isOpen, children }: Pick<PaletteListProps, 'isSheet' | 'isOpen'> & { children: ReactNode }) {
  if (!isSheet) return <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>{children}</Combobox.Dropdown>
  return isOpen ? <div className={`${styles.list} ${styles.sheet}`}>{children}</div> : null
}

/** What the keys do in the list, and what can be typed. */
function Foot({ hint }: { hint: string | undefined }) {
  const { t } = useTranslation()
  return (
    <p className={`${styles.foot} row text-small text-tertiary`}>
      {(['choose', 'open', 'close'] as const).map((does) => (
        <span key={does} className="no-wrap" aria-hidden="true">
          <kbd>{KEYS[does]}</kbd> {t(`palette.keys.${does}`)}
        </span>
      ))}
      {hint ? <span className={`${styles.detail} ellipsis`}>{hint}</span> : null}
    </p>
  )
}
const KEYS = { choose: '↑ ↓', open: '↵', close: 'Esc' } as const

function Face({ face, text }: { face: PaletteOption['face']; text: string }) {
  if ('sim' in face) {
    const { sim, verb } = face
    return <SimFace sim={sim} text={verb ? (verbsIn(text)[0]?.about ?? text) : text} verb={verb?.label} />
  }
  const { Icon, label, detail, keys } = face
  return (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className="ellipsis">{highlighted(label, text)}</span>
      {detail ? <span className={`${styles.detail} text-small text-tertiary ellipsis`}>{detail}</span> : null}
      {keys ? <span className={`${styles.detail} ${styles.shortcut}`} data-keys={keys} aria-hidden="true" /> : null}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className={`${styles.note} text-secondary`}>{children}</p>
}

/** The list under the search: the error, then groups of options. */
export function PaletteList({ palette, text, problem, problemId, isAsked, ...frame }: PaletteListProps) {
  const { t } = useTranslation()
  const { groups, hint, hasNoSims, isSearching } = palette
  // the component's own changes after the first render, and the field would name the one before
  const listId = useId()
  const isEmpty = groups.length === 0
  const listed = groups.filter(({ options }) => options.length > 0)
  const isWaiting = isEmpty && isSearching
  return (
    <Frame {...frame}>
      {problem ? (
        <p id={problemId} className={`${styles.note} row`}>
          <IconAlertTriangle className="icon icon-warning" aria-hidden="true" />
          {problem}
        </p>
      ) : null}
      {frame.isSheet && hint ? <Note>{hint}</Note> : null}
      {isWaiting ? <Note>{t('palette.searching')}</Note> : null}
      {hasNoSims && (isAsked || isEmpty) ? <Note>{t('palette.noSims', { text })}</Note> : null}
      {isEmpty && !isWaiting ? <Note>{t('palette.nothingHint')}</Note> : null}
      {groups.map(({ id, note }) => (note ? <Note key={id}>{note}</Note> : null))}
      <Combobox.Options id={listId} aria-label={t('palette.label')}>
        {listed.map(({ id, label, options }) => (
          <Combobox.Group key={id} label={label}>
            {options.map((option) => (
              <Combobox.Option key={option.id} value={option.id} className={`floating-item ${styles.option}`}>
                <Face face={option.face} text={text} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {frame.isSheet ? null : <Foot hint={hint} />}
    </Frame>
  )
}
