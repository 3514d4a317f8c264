-- Invitations that give an operator a login: whoever accepts one becomes the operator's linked user.
alter table invitation add column operator_id int8 references operator (id) on delete set null;
create index invitation_operator on invitation (operator_id) where operator_id is not null;
