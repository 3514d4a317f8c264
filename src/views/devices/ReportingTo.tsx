import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { COMMANDS, fillTemplate } from '../../domain/command/index.ts';
import { protocolOfModel } from '../../domain/device/index.ts';
import type { ProtocolName } from '../../domain/telemetry/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useBrowser } from '../shared/services/browser.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { Fact } from '../shared/Fact.tsx';
import { useSession } from '../shared/services/session.ts';
import { CopyButton } from './CopyButton.tsx';
import type { DeviceValues } from './deviceValues.ts';

/** Where a tracker of the chosen model is to be set to report to; nothing until it is known what the tracker speaks. */
export function ReportingTo({ protocol: said }: { protocol: ProtocolName | null }): ReactNode {
  const { can } = useSession();
  const { values } = useFormikContext<DeviceValues>();
  const protocol = protocolOfModel(values.device_model) ?? said;
  return protocol !== null && can({ resource: 'devices', action: 'a' }) ? <Server protocol={protocol} /> : null;
}

function Server({ protocol }: { protocol: ProtocolName }): ReactNode {
  const { t } = useTranslation();
  const browser = useBrowser();
  const { value } = useAnswer('getUnclaimedDevices', { limit: 1 });
  if (value === null) return null;
  const { host: named, ports } = value.listening;
  const port = ports[protocol];
  if (port === undefined) return <p className="device-reporting dim">{t('devices.reporting.off', { protocol })}</p>;
  const host = named ?? browser.host;
  const setting = settingText(protocol, host, port);
  return (
    <section className="device-reporting" aria-label={t('devices.reporting.title')}>
      <p className="dim">{t('devices.reporting.lead')}</p>
      <dl className="fact-grid">
        <Fact label={t('devices.reporting.host')}>
          <bdi dir="ltr" className="figures">
            {host}
          </bdi>{' '}
          <CopyButton text={host} />
        </Fact>
        <Fact label={t('devices.reporting.port')}>
          <bdi dir="ltr" className="figures">
            {String(port)}
          </bdi>{' '}
          <CopyButton text={String(port)} />
        </Fact>
        <Fact label={t('devices.protocol')}>
          <bdi dir="ltr">{protocol}</bdi>
        </Fact>
        {setting !== null && (
          <Fact label={t('devices.reporting.command')}>
            <code dir="ltr">{setting}</code> <CopyButton text={setting} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

/**
 * The library's command that sends a tracker to a server, where its protocol has one: most take it as a text message
 * too.
 */
function settingText(protocol: ProtocolName, host: string, port: number): string | null {
  const template = COMMANDS[protocol].find(({ code }) => code === 'setServer');
  const filled = template && fillTemplate(template, { host, port: String(port) });
  return filled?.ok ? filled.value : null;
}
