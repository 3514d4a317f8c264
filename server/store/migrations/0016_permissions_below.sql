-- Permissions say how far they reach (units: ar aa au; sims: ar aa au), and invitations that were sent have permissions of
-- their own. Roles and keys that were made when reading meant all sub-accounts keep what they could do.

create function pg_temp.with_action(permissions jsonb, resource text, action text) returns jsonb language sql immutable as $$
  select case when permissions -> resource ? action then permissions
              else jsonb_set(permissions, array[resource], coalesce(permissions -> resource, '[]'::jsonb) || to_jsonb(action)) end
$$;

create function pg_temp.without_resource_action(permissions jsonb, resource text, action text) returns jsonb language sql immutable as $$
  select case when not permissions ? resource then permissions
              when (permissions -> resource) - action = '[]'::jsonb then permissions - resource
              else jsonb_set(permissions, array[resource], (permissions -> resource) - action) end
$$;

create function pg_temp.widened(permissions jsonb) returns jsonb language plpgsql immutable as $$
declare
  p jsonb := permissions;
  thing text;
  given text;
begin
  foreach thing in array array['units', 'sims'] loop
    if p -> thing ? 'r' then
      p := pg_temp.with_action(p, thing, 'ar');
      if p -> thing ? 'a' then p := pg_temp.with_action(p, thing, 'aa'); end if;
      if p -> thing ?| array['u', 'd', 'ec'] then p := pg_temp.with_action(p, thing, 'au'); end if;
    end if;
  end loop;
  if p -> 'alert' ? 'r' then p := pg_temp.with_action(p, 'account', 'asa'); end if;
  if p -> 'widgets' ? 'r' then p := pg_temp.with_action(p, 'account', 'dash_a_r'); end if;
  -- What was held of invitations decided nothing; people who may see users could see, resend and withdraw them.
  foreach given in array array['r', 'a', 'u', 'd'] loop
    p := pg_temp.without_resource_action(p, 'user_accounts_invitations', given);
  end loop;
  if p -> 'user' ? 'r' then
    p := pg_temp.with_action(p, 'user_accounts_invitations', 'r');
    if p -> 'user' ? 'a' then p := pg_temp.with_action(p, 'user_accounts_invitations', 'u'); end if;
    if p -> 'user' ? 'd' then p := pg_temp.with_action(p, 'user_accounts_invitations', 'd'); end if;
  end if;
  return p;
end $$;

-- Consumers do not hold the permissions on consumers directly below: theirs are sub-accounts.
create function pg_temp.with_consumers(permissions jsonb) returns jsonb language plpgsql immutable as $$
declare
  p jsonb := permissions;
begin
  if p -> 'account' ? 'car' then p := pg_temp.with_action(p, 'account', 'cr'); end if;
  if p -> 'account' ?& array['a', 'cr'] then p := pg_temp.with_action(p, 'account', 'ca'); end if;
  return p;
end $$;

update role set permissions = pg_temp.widened(permissions);
update api_key set permissions = pg_temp.widened(permissions);
update role set permissions = pg_temp.with_consumers(role.permissions) from account where account.id = role.account_id and account.type <> 'CONSUMER';
update api_key set permissions = pg_temp.with_consumers(api_key.permissions) from account where account.id = api_key.account_id and account.type <> 'CONSUMER';

-- The product's own roles for looking and dispatching reach the sub-accounts' allocations too.
update role set permissions = pg_temp.with_action(permissions, 'account_units', 'ar')
  where name in ('Dispatcher', 'Viewer') and permissions -> 'account_units' ? 'r';

drop function pg_temp.with_consumers(jsonb);
drop function pg_temp.widened(jsonb);
drop function pg_temp.without_resource_action(jsonb, text, text);
drop function pg_temp.with_action(jsonb, text, text);
