import type { Catalogue } from '#web/i18n/i18n.ts'
import type { differencesEs, settleEs } from './differences.es.ts'

export const differencesEn: Catalogue<typeof differencesEs> = {
  title: 'SIMs where portal and network disagree',
  all: 'All networks',
  network: 'Network',
  none: 'Portal and networks agree',
  noneHint: 'A SIM appears here when its network reports a different status than the portal and no change is in progress.',
  failed: 'Couldn’t load differences',
  icc: 'ICC',
  company: 'Company',
  ours: 'Portal says',
  theirs: 'Network says',
  since: 'Since',
  note: 'Situation',
  choose: 'Select {{icc}}',
  chooseAll: 'Select all visible',
  chosen: '{{count, number}} selected',
  chosen_one: '1 selected',
  everything: 'Select all {{count, number}}',
  nothing: 'Clear selection',
  adopt: 'Use network’s',
  push: 'Use portal’s',
  adopting: 'Applying the network’s status',
  pushing: 'Sending the portal’s status to the network',
  open: 'Unresolved',
}

export const settleEn: Catalogue<typeof settleEs> = {
  network: {
    title: 'Use the network’s status',
    what: 'The portal checks the network again and takes the status it reports. No change is sent to the network.',
    button: 'Use network’s for {{count, number}} SIMs',
    button_one: 'Use network’s for 1 SIM',
  },
  ours: {
    title: 'Use the portal’s status',
    what: 'The changes needed to match the portal are sent to the network. This may cost money and leave SIMs with or without service.',
    button: 'Use portal’s for {{count, number}} SIMs',
    button_one: 'Use portal’s for 1 SIM',
  },
  kept: 'SIMs that can’t be changed stay in this list with the reason.',
  reason: 'Reason (optional)',
  reasonHint: 'Recorded in each SIM’s history.',
  busy: 'Sending',
}
