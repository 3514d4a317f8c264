-- What trackers show of themselves: satellites that fixes on the road have, and the make of those that nobody has claimed.

alter table device add column min_satellites int2;                                -- null: what suits the model
alter table unclaimed_device add column clues jsonb not null default '[]';        -- texts such as 'model:GV500', the first seen first
