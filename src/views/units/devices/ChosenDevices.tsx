import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  CloseIcon,
  DeviceIcon,
  IconButton,
  Skeleton,
  SortAscendingIcon,
  SortDescendingIcon,
} from '../../../ui/index.ts';
import type { ChosenById } from './useChosenDevices.ts';

export interface ChosenDevicesProps {
  ids: readonly number[];
  devices: ChosenById;
  onChange: (ids: readonly number[]) => void;
}

/** The devices of the unit in their order; the first one gives it its model. */
export function ChosenDevices({ ids, devices, onChange }: ChosenDevicesProps): ReactNode {
  const { t } = useTranslation();
  if (ids.length === 0) return <p className="dim">{t('unitForms.devices.noneChosen')}</p>;
  const move = (from: number, by: 1 | -1): void => {
    const next = [...ids];
    [next[from], next[from + by]] = [next[from + by], next[from]];
    onChange(next);
  };
  return (
    <ol
      className="device-picker-list device-picker-chosen"
      aria-label={t('unitForms.devices.chosen', { count: ids.length })}>
      {ids.map((id, index) => {
        const device = devices.get(id);
        const name = device?.name ?? String(id);
        return (
          <li key={id} className="device-line">
            <DeviceIcon aria-hidden="true" />
            <span className="device-line-name">
              {device === undefined ? (
                <Skeleton width="40%" />
              ) : device === null ? (
                t('unitForms.devices.gone', { id })
              ) : (
                <>
                  <bdi>{device.name}</bdi>
                  <span className="dim">
                    <bdi>{device.device_model}</bdi> ·{' '}
                    <bdi dir="ltr" className="figures">
                      {device.unique_identifier}
                    </bdi>
                  </span>
                </>
              )}
            </span>
            {ids.length > 1 && (
              <>
                <IconButton
                  size="compact"
                  label={t('unitForms.devices.up', { name })}
                  isDisabled={index === 0}
                  icon={<SortAscendingIcon aria-hidden="true" />}
                  onPress={() => move(index, -1)}
                />
                <IconButton
                  size="compact"
                  label={t('unitForms.devices.down', { name })}
                  isDisabled={index === ids.length - 1}
                  icon={<SortDescendingIcon aria-hidden="true" />}
                  onPress={() => move(index, 1)}
                />
              </>
            )}
            <IconButton
              size="compact"
              label={t('unitForms.devices.remove', { name })}
              icon={<CloseIcon aria-hidden="true" />}
              onPress={() => onChange(ids.filter((other) => other !== id))}
            />
          </li>
        );
      })}
    </ol>
  );
}
