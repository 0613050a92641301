import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import styles from './shell.module.css'

interface SearchFaceProps {
  onSubmit: (event: FormEvent) => void
  ref?: Ref<HTMLElement>
  className?: string
  children: ReactNode
}

/** The frame of the search box around its input. */
export function SearchFrame({ onSubmit, ref, className = '', children, ...rest }: SearchFaceProps) {
  const { t } = useTranslation()
  return (
    <search {...rest} className={classes(styles.search, className)} ref={ref}>
      <form onSubmit={onSubmit}>
        <button type="submit" className={styles.arrow} aria-label={t('shell.search')}>
          <IconSearch className="icon" aria-hidden="true" />
        </button>
        {children}
        <span className={styles.shortcut} aria-hidden="true">
          /
        </span>
      </form>
    </search>
  )
}

interface SearchInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

export function SearchInput(props: SearchInputProps) {
  const { t } = useTranslation()
  return (
    <input
      aria-label={t('shell.searchFor')}
      placeholder={t('shell.searchPlaceholder')}
      autoComplete="off"
      spellCheck={false}
      maxLength={120}
      {...props}
    />
  )
}

/** Text that was typed before the search box had loaded. */
export const handover = { text: '', focused: false, submitted: false }

/** Placeholder until the search box has loaded: takes text and focus, and hands them over. */
export function SearchPlaceholder({ onRequest }: { onRequest: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const element = input.current
    return () => {
      handover.focused = element !== null && document.activeElement === element
    }
  }, [])
  return (
    <SearchFrame
      onSubmit={(event) => {
        event.preventDefault()
        handover.submitted = true
        onRequest()
      }}
    >
      <SearchInput
        ref={input}
        role="combobox"
        aria-expanded="false"
        aria-haspopup="listbox"
        onFocus={onRequest}
        onChange={(event) => {
          handover.text = event.target.value
        }}
      />
    </SearchFrame>
  )
}
