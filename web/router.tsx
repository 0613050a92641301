import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { loadScreenWords } from './i18n/i18n.ts'
import { parsePlainSearch, stringifyPlainSearch } from './lib/address.ts'
import { CallError } from './lib/call.ts'
import { loadChunk } from './lib/chunk.ts'
import { anyText, defineSearch } from './lib/define-search.ts'
import { queryClient } from './lib/query-client.ts'
import { holds, sessionQuery } from './lib/session.ts'
import { toasts } from './lib/toast-store.ts'
import { showCompanyOf } from './lib/working-company.ts'
import { Root } from './root.tsx'
import { SCREEN_CODE } from './screens/screen-code.ts'
import { SCREEN_SEARCH } from './screens/screen-search.ts'
import { showFieldNames } from './shared/companies/field-names.ts'
import { SCREENS, type Screen, type ScreenPath } from './shared/screens.ts'
import { ScreenError } from './ui/screen-error.tsx'

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: ScreenError,
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: defineSearch({ to: anyText, step: anyText, signOn: anyText }),
  staticData: { title: 'titles.login' },
  component: lazyRouteComponent(() => loadChunk(() => import('./features/identity/login/login.page.tsx')), 'LoginPage'),
})

const logOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/log-out',
  staticData: { title: 'titles.logOut' },
  component: lazyRouteComponent(() => loadChunk(() => import('./features/identity/login/log-out.page.tsx')), 'LogOutPage'),
})

const restoreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/restore-password',
  validateSearch: defineSearch({ token: anyText }),
  staticData: { title: 'titles.restore' },
  component: lazyRouteComponent(() => withWords(() => import('./features/identity/restore/restore.page.tsx')), 'RestorePage'),
})

const errorRestoreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/error-restore-password',
  staticData: { title: 'titles.errorRestore' },
  component: lazyRouteComponent(
    () => withWords(() => import('./features/identity/restore/error-restore.page.tsx')),
    'ErrorRestorePage',
  ),
})

/** A public page other than the first, with the sentences of the screens. */
function withWords<M>(load: () => Promise<M>): Promise<M> {
  return loadChunk(async () => {
    const [module] = await Promise.all([load(), loadScreenWords()])
    return module
  })
}

/**
 * The session of a route that needs one. A failed session check, whatever the cause, redirects to the login page, and login
 * redirects back; it is retried while the server restarts.
 */
async function requireSession({ location }: { location: { href: string } }) {
  try {
    const session = await queryClient.ensureQueryData(sessionQuery)
    showCompanyOf(session)
    await showFieldNames(session)
    return { session }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'session_expired') toasts.error(i18next.t('common.sessionExpired'))
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href } })
  }
}

/** Where a program sends a person to let it in (OAuth 2.1): alone, without the menu. */
const authorizeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authorize',
  validateSearch: defineSearch({
    response_type: anyText,
    client_id: anyText,
    redirect_uri: anyText,
    code_challenge: anyText,
    code_challenge_method: anyText,
    scope: anyText,
    state: anyText,
    resource: anyText,
  }),
  staticData: { title: 'titles.authorize' },
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => withWords(() => import('./features/identity/consent/consent.page.tsx')), 'ConsentPage'),
})

/** All routes that need a session and have the shell. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => loadChunk(() => import('./shell/shell.tsx')), 'Shell'),
})

/** Says why a path did not open: an old link must not look like a fault. */
function sendHome({ location, preload }: { location: { pathname: string }; preload: boolean }): never {
  if (!preload) toasts.info(i18next.t('common.notOpened', { path: location.pathname }))
  throw redirect({ to: '/' })
}

function screenRoute<const P extends ScreenPath>(path: P) {
  const screen: Screen = SCREENS[path]
  return createRoute({
    getParentRoute: () => appRoute,
    path,
    validateSearch: SCREEN_SEARCH[path],
    staticData: { title: screen.title },
    beforeLoad: (match) => {
      if (!holds(match.context.session, screen.permit)) sendHome(match)
    },
    component: lazyRouteComponent(() => loadChunk(async () => ({ Screen: await SCREEN_CODE[path]() })), 'Screen'),
    errorComponent: ScreenError,
  })
}

/** Unknown paths redirect home. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: sendHome,
})

const routeTree = rootRoute.addChildren([
  loginRoute,
  logOutRoute,
  restoreRoute,
  errorRestoreRoute,
  authorizeRoute,
  unknownRoute,
  appRoute.addChildren([
    screenRoute('/'),
    screenRoute('/sims'),
    screenRoute('/sims/$icc'),
    screenRoute('/map'),
    screenRoute('/operations'),
    screenRoute('/operations/$operationId'),
    screenRoute('/requests'),
    screenRoute('/requests/$requestId'),
    screenRoute('/alarm'),
    screenRoute('/alarm-notified'),
    screenRoute('/anomalies'),
    screenRoute('/rules'),
    screenRoute('/rule-firings'),
    screenRoute('/sms-report'),
    screenRoute('/report-charges'),
    screenRoute('/plans'),
    screenRoute('/plans/optimise'),
    screenRoute('/hys'),
    screenRoute('/companies'),
    screenRoute('/companies/$companyId'),
    screenRoute('/users'),
    screenRoute('/users/permissions'),
    screenRoute('/networks'),
    screenRoute('/outbox'),
    screenRoute('/support'),
    screenRoute('/integrations'),
    screenRoute('/popups'),
    screenRoute('/audit'),
    screenRoute('/help'),
    screenRoute('/help/manual'),
    screenRoute('/help/$articleId'),
    screenRoute('/table-test'),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  notFoundMode: 'root',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** the e-mail from the login page, for the page that resets a password */
    email?: string
    /** a tab was chosen whose page has an address of its own: there it has the focus */
    isTab?: boolean
  }
  interface StaticDataRouteOption {
    title?: Screen['title']
  }
}
