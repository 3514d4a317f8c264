-- Background jobs as their owners and operators see them. What a worker takes next stands in the schema graphile_worker,
-- which the library migrates itself and which holds nothing but the number of the job.
create table job (
  id                  int8 generated always as identity primary key,
  kind                text not null,
  account_id          int8 references account (id),      -- null: a job of the server itself
  user_id             int8,
  payload             jsonb not null,
  dedupe_key          text,
  state               text not null,                     -- queued | running | done | failed | time_exceeded | cancelled
  attempts            int4 not null default 0,
  progress            float8 not null default 0,         -- 0 to 1
  step                text,                              -- key of the sentence that says what it does now
  step_values         jsonb not null default '{}',
  result              jsonb,
  error_code          text,
  created_at          timestamptz not null,
  run_at              timestamptz not null,
  started_at          timestamptz,                       -- of the latest attempt
  ended_at            timestamptz,
  cancel_requested_at timestamptz,
  check ((account_id is null) = (user_id is null))
);
-- Of several that would do the same, one waits.
create unique index job_dedupe on job (dedupe_key) where state = 'queued';
create index job_owner on job (user_id, account_id, id desc);
create index job_open on job (kind, state, run_at) where state in ('queued', 'running');
create index job_ended on job (ended_at);
