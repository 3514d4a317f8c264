-- From 26 November 2026 on, reports of one unit could be taken for those of another that reported at the same moment. Units
-- that reported since are gone through again from then: with the next start, in the background, without telling anybody.
update detection_state
set late_from = least(late_from, timestamptz '2026-11-26 06:00:00Z')
where processed_to >= timestamptz '2026-11-26 06:00:00Z';
