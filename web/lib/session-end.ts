import i18next from 'i18next'
import { isInitialised } from './application-state.ts'
import { onSessionEnd } from './call.ts'
import { queryClient } from './query-client.ts'
import { toasts } from './toast-store.ts'

interface Navigator {
  readonly state: { readonly location: { readonly href: string } }
  navigate(to: { to: '/login'; search: Record<string, string>; replace: true }): Promise<void>
}

/**
 * When the server says that nobody is logged in the page goes to the login screen: in silence if nobody was, with
 * 'Su sesión ha caducado' if a session has ended. Login then returns to where the person was.
 */
export function followSessionEnd(router: Navigator): void {
  let leaving = false
  onSessionEnd((how) => {
    // before the session check has succeeded the router itself leads to the login page
    if (leaving || !isInitialised(queryClient)) return
    const { href } = router.state.location
    leaving = true
    if (how === 'session_expired') toasts.error(i18next.t('common.sessionExpired'))
    queryClient.removeQueries()
    void router.navigate({ to: '/login', search: href === '/' ? {} : { to: href }, replace: true }).finally(() => {
      leaving = false
    })
  })
}
