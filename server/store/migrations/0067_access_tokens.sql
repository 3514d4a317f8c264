-- A session has an access token for each window: each renews for itself by the cookie that all of them share.
create table access_token (
  hash       bytea primary key,
  session_id int8 not null references session (id) on delete cascade,
  expires_at timestamptz not null,
  bearer     bytea,                            -- hash of the bearer token that was given with it
  renewed_by bytea,                            -- hash of the bearer token that was spent for both; null: the first
  used       boolean not null default false    -- false: whoever was sent them may never have got the answer
);
create index access_token_session on access_token (session_id);

insert into access_token (hash, session_id, expires_at, used)
select access_hash, id, access_expires_at, true from session where ended_at is null;

alter table session drop column access_hash, drop column access_expires_at;
