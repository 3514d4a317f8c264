-- What an account is to its provider: business, personal or guest; empty where nobody said.
alter table account add column category text not null default '';
