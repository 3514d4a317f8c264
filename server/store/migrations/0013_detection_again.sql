-- Top speeds left jumps in, and a fuel sensor that read empty was told as a theft and a refill. Units with such rows are
-- gone through again, from the first of them on: with the next start, in the background.

update detection_state s
set late_from = least(s.late_from, doubtful.since)
from (
  select unit_id, min(start_at) as since
  from (
    -- Worked out from two fixes, or faster than a vehicle can be (DETECTION.plausibleSpeed).
    select unit_id, start_at from trip
    where data -> 'started' ->> 'code' = 'derivedSpeed' or not data -> 'started' -> 'values' ? 'speed' or (data ->> 'maximumSpeed')::float8 > 250
    union all
    -- From or to an empty tank (DETECTION.fuelEmpty).
    select unit_id, start_at from fuel_event where least((data ->> 'startLevel')::float8, (data ->> 'endLevel')::float8) <= 0.5
  ) as rows
  group by unit_id
) as doubtful
where s.unit_id = doubtful.unit_id;
