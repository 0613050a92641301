import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './i18n/i18n.ts'
import { copyDigitsOnly } from './lib/copy-digits.ts'
import { queryClient } from './lib/query-client.ts'
import { followSessionEnd } from './lib/session-end.ts'
import { loadSupportChat } from './lib/support-chat.ts'
import { whenIdle } from './lib/when-idle.ts'
import { followWorkingCompany } from './lib/working-company.ts'
import { router } from './router.tsx'
import { WORDS } from './words/words.ts'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import './ui/utilities.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followSessionEnd(router)
followWorkingCompany()
copyDigitsOnly()
await startI18n(WORDS)
const reactRoot = createRoot(root)
// in chunks, between which the page stays responsive
startTransition(() => {
  reactRoot.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
})

whenIdle(() => loadSupportChat().catch((error: unknown) => console.info('no support chat', error)))
