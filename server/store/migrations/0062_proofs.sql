-- When the person last proved themselves in a session: what only they may do asks for it again after five minutes.
alter table session add column proven_at timestamptz;
update session set proven_at = created_at;
-- Keys live for a year where nobody said otherwise.
update api_key set expires_at = greatest(created_at, now()) + interval '1 year' where expires_at is null and revoked_at is null;
