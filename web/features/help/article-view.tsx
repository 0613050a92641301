import { IconArrowLeft, IconArrowRight, IconHelpCircle, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { HELP_PERMITS, type HelpId } from '#contract/help/help-ids.ts'
import { slug } from '#domain/plain-text.ts'
import { richText, richTextToPlain } from '#domain/rich-text.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { SCREENS } from '#web/shared/screens.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { ButtonLink } from '#web/ui/button-link.tsx'
import richTextStyles from '#web/ui/rich-text.module.css'
import { RichText } from '#web/ui/rich-text.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import styles from './help.module.css'
import type { visibleGroups } from './help-groups.ts'
import { screenOf } from './help-paths.ts'
import { highlighted } from './highlighted.tsx'
import { useHeadingInView } from './use-heading-in-view.ts'

interface ArticleProps {
  readonly id: HelpId
  readonly articles: Articles
  readonly groups: ReturnType<typeof visibleGroups>
  /** searched text, which is highlighted */
  readonly q: string
}

/** One article, with links to its screen and to the neighbouring articles. */
export function ArticleView({ id, articles, groups, q }: ArticleProps) {
  const { t } = useTranslation()
  const isAllowed = holds(useSession(), HELP_PERMITS[id])
  const { title, lead, body } = articles[id]
  const screen = screenOf(id)
  const top = useRef<HTMLElement>(null)
  useEffect(() => {
    // with a search, scroll to its first match
    if (q !== '') top.current?.querySelector(`.${richTextStyles.rich} mark`)?.scrollIntoView({ block: 'nearest' })
  }, [q])
  useEffect(() => {
    // the articles load after the browser has scrolled to the heading of the address
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className={styles.withContents}>
      <article className={styles.article} ref={top}>
        <Link className={`${styles.back} ${buttonStyles.ghost}`} to="/help">
          <IconArrowLeft className="icon" aria-hidden="true" />
          {t('help.back')}
        </Link>
        <div className={styles.path}>
          <Breadcrumb
            label={t('help.crumbs')}
            back={[
              <Link key="start" to="/help">
                {t('help.title')}
              </Link>,
              ...groups.filter(({ ids }) => ids.includes(id)).map(({ label }) => <span key={label}>{t(label)}</span>),
            ]}
            here={title}
          />
        </div>
        <div className={styles.head}>
          <h1>{highlighted(title, q)}</h1>
          {isAllowed && screen ? (
            <ButtonLink isSmall to={screen}>
              {t('help.openScreen', { screen: t(SCREENS[screen].title) })}
              <IconArrowRight className="icon icon-14" aria-hidden="true" />
            </ButtonLink>
          ) : null}
        </div>
        <p className={`${styles.lead} text-secondary`}>{highlighted(lead, q)}</p>
        {isAllowed ? null : (
          <p className={`${styles.needs} text-small`}>
            <IconLock className="icon icon-14" aria-hidden="true" />
            {t('help.needs')}
          </p>
        )}
        <RichText text={body} heading="h2" renderText={(plain) => highlighted(plain, q)} anchorOf={slug} />
        <Neighbours id={id} articles={articles} groups={groups} />
      </article>
      <PageContents body={body} />
    </div>
  )
}

/** The articles before and after it. */
function Neighbours({ id, articles, groups }: { id: HelpId } & Pick<ArticleProps, 'articles' | 'groups'>) {
  const { t } = useTranslation()
  const ids = groups.flatMap((group) => group.ids)
  const at = ids.indexOf(id)
  const beside = (other: HelpId | undefined, word: string) =>
    other ? (
      <Link to="/help/$articleId" params={{ articleId: other }}>
        <span className="text-tertiary text-small">{word}</span>
        <span className="medium">{articles[other].title}</span>
      </Link>
    ) : (
      <span />
    )
  return (
    <nav className={styles.beside} aria-label={t('help.around')}>
      {beside(ids[at - 1], t('help.previous'))}
      {beside(ids[at + 1], t('help.next'))}
    </nav>
  )
}

/** For an address without an article that the user may read. */
export function NoArticle() {
  const { t } = useTranslation()
  return (
    <div className={styles.article}>
      <h1 className="visually-hidden">{t('help.title')}</h1>
      <EmptyState
        isWhole
        Icon={IconHelpCircle}
        title={t('help.unknown')}
        actions={
          <ButtonLink isSmall to="/help">
            {t('help.back')}
          </ButtonLink>
        }
      />
    </div>
  )
}

/** Headings from which on an article has contents of its own. */
const FROM_HEADINGS = 3

/** The headings of an article, beside it where there is room; none of a short one. */
function PageContents({ body }: { body: string }) {
  const { t } = useTranslation()
  const headings = richText(body).flatMap((block) => (block.kind === 'heading' ? [richTextToPlain([block])] : []))
  const inView = useHeadingInView(headings.map(slug))
  if (headings.length < FROM_HEADINGS) return null
  return (
    <nav className={styles.pageContents} aria-label={t('help.onThisPage')}>
      <p className="overline" aria-hidden="true">
        {t('help.onThisPage')}
      </p>
      {headings.map((heading) => (
        <a key={heading} href={`#${slug(heading)}`} aria-current={slug(heading) === inView ? 'true' : undefined}>
          {heading}
        </a>
      ))}
    </nav>
  )
}
