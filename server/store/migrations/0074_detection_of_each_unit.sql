-- From 26 November 2026 on, reports of one unit could be taken for those of another that reported at the same moment.
-- Trips of units that reported since are detected again with the next start, in the background, without notifications.
update detection_state
set late_from = least(late_from, timestamptz '2026-11-26 06:00:00Z')
where processed_to >= timestamptz '2026-11-26 06:00:00Z';
