-- The box around a block's fixes, 1e-7 degrees; south above north: there are none. Null: not known yet, so it may be anywhere;
-- blocks from before get theirs when they are merged, or by the job boxTracks, which also makes the index where there are blocks.
alter table track_block
  add column west int4,
  add column south int4,
  add column east int4,
  add column north int4;

do $$
begin
  if not exists (select from track_block) then
    create index track_block_box on track_block (unit_id, t0) include (t1, span, part, west, south, east, north);
  end if;
end
$$;
