import type { Articles } from '../articles.ts'

export const operatorEn = {
  import: {
    title: 'Import SIMs',
    lead: 'Add new SIMs, or update existing ones, from a file.',
    body: `
      In the list of SIMs, **Import**. It takes CSV, TSV or XLSX of up to 512 MB, with headers in Spanish or English.

      ## The steps
      1. **Upload the file.** The portal finds out its encoding, its separator and what each column holds.
      2. **Check the columns.** Correct anything that’s wrong; columns left out change nothing. If lines have no company, choose one.
      3. **Check file** shows how many SIMs are new, how many change, how many stay as they are and how many have errors. The errors are downloaded with their reason and line number. Nothing has changed yet.
      4. **Import**: all or nothing, or without the lines that have errors.

      You can close the window: the import continues. It’s applied in full or not at all. Each SIM’s history shows its import.
    `,
  },
  networks: {
    title: 'Networks',
    lead: 'Each SIM’s route, and each network’s status.',
    body: `
      ## Networks
      Networks in trouble come first, with their last error. A network is **Intermittent** when more than 10% of the requests of 5 minutes fail, and **Out of service** when 95% or more do, or all of them for 15 minutes. The strip shows the requests of 24 hours by half-hours; the red part failed. The arrow opens the curves, the incidents with their duration, the latest errors, routes and limits; capabilities are in **Set up**. An incident lasts from the moment a network stops being **Operational** until it is again; failing again within 10 minutes continues it. **Test** sends a small request to each part of the network and shows the response; nothing changes.

      ## Add a network
      1. **New network** and choose its type, which sets the fields.
      2. Enter the connection details and press **Test** before saving: a wrong key shows here.
      3. **Add network**. It carries no SIMs until it has a route.

      Keys are kept encrypted and not shown again; an empty field leaves the one that is there. When the address changes they have to be typed again. Where a network lists its SIMs, **Import SIMs** fetches the list and checks it like an inventory file. A network without routes can be removed in **Set up**.

      ## Set up

      **Set up** has the rate, concurrent requests, time-out and attempts. Turning a network off makes its operations wait; they aren’t lost. The **operator status** can also be set by hand, with a text that customers read on their dashboard.

      **Messages** connects the network to a message center over SMPP, for its SMS.

      ## Routes
      Each origin has a network; SIM types that use another one are added as exceptions. Changes apply when you save them, with the button that appears below; whatever is in progress finishes on the network where it started.

      ## Differences
      SIMs where portal and network disagree and no change is in progress. **Use network’s** takes the status the network reports; **Use portal’s** sends the network the missing changes, and may cost money.

      **Compare again**, over the list, asks the networks for each SIM and adds those that differ here; it changes nothing. Use it after the database was restored. It keeps to each network’s rate and keeps running if you close the page; its progress and previous comparisons are under **Comparison with the networks**. It also adds SIMs whose network profile isn’t their plan’s: **Use portal’s** gives them the plan’s.

      ## RADIUS and CDRs
      Where usage comes from: see [RADIUS and CDRs](/help/accounting).
    `,
  },
  accounting: {
    title: 'RADIUS and CDRs',
    lead: 'Where counted and charged usage comes from.',
    body: `
      It is in **Networks**, tab **RADIUS and CDRs**.

      ## RADIUS clients
      The equipment that may report sessions and usage: its address or range, its shared secret (which is not shown again) and how often it reports. If it says on which port it takes disconnects, the portal can end sessions to restart or to cut data.

      What comes from elsewhere, or with a wrong secret, is dropped without an answer and counted under **Dropped packets**. What is reported of unknown SIMs appears under **Unknown SIMs**. Each list is there where it has something. A client with open sessions that stopped reporting comes first, marked **No reports**; when nothing is amiss a line at the top says that all is well.

      ## CDR files
      Upload a CSV, TSV or XLSX, or drop it in the folder cdr of the server. CDRs override counted usage and are what gets billed; the differences stay listed. The format and an example are on the same screen.

      A session without reports for two intervals and 15 minutes no longer counts as connected. The same message received twice counts once.
    `,
  },
  support: {
    title: 'Support',
    lead: 'Questions from the support chat, from all companies, and where to answer them.',
    body: `
      Each person has one conversation. The list shows who writes, of which company, the last message and how long they wait; it moves by itself.

      - **Unanswered**: those who wait, who has waited longest first.
      - **Open**, **Mine** and **Closed**: by their last message, the newest first.

      On a wide screen the first one opens by itself, with its company’s fleet, users and charges beside it, and the button to view the portal as one of them. It stays unread until you choose it, write or use its buttons.

      Below each message is the SIM that the person had open, or the screen, as a link, and in which language and browser they wrote. Their name leads to their user.

      Administrators answer as one team: what one reads is read for all. Whoever replies first is assigned; **Take** and **Release** change that. **Close conversation** takes it from the open ones; if the person writes again, it opens by itself.

      If a message isn’t read within a few minutes (SUPPORT_MAIL_SECONDS), its assignee gets an email or, if unassigned, all administrators do: one email with everything waiting, not one per message. While unread, the next one goes out an hour later.
    `,
  },
  outbox: {
    title: 'Emails',
    lead: 'Emails sent by the portal, with their delivery status.',
    body: `
      Each row is a mail: to whom, subject and status. Open it to see it as its recipient does. **Filter** finds those of a person, by the start of the email address, or of some days; **Export** downloads those that are filtered.

      - **Queued** and **Sending**: on its way.
      - **Sent**: the mail server took it.
      - **No mail server**: none is set up; the email can only be read on this screen. A password link is shown only to those who manage users and have all the recipient’s permissions; the audit log records that they viewed it.
      - **Not sent**: the server refused it, or did not answer after several attempts. The reason is inside.
      - **Unconfirmed**: the connection broke at a bad moment; it may have gone out.

      **Resend** repeats one that wasn’t sent. A **Test email** checks the server, which is set with SMTP_URL when the portal starts.
    `,
  },
  popups: {
    title: 'Pop-up notices',
    lead: 'A message each user sees once when they log in.',
    body: `
      ## Writing one
      1. **New notice**: title and text, in Spanish and in English. Beside it you see it as it will appear.
      2. Choose **for whom**: all companies, or some, each with or without its subsidiaries.
      3. Say **from** when and **until** when. Without an end it is shown until you stop showing it.
      4. Choose the **position**. There are two: each user sees at most one notice per position, 1 first. Several in one position are shown one by one, oldest first.

      ## The text
      An empty line parts paragraphs. **Bold** is written between two asterisks on each side; a list, with a hyphen and a blank at the beginning of each line; a heading, with ## and a blank; a link, with the text in brackets and the address in parentheses. HTML is not understood: it shows as it was typed.

      ## Afterwards
      The list shows how many users have seen it, out of how many, and a row opens the notice beside it, as it is read. Those who have seen it won’t see it again if you edit it; **duplicate** it for that: the new one has the same text and is for the same readers. **Stop showing** ends it, and can’t be undone.
    `,
  },
} satisfies Partial<Articles>
