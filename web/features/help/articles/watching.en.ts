import type { Articles } from '../article.ts'

export const watchingEn = {
  alarms: {
    title: 'Set alarms',
    lead: 'Let the portal tell you, or cut the data, before a SIM spends too much.',
    body: `
      An alarm watches the data that **each SIM** of a company uses in its cycle, on one plan or on all. It does not add SIMs up.

      ## Making one
      1. **New alarm**: choose company, plan and limit. It is typed in MB; 5 GB will do as well.
      2. Add 1 to 10 e-mails.
      3. Decide whether it only tells at the limit or also **cuts the data**.
      4. Beside it you see how many SIMs it would have told you of in the last three cycles. If some are over the limit already, it says so before it is saved.

      ## What happens then
      - Near the limit (80 %, unless the operator set another) it writes a warning; at the limit, a notice. Mails are gathered: at most one every 15 minutes, with all SIMs in it.
      - It fires once for each SIM and cycle, seconds after the usage is reported.
      - If it cuts, the SIM becomes **Deactivated by alarm**: no data, but SMS and voice.

      ## When data comes back
      With the next cycle, when the limit is raised, when the alarm is turned off or deleted, or when somebody restores it in [SIMs notified](/help/notices). If another alarm has cut it too, it stays cut.

      Usage that comes late, of a cycle that is closed, is charged and fires no alarm.
    `,
  },
  notices: {
    title: 'SIMs notified',
    lead: 'Which SIM came near a limit or reached it, and what was done.',
    body: `
      Each row says when, which alarm, which SIM, how much it used and of how much, whether the mail went out, and how its data stands. The list keeps itself up to date.

      ## Filtering
      By company, alarm, warnings or limits, state of the data, days and ICC. What the filters leave can be exported.

      ## Restoring data
      Where data is cut, **Restore** gives it back as soon as the network confirms. That alarm neither tells nor cuts for that SIM again until the cycle ends; what it uses from then on is charged. If another alarm has cut it too, it stays without data until that one is settled.

      An alarm that was deleted leaves here what it told.
    `,
  },
  'sms-report': {
    title: 'SMS report',
    lead: 'All messages to your SIMs and from them, with what became of each.',
    body: `
      ## What each row says
      - **Result**: Queued, Sent, Waiting for the device, Delivered, Not sent (with its cause), Expired, Unconfirmed, Cancelled or Received.
      - **Platform**: whether it came from the portal, the API or a rule; Device, if the SIM wrote it.
      - **User** and **date**, and in how many parts the message went.

      **Unconfirmed** means that no news of the delivery arrived. The portal does not count it as delivered.

      ## Filtering and downloading
      By result, platform, yours or everybody's, days and ICC. **Export** downloads all that the filters leave, not only what is in view.

      To send one, go to the [SIM](/help/sim-actions) or make a [mass operation](/help/operations).
    `,
  },
} satisfies Partial<Articles>
