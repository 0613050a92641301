import type { Catalogue } from '#web/i18n/i18n.ts'
import type { firstStepsEs } from './first-steps.es.ts'

export const firstStepsEn: Catalogue<typeof firstStepsEs> = {
  title: 'First steps',
  colleague: 'Invite a colleague',
  colleagueText: 'With a role: operations, billing or read only',
  alarm: 'Create the first alarm',
  alarmText: 'It warns or cuts data before the overage',
  names: 'Name the fields of your SIMs',
  namesText: 'For example, License plate and Base',
  integration: 'Connect your programs',
  integrationText: 'With an API key or a webhook',
  secondFactor: 'Turn on two-step verification',
  secondFactorText: 'In the menu of your name, Security',
}
