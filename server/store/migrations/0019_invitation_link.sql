-- A link that an inviter hands over by other means than the mail. It opens the invitation as the mailed one does, and
-- proves no address: whoever holds it need not have read the mail.
alter table invitation add column handed_token_hash bytea unique;
