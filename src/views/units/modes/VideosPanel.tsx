import type { ReactNode } from 'react';
import type { UnitDevice } from '../../../domain/unit/index.ts';
import { protocolOfModel } from '../../../domain/device/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { VideoIcon } from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { ModeList } from './ModeFrame.tsx';

/** Terminals that carry cameras speak this protocol (JT/T 808, with JT/T 1078 for the picture). */
const CAMERA_PROTOCOL = 'jt808';

/** The devices of a unit that can have a camera. */
const camerasOf = (devices: readonly UnitDevice[]): readonly UnitDevice[] =>
  devices.filter(({ device_model: model }) => protocolOfModel(model) === CAMERA_PROTOCOL);

/** Cameras of a unit; where there is none, what it would take. */
export function VideosPanel({ unitId, unitName }: { unitId: number; unitName: string }): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getUnit', { unit_id: unitId }, ['unit', 'device']);
  return (
    <ModeList
      answer={answer}
      failed={t('unitModes.videos.failed')}
      isEmpty={({ devices }) => camerasOf(devices).length === 0}
      emptyTitle={t('unitModes.videos.none')}
      emptyLead={t('unitModes.videos.noneLead', { unit: unitName })}>
      {({ devices }) => (
        <ul className="mode-lines" aria-label={t('unitModes.videos.label')}>
          {camerasOf(devices).map((device) => (
            <li key={device.device_id} className="mode-stop">
              <span className="mode-line-head">
                <VideoIcon aria-hidden="true" />
                <bdi>{t('unitModes.videos.camera', { device: device.name, model: device.device_model })}</bdi>
              </span>
              <span className="dim">{t('unitModes.videos.noRecordings')}</span>
            </li>
          ))}
        </ul>
      )}
    </ModeList>
  );
}
