import type { Catalogue } from '#web/i18n/i18n.ts'
import type { differencesEs, settleEs } from './differences.es.ts'

export const differencesEn: Catalogue<typeof differencesEs> = {
  title: 'SIMs on which portal and network do not agree',
  all: 'All networks',
  network: 'Network',
  none: 'Portal and networks agree',
  noneHint: 'A SIM shows here when its network says something else than the portal and nothing is under way.',
  failed: 'The differences could not be fetched',
  icc: 'ICC',
  company: 'Company',
  ours: 'The portal says',
  theirs: 'The network says',
  since: 'Since',
  note: 'Situation',
  choose: 'Choose {{icc}}',
  chooseAll: 'Choose those in view',
  chosen: '{{count, number}} chosen',
  chosen_one: '1 chosen',
  everything: 'Choose all {{count, number}}',
  nothing: 'Clear the selection',
  adopt: 'Believe the network',
  push: 'Push ours',
  adopting: "Taking the network's word",
  pushing: 'Bringing ours to the network',
  open: 'Not attended to',
}

export const settleEn: Catalogue<typeof settleEs> = {
  network: {
    title: 'Believe the network',
    what: 'The portal asks the network again and takes the status that it tells. Nothing is asked of the network.',
    button: "Take the network's word for {{count, number}} SIMs",
    button_one: "Take the network's word for 1 SIM",
  },
  ours: {
    title: 'Push ours',
    what: 'The network is asked for what is missing until it says the same as the portal. It may cost, and leave SIMs with or without service.',
    button: 'Push ours for {{count, number}} SIMs',
    button_one: 'Push ours for 1 SIM',
  },
  kept: 'What cannot be done stays in this list with its cause.',
  reason: 'Reason (optional)',
  reasonHint: "It stands in each SIM's history.",
  busy: 'Sending',
}
