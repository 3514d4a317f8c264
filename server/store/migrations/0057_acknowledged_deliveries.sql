-- The button of a push message acknowledges once, whatever becomes of the alarm afterwards.
alter table notification_delivery add column acknowledged_at timestamptz;
