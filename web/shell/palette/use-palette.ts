import { IconArrowRight, IconClock, IconDeviceSim, IconHelp, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { searchHelp } from '#contract/help/search-help.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { ACTION_WORDS, OPERATION_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { operationsIn } from '#domain/thing-search.ts'
import { useArticles } from '#web/features/help/article.ts'
import { visibleGroups } from '#web/features/help/help-groups.ts'
import { groupsOfFour } from '#web/lib/format.ts'
import { type Recent, readRecents } from '#web/lib/recents.ts'
import { sentence } from '#web/lib/sentence.ts'
import { clientConfigQuery, holds, useSession } from '#web/lib/session.ts'
import { SCREENS, type Screen } from '#web/shared/screens.ts'
import { linksOf, visibleMenu } from '../menu-entries.ts'
import { commandsNow, type PaletteCommand } from './commands.ts'
import { fitting } from './fit.ts'
import type { PaletteGroup, PaletteOption } from './options.ts'
import { PAGE_ICONS, PAGE_NAMES } from './pages.ts'
import { useFound } from './use-found.ts'
import { MIN_LENGTH, useSims } from './use-sims.ts'
import { useVerbExample, useVerbs } from './use-verbs.ts'

const SHOWN_SIMS = 6
const SHOWN_HELP = 3

const screens: Readonly<Record<string, Screen>> = SCREENS
const paths: ReadonlySet<string> = new Set(Object.keys(SCREENS))

/** The list of operations that a text describes without a name or number: 'hibernaciones fallidas'. */
function useOperationsAsked(text: string): PaletteOption[] {
  const { t } = useTranslation()
  const session = useSession()
  const asked = holds(session, 'sims') ? operationsIn(text) : undefined
  if (asked?.text !== '' || asked.number !== undefined) return []
  const { kind, state, hasFailed } = asked
  const words = [
    ...(kind ? [sentence(ACTION_WORDS[kind])] : []),
    ...(hasFailed ? [t('palette.withFailures')] : []),
    ...(state ? [sentence(OPERATION_STATE_WORDS[state])] : []),
  ]
  if (words.length === 0) return []
  const label = t('palette.operationsOf', { what: words.join(' · ') })
  const parameters = { ...(state ? { state } : {}), ...(kind ? { kind } : {}), ...(hasFailed ? { failed: 'true' } : {}) }
  const href = `/operations?${new URLSearchParams(parameters)}`
  return [{ id: `page:${href}`, face: { Icon: IconStack2, label }, opens: { kind: 'page', href, label } }]
}

/** Screens of the menu and what can be done from anywhere, those that a text fits first. */
function useKnown(text: string, openShortcuts: () => void) {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const { data: config } = useQuery(clientConfigQuery)
  const links = linksOf(visibleMenu(session, paths, config?.manualsUrl)).map((link) => ({ ...link, label: t(link.label) }))
  const commands = commandsNow().filter(({ permit }) => holds(session, permit))
  const isEmpty = text === ''
  const pages = isEmpty ? links : fitting(text, links, ({ label, path }) => [label, ...(PAGE_NAMES[path] ?? [])])
  const actions = isEmpty ? commands : fitting(text, commands, ({ names, label }) => [...names, t(label)])
  const optionOf = ({ label, Icon, run }: PaletteCommand): PaletteOption => ({
    id: `action:${label}`,
    face: { Icon, label: t(label) },
    run: () => run({ navigate, openShortcuts }),
  })
  return {
    pages: pages.map(
      ({ path, label, key, opensTab }): PaletteOption => ({
        id: `page:${path}`,
        face: { Icon: PAGE_ICONS[path] ?? IconArrowRight, label, keys: key && `G ${key.toUpperCase()}` },
        ...(opensTab
          ? { run: () => void window.open(path, '_blank', 'noopener') }
          : { opens: { kind: 'page', href: path, label: '' } }),
      }),
    ),
    actions: actions.filter(({ isAccount }) => !isAccount).map(optionOf),
    account: actions.filter(({ isAccount }) => isAccount).map(optionOf),
  }
}

/** The screens of things whose address has their number. */
const ROUTES: Readonly<Partial<Record<Recent['kind'], string>>> = {
  sim: '/sims/$icc',
  operation: '/operations/$operationId',
  request: '/requests/$requestId',
}

/** What was opened last, as far as the user may still open it. */
function useRecents(): PaletteOption[] {
  const { t } = useTranslation()
  const session = useSession()
  const here = useLocation({ select: ({ href }) => href })
  const faceOf = ({ kind, href, label }: Recent) => {
    if (kind === 'sim') {
      const icc = groupsOfFour(href.slice('/sims/'.length)).join(' ')
      return { Icon: IconDeviceSim, label: label || icc, detail: label ? icc : undefined }
    }
    const title = screens[href]?.title
    return { Icon: IconClock, label: label || (title ? t(title as 'titles.home') : '') }
  }
  const isOpen = ({ kind, href }: Recent) => {
    const screen = screens[ROUTES[kind] ?? href.split('?')[0] ?? '']
    return screen === undefined || holds(session, screen.permit)
  }
  return readRecents(session)
    .filter((recent) => recent.href !== here && isOpen(recent))
    .map((recent) => ({ id: `recent:${recent.href}`, face: faceOf(recent), opens: recent }))
    .filter(({ face }) => face.label !== '')
}

/** Articles of the help for a text of letters; their texts load with the first. */
function useHelp(text: string): PaletteOption[] {
  const session = useSession()
  const isNeeded = text.length >= MIN_LENGTH && /\p{L}/u.test(text)
  const { data: articles } = useArticles(isNeeded)
  if (!isNeeded || !articles) return []
  const ids = visibleGroups(session).flatMap((group) => group.ids)
  return searchHelp(articles, ids, text)
    .slice(0, SHOWN_HELP)
    .map(({ id, title }) => ({
      id: `help:${id}`,
      face: { Icon: IconHelp, label: title },
      opens: { kind: 'help', href: `/help/${id}`, label: title },
    }))
}

interface PaletteInput {
  /** in the box now: for what is known */
  readonly text: string
  /** the same, debounced: for what is asked */
  readonly typed: string
  open(href: string): void
  openShortcuts(): void
}

/** The options of the list under the search, in groups. */
export function usePalette({ text, typed, open, openShortcuts }: PaletteInput) {
  const { t } = useTranslation()
  const session = useSession()
  const canSearch = holds(session, 'sims')
  const found = useSims(typed, canSearch)
  const verbs = useVerbs(typed, open)
  const example = useVerbExample()
  const others = useFound(typed)
  const { pages, actions, account } = useKnown(text.trim(), openShortcuts)
  const operations = useOperationsAsked(text)
  const recents = useRecents()
  const help = useHelp(typed)
  const sims = found.sims.slice(0, SHOWN_SIMS).map(
    (sim): PaletteOption => ({
      id: `sim:${sim.icc}`,
      face: { sim },
      opens: { kind: 'sim', href: `/sims/${sim.icc}`, label: sim.customField1 },
    }),
  )
  const all: PaletteOption = {
    id: 'all',
    face: { Icon: IconArrowRight, label: t('palette.all', { text: typed }) },
    run: () => open(`/sims?search=${encodeURIComponent(typed)}`),
  }
  const isEmpty = text.trim() === ''
  const screens = { id: 'pages', label: t('palette.pages'), options: [...operations, ...pages] }
  const known = { id: 'actions', label: t('palette.actions'), options: isEmpty ? [...example, ...actions] : actions }
  const groups: readonly PaletteGroup[] = [
    { id: 'recents', label: t('palette.recents'), options: isEmpty ? recents : [] },
    { id: 'verbs', label: t('palette.actions'), options: verbs.options, note: verbs.note },
    { id: 'sims', label: t('palette.sims'), options: sims.length > 0 ? [...sims, all] : [] },
    // the menu has the screens too: before anything is typed the few actions come first
    ...(isEmpty ? [known, screens] : [screens, known]),
    { id: 'account', label: t('palette.account'), options: account },
    ...others.groups,
    { id: 'help', label: t('palette.help'), options: help },
  ]
  return {
    groups: groups.filter(({ options, note }) => options.length > 0 || note),
    /** what can be typed */
    hint: isEmpty && canSearch ? t('palette.hint') : undefined,
    isSearching: found.isSearching || verbs.isSearching || others.isSearching,
    /** no SIM has the typed text */
    hasNoSims: found.hasSearched && found.sims.length === 0,
    failure: found.failure ?? others.failure,
    /** Why SIMs cannot be searched for a text; undefined when they can. */
    reasonAgainst: (searched: string) => {
      if (!canSearch) return t('palette.forbidden')
      return searched.length < MIN_LENGTH ? sentence(FIELD_SENTENCES.searchTooShort) : undefined
    },
  }
}

export type Palette = ReturnType<typeof usePalette>
