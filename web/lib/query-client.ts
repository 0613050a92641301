import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { toasts } from './toast-store.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** shows the server's message of a failure as a popup, where the screen has no place for it */
      toastsError?: boolean
    }
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // call.ts repeats what may be repeated
      retry: false,
    },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      const ended = error instanceof CallError && error.status === 401
      if (mutation.meta?.toastsError && !ended) toasts.error(error.message)
    },
  }),
})
