import { queryClient } from './query-client.ts'
import { clientConfigQuery } from './session.ts'

/** Loads the support chat's script that the installation names, if any, without holding up the page. */
export async function loadSupportChat(): Promise<void> {
  const { supportChatUrl } = await queryClient.ensureQueryData(clientConfigQuery)
  if (!supportChatUrl) return
  const script = document.createElement('script')
  script.src = supportChatUrl
  script.async = true
  document.head.append(script)
}
