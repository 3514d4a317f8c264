-- The view that a list opens with for a person: one's own, or one that is shared in the account.

create table default_view (
  user_id    int8 not null,
  account_id int8 not null references account (id),
  list       text not null,
  view_id    int8 not null references saved_view (id) on delete cascade,
  primary key (user_id, account_id, list)
);
create index default_view_view on default_view (view_id);
