-- What holds a rule back beside its conditions (domain/detection/rules/limits), by the clock of the unit's account.
alter table rule
  add column during       text not null default 'always',   -- always | inside | outside its hours
  add column hours        jsonb not null default '[]',
  add column valid_from   text,                             -- first and last day: YYYY-MM-DD
  add column valid_until  text,
  add column repeat_after int4 not null default 0,          -- minutes
  add column most_a_day   int4 not null default 0;          -- 0: any number
