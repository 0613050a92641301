import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { WEBHOOK_EVENT_WORDS } from '#contract/webhooks/webhook-messages.ts'
import type { webhookItems } from '#contract/webhooks/webhooks.calls.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CodeExamples } from '#web/ui/code-examples.tsx'

type Items = typeof webhookItems

const AT = '2026-11-24T13:02:41.000Z'

const FINISHED: z.output<Items['operation.finished']> = {
  ...{ operationId: 4120, companyId: 12, kind: 'hibernate', source: 'api', reason: '', user: 'erp@andes.test' },
  ...{ total: 250, succeeded: 248, failed: 2, skipped: 0, cancelled: 0 },
  ...{ createdAt: '2026-11-24T13:01:05.000Z', startedAt: '2026-11-24T13:01:06.000Z', finishedAt: AT },
}

const FIRED: z.output<Items['alarm.fired']> = {
  ...{ noticeId: 9021, alarmId: 31, alarmName: 'Trackers', companyId: 12, icc: '8956030071402255110', plan: 'CL-TEL50' },
  ...{ limitMb: 50, usedBytes: 52_428_800, cycleStart: '2026-11-01', at: AT },
}

const bodyOf = (type: keyof Items, item: object): string =>
  JSON.stringify({ type, timestamp: AT, data: { items: [item] } }, null, 2)

/** What a company's system gets, as long as there is no endpoint. */
export function MessageExamples() {
  const { t } = useTranslation()
  return (
    <CodeExamples
      title={t('webhooks.examples.title')}
      about={t('webhooks.examples.about')}
      examples={[
        { title: sentence(WEBHOOK_EVENT_WORDS['operation.finished']), text: bodyOf('operation.finished', FINISHED) },
        { title: sentence(WEBHOOK_EVENT_WORDS['alarm.fired']), text: bodyOf('alarm.fired', FIRED) },
      ]}
    />
  )
}
