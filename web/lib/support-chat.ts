import { queryClient } from './query-client.ts'
import { clientConfigQuery } from './session.ts'

/**
 * Loads the script of another provider's support chat, if the configuration names one, in place of the portal's own.
 */
export async function loadSupportChat(): Promise<void> {
  const { supportChatUrl } = await queryClient.ensureQueryData(clientConfigQuery)
  if (!supportChatUrl) return
  const script = document.createElement('script')
  script.src = supportChatUrl
  script.async = true
  document.head.append(script)
}
