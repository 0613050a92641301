import { useTranslation } from 'react-i18next'
import type { CallArguments } from '#contract/call.ts'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import { API_BASE } from '#web/lib/call.ts'
import { CodeExamples } from '#web/ui/code-examples.tsx'

const SILENT: CallArguments<typeof listSims>['body'] = { filter: { silentFor: '24h' }, limit: 100 }

/** A request as a command of a shell; the key, and the SIM if there is one, are variables of it. */
const curlOf = (path: string, body: object): string =>
  [
    `curl -X POST "${location.origin}${API_BASE}${path}"`,
    `-H "x-api-key: $ENLACE_KEY"`,
    `-H 'content-type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')

/** What a program can do with a key, until there is one. */
export function KeyExamples() {
  const { t } = useTranslation()
  const reason: CallArguments<typeof hibernateSim>['body'] = { reason: t('apiKeys.examples.reason') }
  return (
    <CodeExamples
      title={t('apiKeys.examples.title')}
      about={t('apiKeys.examples.about')}
      examples={[
        { title: t('apiKeys.examples.silent'), text: curlOf(listSims.path, SILENT) },
        { title: t('apiKeys.examples.hibernate'), text: curlOf(hibernateSim.path.replace('{id}', '$ICC'), reason) },
      ]}
    />
  )
}
