-- What a device's clock is set to, where its protocol leaves that to whoever configures it.

alter table device
  add column clock_offset text not null default 'protocol'; -- domain/device: 'protocol', or east of UTC as in '+03:30'
