-- In which account the person acted that did something: who reads the log of an account below is not shown the people of
-- accounts above. Null where they acted in none, and in events of before.
alter table event add column actor_account_id int8;
