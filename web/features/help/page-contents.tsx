import { useTranslation } from 'react-i18next'
import { slug } from '#domain/plain-text.ts'
import { richText, richTextToPlain } from '#domain/rich-text.ts'
import styles from './help.module.css'

/** Headings from which on an article has contents of its own. */
const FROM_HEADINGS = 3

/** The headings of an article, beside it where there is room; none of a short one. */
export function PageContents({ body }: { body: string }) {
  const { t } = useTranslation()
  const headings = richText(body).flatMap((block) => (block.kind === 'heading' ? [richTextToPlain([block])] : []))
  if (headings.length < FROM_HEADINGS) return null
  return (
    <nav className={styles.pageContents} aria-label={t('help.onThisPage')}>
      <p className="overline" aria-hidden="true">
        {t('help.onThisPage')}
      </p>
      {headings.map((heading) => (
        <a key={heading} href={`#${slug(heading)}`}>
          {heading}
        </a>
      ))}
    </nav>
  )
}
