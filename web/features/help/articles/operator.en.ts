import type { Articles } from '../article.ts'

export const operatorEn = {
  import: {
    title: 'Import inventory',
    lead: 'Loading new SIMs, or changing those that there are, from a file.',
    body: `
      In the list of SIMs, **Import**. It takes CSV, TSV or XLSX of up to 512 MB, with headers in Spanish or English.

      ## The steps
      1. **Upload the file.** The portal finds out its encoding, its separator and what each column holds.
      2. **Check the columns.** Correct what is not right; what is left out changes nothing. If lines name no company, choose whose they are.
      3. **Check the file** says how many SIMs are new, how many change, how many stay as they are and how many have errors. The errors are downloaded with their reason and line number. Nothing has changed yet.
      4. **Import**: all or nothing, or without the lines that have errors.

      You can close the window: the import goes on. Either all of it goes in or nothing. The history of each SIM says which import it is from.
    `,
  },
  networks: {
    title: 'Networks',
    lead: 'Which way each SIM goes, and how each network is.',
    body: `
      ## Networks
      Each card shows the state, how many calls there were and how many failed, how long it takes to answer, its limits, what it can do, which SIMs it carries and its last errors. **Try it** asks each part of the network something small and says what it answered; nothing changes.

      ## Add a network
      1. **Add network** and choose its kind: the fields are those of the kind.
      2. Type how to reach it and **Try it**, before you save: a wrong key shows here.
      3. **Add**. No SIM goes by it until a rule says so.

      Keys are kept encrypted and not shown again; an empty field leaves the one that is there. When the address changes they have to be typed again. Where a network lists its SIMs, **Import SIMs** fetches the list and checks it like an inventory file. A network that no rule uses is removed in **Set up**.

      ## Set up

      **Set up** has the rate, the requests at once, the wait and the attempts. Switching a network off makes its operations wait; they are not lost. The **operator status** can also be set by hand, with a text that customers read on their dashboard.

      **Messages** connects the network with a message centre over SMPP, for its texts.

      ## Routing
      The table says which network serves the SIMs of each origin and type. A change holds at once; what is under way ends in the network where it began.

      ## Differences
      SIMs on which portal and network do not agree while nothing is under way. **Believe the network** takes the status that it tells; **Push ours** asks it for what is missing, and may cost.

      ## Accounting
      Where usage comes from: see [Accounting and CDRs](/help/accounting).
    `,
  },
  accounting: {
    title: 'Accounting and CDRs',
    lead: 'Where the usage comes from that is counted and charged.',
    body: `
      It is in **Networks**, tab **Accounting**.

      ## RADIUS clients
      The equipment that may report sessions and usage: its address or range, its shared secret (which is not shown again) and how often it reports. If it says on which port it takes disconnects, the portal can end sessions to restart or to cut data.

      What comes from elsewhere, or with a wrong secret, is dropped without an answer and counted under **Dropped packets**. What is reported of unknown SIMs shows under **SIMs that are not ours**.

      ## Files of CDRs
      Upload a CSV, TSV or XLSX, or drop it in the folder cdr of the server. What the file says wins over what was counted, and is what is billed; the differences stay in view. The format and an example are on the same screen.

      A session of which nothing is heard for two reports and 15 minutes no longer counts as connected. The same message received twice counts once.
    `,
  },
  support: {
    title: 'Support',
    lead: 'What people of all companies ask in the support chat, and where it is answered.',
    body: `
      Each person has one conversation. The list shows who writes, of which company, the last message and how long they wait; it moves by itself.

      - **Unanswered**: those who wait, who has waited longest first.
      - **Open**, **Mine** and **Closed**: by their last message, the newest first.

      Below each message is the SIM that the person had open, as a link, and from which screen, in which language and browser they wrote.

      Administrators answer as one team: what one reads is read for all. Who answers first has it in hand; **Take** and **Let go** change that. **Close** takes it from the open ones; if the person writes again, it opens by itself.

      When nobody reads a message within some minutes (SUPPORT_MAIL_SECONDS), whoever has it in hand is told by mail or, when nobody has, all administrators: one mail with all that waits, not one for each message. While nobody reads, the next one goes out an hour later.
    `,
  },
  outbox: {
    title: 'Mails',
    lead: 'What the portal writes to people, and whether it went out.',
    body: `
      Each row is a mail: to whom, subject and status. Open it to see it as its reader does.

      - **Queued** and **Sending**: on its way.
      - **Sent**: the mail server took it.
      - **Kept here**: no mail server is set up; it can only be read on this screen. A link to choose a password is shown only to those who manage users and hold all that the person holds; that they have seen it stands in the audit log.
      - **Not sent**: the server refused it, or did not answer after several attempts. The reason is inside.
      - **Unconfirmed**: the connection broke at a bad moment; it may have gone out.

      **Send again** repeats one that did not go out. A **Test mail** tells whether the server is set up well; that is done with SMTP_URL when the portal is started.
    `,
  },
  popups: {
    title: 'Pop-up notices',
    lead: 'A message that people see once when they come in.',
    body: `
      ## Writing one
      1. **New notice**: title and text, in Spanish and in English. Beside it you see it as it will appear.
      2. Choose **for whom**: all companies, or some, each with those below it or alone.
      3. Say **from** when and **until** when. Without an end it is shown until you end it.
      4. Choose the **place**. There are two: each person is shown at most one of each, the 1st first. If there are several in one place they come one by one, the oldest first.

      ## The text
      An empty line parts paragraphs. **Bold** is written between two asterisks on each side; a list, with a hyphen and a blank at the beginning of each line; a heading, with ## and a blank; a link, with the text in brackets and the address in parentheses. HTML is not understood: it shows as it was typed.

      ## Afterwards
      The list says how many people have seen it, of how many. Who has seen it does not see it again when you change it; for that, write another one. **End** stops showing it, and cannot be undone.
    `,
  },
} satisfies Partial<Articles>
