import type { Articles } from '../articles.ts'

export const watchingEn = {
  alarms: {
    title: 'Set alarms',
    lead: 'Get notified, or have data cut, before a SIM uses too much.',
    body: `
      An alarm watches the data that **each SIM** of a company uses in its cycle, on one plan or on all, in one [group](/help/groups) or in all. It does not add SIMs up.

      **Export** downloads the filtered alarms, with the SIMs that each covers and those at its limit.

      ## Making one
      1. **New alarm**: choose company, plan, a group if your company has any, and limit. It is typed in MB; 5 GB will do as well. **Use** takes the plan’s data.
      2. Decide whether it only notifies at the limit or also **cuts data**.
      3. Add 1 to 10 emails.
      4. Give it a name if you like, such as North fleet; it leads in lists, emails and notifications, and you can search for it.
      5. Next to the form you see how many SIMs would have been notified in the last three cycles. If some are already over the limit, it says so before you save.

      ## What happens then
      - Near the limit (80%, unless the operator set another) it sends a warning; at the limit, a second email. Emails are grouped: at most one every 15 minutes, with all SIMs in it.
      - It fires once for each SIM and cycle, seconds after the usage is reported.
      - If it cuts, the SIM becomes **Deactivated by alarm**: no data, but SMS and voice.

      ## Those of a group
      They watch the groups inside it, too, and follow its SIMs: one that arrives is watched, with what it has used in the cycle; one that leaves is left alone, and if the alarm had cut its data, that comes back. A SIM’s page says which alarms watch it, and why: by its company, its plan or its group.

      ## When data comes back
      With the next cycle, when the limit is raised, when the SIM leaves the alarm’s group, when the alarm is turned off or deleted, or when a user restores it in [SIMs notified](/help/notices). If another alarm has cut it too, it stays cut.

      Usage that comes late, of a cycle that is closed, is charged and fires no alarm.
    `,
  },
  notices: {
    title: 'SIMs notified',
    lead: 'SIMs that got close to a limit or reached it, and the action taken.',
    body: `
      Each row says when, which alarm, which SIM, how much it used and of how much, the email’s status, and whether its data is cut. The list keeps itself up to date.

      ## Filtering
      By company, alarm, warnings or limits, action, days and ICC. You can export the filtered results.

      ## Restoring data
      Where data is cut, **Restore** gives it back as soon as the network confirms. That alarm won’t notify or cut data for that SIM again this cycle; usage from then on is charged. If another alarm cut it too, it stays without data until that one is resolved.

      Notifications of a deleted alarm stay here.
    `,
  },
  anomalies: {
    title: 'Out of the ordinary',
    lead: 'What a SIM, a batch or a model does and the others don’t, with the reason and the figure.',
    body: `
      Nobody has to set a limit. Every hour the portal compares what each active SIM did with the SIMs of the same company in the **same device**, at the same hour of the same weekday in the last four weeks. What departs far from it is listed.

      ## What is listed
      - **Data**: a SIM used at least ten times the usual among those in its device, more than 1 MB, and four times its highest hour before. One that always uses much isn’t listed.
      - **Sessions**: a SIM began many more sessions than those in its device, and than before: usually equipment that restarts or can’t connect.
      - **Messages**: a SIM had at least ten SMS in the hour, ten times the usual among those in its device and three times its highest hour before.
      - **Silent batch**: SIMs that always report at that hour are silent, many more than usual. **See SIMs** shows which.
      - **Whole model**: the device as a whole, or many of its SIMs at once, departs from other weeks: a firmware update, for example.

      Hours in a row are one finding, with the figures of the strongest hour. Today’s findings are on the dashboard, too, and all are kept for 90 days.

      ## What it takes
      - The device written alike in the SIMs: it is the field **Device**, which can be edited or imported. It takes 20 active SIMs with the same one.
      - Three weeks of usage by the hour. Nothing is said of a SIM that has been active for less than two weeks.
      - Each hour is compared about 20 minutes after its end. Usage that arrives later no longer changes it.

      A public holiday may be listed as a silent batch: it differs from other weeks. What happens for three weeks becomes what is expected.

      ## Filter and export
      By type, device, company, days and ICC. **Export** downloads what is filtered. **New rule** opens a [rule](/help/rules) that notifies or acts when there is a new finding.
    `,
  },
  rules: {
    title: 'Rules',
    lead: 'When something happens to a SIM, a rule notifies or acts, and shows first what it would do.',
    body: `
      An [alarm](/help/alarms) has a limit of data in a cycle. A rule is for anything else: **when** something is reported of a SIM, **if** it is one of the SIMs and the hours that you mean, **then** something is done. The operator and each company have their own, up to 50.

      ## When
      - **Data usage**: data of a day or of the cycle reaches a figure. Data counts on the day of the report that brings it.
      - **SMS** and **Voice minutes**: those of a day or of the cycle reach a figure. SMS count in both directions, in parts as they are charged.
      - **Unusual data usage**, **Unusual SMS** and **Unusual voice**: a day with more than so many times the SIM’s usual day: the median of its last 30 days with such usage. It takes a week of them.
      - **Silence**: a SIM that was in contact in the last month reports nothing for so many hours.
      - **First connection**: the SIM’s first data session in its company begins.
      - **Many sessions**: more than so many data sessions begin within an hour.
      - **Another device**: a session begins with another IMEI than the one before.
      - **Country or network**: a session begins in one of those you choose, or outside of all of them.
      - **End of the minimum stay**: the stay that a SIM agreed to with its plan ends in so many days or less. Once for each stay.
      - **Cost of a SIM**: what it has cost in the cycle so far, in the company’s currency and without tax. What its pool is over is none of its.
      - **Usage of a pool**: the SIMs of a plan have used so many percent of their pool.
      - **Cost of the company**: the estimate of the whole cycle, as in [Charges](/help/charges).
      - **SIM out of the ordinary**: a SIM uses far more data, begins far more sessions or has far more SMS than those in the same device, and than it ever did: the findings of [Out of the ordinary](/help/anomalies) about a SIM.
      - **Model out of the ordinary**: the findings about a model of device: a batch is silent, or the whole model uses far more than in other weeks.

      Money, pools and stays come in no report: they are looked at every 5 minutes, and what SIMs cost every 15; the estimate of the company is renewed every hour. Each fires once in a cycle. A rule about a pool, the company or a model only notifies. What is out of the ordinary shows some 20 minutes after each hour, and fires once for each finding, however many hours it goes on; if the rule may not act yet, because of its hours, it acts in the first hour in which it may and the finding still goes on.

      ## If, and then
      Plan, group, status and tags are those that the SIM has at that moment. Days and hours are the company’s: outside of them a rule does nothing, and acts with the next report if it is still the case. The bell and the webhook **rule.fired** always notify; add emails, a chat, a tag, or an operation: hibernate, reactivate, restart, cut data, restore data, change plan, or send the SIM an SMS, which is charged like any other. A rule may do no more than the person who saved it last, as their permissions are now.

      The **chat** is the URL of an incoming webhook of Slack, Teams, Mattermost or anything that takes the same. It gets what the emails say, and when they do. The URL is stored encrypted and isn’t shown in full again. If the chat doesn’t answer it is tried again for a day; after five days without success, or when it no longer exists, it is turned off until you save the rule again.

      Data that a rule cuts stays cut until a person or another rule restores it, in the next cycle too; to cut data only until the cycle ends there are [alarms](/help/alarms). When several alarms, locks and rules cut the same SIM, its data is back when none of them holds it. **Restore data** in the SIM’s menu lets go of all of them, and the rule acts again when it is the case anew.

      **Ask first** makes the operation wait: the emails, the bell and the dashboard say so, and under **History** it is confirmed or declined SIM by SIM, or for all of the rule. The first answer counts. Who confirms needs the permits of that operation. When the rule is changed or deleted, what it asked is void.

      With **If it is not acknowledged** the rule writes to others when that time is over and no person has answered or acknowledged it.

      It fires once for each case: once for each day or cycle, once for each silence. **The same SIM, at most once in these hours** makes it rarer. Emails are grouped: the first is sent at once, and those of the next 15 minutes, or of the hour or day that you choose, together at its end. They wait during the hours in which you don’t want any.

      ## Tried before it is saved
      **Try the rule** runs it over what is recorded of the last three cycles and this one, exactly as it will run: how many SIMs, how often, and the latest of them with date and figure. It uses the SIMs as they are now. If there are too many to try in some seconds, it says how many were tried. When another rule does the opposite, it says so.

      Of what a SIM costs it knows the day and not the hour. Of pools and of the company it knows what each invoice says, and not on which day it was reached; of a cycle without an invoice it says “no data”. Of what is out of the ordinary it uses the findings of the last 90 days.

      A rule acts on what is reported from the moment in which it is saved. What is the case already, such as a SIM that is over the figure today, does not fire.

      ## Turning off, stopping, seeing
      The switch turns a rule off and on again; **Stop all** stops all of a company at once. What is reported meanwhile is not made up for. **History** lists each firing with its operation, or what became of its cut. In the [operations](/help/operations), the SIM’s history and the [audit log](/help/audit) the actor is called, for instance, “rule 7”.
    `,
  },
  'sms-report': {
    title: 'SMS report',
    lead: 'SMS sent and received by your SIMs, with delivery status.',
    body: `
      ## What each row says
      - **Result**: Queued, Sent, Waiting (for the device), Delivered, Not sent (with its cause), Expired, Unconfirmed, Cancelled or Received.
      - **Platform**: whether it came from the portal, the API or a rule; Device, if the SIM wrote it.
      - **User** and **date**, and the number of segments.

      **Unconfirmed** means that no delivery receipt arrived. The portal does not count it as delivered.

      ## Filtering and downloading
      By result, platform, everyone’s or yours, days and ICC. **Export** downloads all filtered results, not only what’s visible.

      One that was not sent or expired is sent again with **Resend** in its row, with the same text or another. To send a new one, go to the [SIM](/help/sim-actions) or make a [mass operation](/help/operations).
    `,
  },
} satisfies Partial<Articles>
