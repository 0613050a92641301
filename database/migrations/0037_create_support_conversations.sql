-- What people and the operator's administrators write to each other: one conversation for each person of a company.

CREATE TABLE support_conversations (
  company_id integer NOT NULL REFERENCES companies,
  conversation_id bigint GENERATED ALWAYS AS IDENTITY,
  -- whose it is; nobody else of the company sees it
  user_id integer NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  -- the administrator who has it in hand; null: nobody in particular
  assigned_to integer,
  -- of mails to either side, as each wrote last
  person_language text NOT NULL CHECK (person_language IN ('es', 'en')),
  operator_language text NOT NULL DEFAULT 'es' CHECK (operator_language IN ('es', 'en')),
  -- of the last message, for lists
  last_no integer NOT NULL DEFAULT 0 CHECK (last_no >= 0),
  last_side text NOT NULL DEFAULT 'person' CHECK (last_side IN ('person', 'operator')),
  last_text text NOT NULL DEFAULT '' CHECK (length(last_text) <= 160),
  last_at timestamptz NOT NULL,
  -- since when the person waits for an answer; null: the operator wrote last, or it is closed
  waiting_since timestamptz,
  -- up to which message each side has read, and how many of the other side's it has not
  person_read_no integer NOT NULL DEFAULT 0 CHECK (person_read_no >= 0),
  operator_read_no integer NOT NULL DEFAULT 0 CHECK (operator_read_no >= 0),
  person_unread integer NOT NULL DEFAULT 0 CHECK (person_unread >= 0),
  operator_unread integer NOT NULL DEFAULT 0 CHECK (operator_unread >= 0),
  -- when each side is to be told by mail, and when it was last told of what it has not read since
  person_mail_due_at timestamptz,
  operator_mail_due_at timestamptz,
  person_told_at timestamptz,
  operator_told_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, conversation_id),
  UNIQUE (company_id, user_id),
  CHECK (person_read_no <= last_no AND operator_read_no <= last_no),
  CHECK (state = 'open' OR waiting_since IS NULL)
);
CREATE INDEX support_conversations_id ON support_conversations (conversation_id);
-- the operator's lists
CREATE INDEX support_conversations_waiting ON support_conversations (waiting_since, conversation_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX support_conversations_newest ON support_conversations (state, last_at DESC, conversation_id DESC);
CREATE INDEX support_conversations_mine ON support_conversations (assigned_to, last_at DESC, conversation_id DESC)
  WHERE state = 'open' AND assigned_to IS NOT NULL;
-- what has changed lately, and what the operator has not read
CREATE INDEX support_conversations_changed ON support_conversations (updated_at DESC);
CREATE INDEX support_conversations_unread ON support_conversations (conversation_id) WHERE operator_unread > 0;
CREATE INDEX support_conversations_person_mails ON support_conversations (person_mail_due_at) WHERE person_mail_due_at IS NOT NULL;
CREATE INDEX support_conversations_operator_mails ON support_conversations (operator_mail_due_at)
  WHERE operator_mail_due_at IS NOT NULL;

CREATE TABLE support_messages (
  company_id integer NOT NULL,
  conversation_id bigint NOT NULL,
  message_no integer NOT NULL CHECK (message_no > 0),
  -- by which its writer knows it: sent again, it is here once
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 16 AND 64),
  side text NOT NULL CHECK (side IN ('person', 'operator')),
  user_id integer NOT NULL,
  -- the writer's name as it was
  author text NOT NULL,
  text text NOT NULL CHECK (text <> '' AND length(text) <= 4000),
  at timestamptz NOT NULL,
  -- where the writer was: route, its title, the SIM that was open, language and browser; '' where it is not known
  page text NOT NULL DEFAULT '' CHECK (length(page) <= 300),
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 200),
  iccid text COLLATE "C",
  language text NOT NULL CHECK (language IN ('es', 'en')),
  browser text NOT NULL DEFAULT '' CHECK (length(browser) <= 120),
  PRIMARY KEY (company_id, conversation_id, message_no),
  UNIQUE (company_id, conversation_id, key),
  FOREIGN KEY (company_id, conversation_id) REFERENCES support_conversations
);
