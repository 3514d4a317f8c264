-- What a geocoder answered for a point, so that it is asked once. Points are rounded to ten-thousandths of a degree (11 m).
create table address (
  source    text not null,
  lang      text not null,
  latitude  int4 not null,
  longitude int4 not null,
  -- Empty: the geocoder knows nothing of the point.
  words     text not null,
  read_at   timestamptz not null,
  primary key (source, lang, latitude, longitude)
);
create index address_read_at on address (read_at);
