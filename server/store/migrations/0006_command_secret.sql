-- The log of commands shows no password: the text as it is sent waits sealed, and only until it is done with.

alter table command_execution add column sealed_text text; -- null: `text` is all of it, or the execution is finished

-- What was logged before loses its passwords; what still waits is sent as it is, and shown without them.
update command_execution
set text = regexp_replace(regexp_replace(text, '(\mat\+gt[a-z]{3}=)[^,$]+', '\1•••', 'gi'), '(\m(?:d|hf)yd,)[^,#]+', '\1•••', 'gi')
where state not in ('queued', 'sent');
