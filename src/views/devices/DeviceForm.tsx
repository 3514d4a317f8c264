import { Fragment, useRef, type ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { CLOCK_OFFSETS } from '../../domain/device/index.ts';
import type { ProtocolName } from '../../domain/telemetry/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ForwardIcon, Panel } from '../../ui/index.ts';
import { FormSelect, FormTextField } from '../../ui/forms/index.ts';
import { AccountOfNew } from '../shared/form/AccountOfNew.tsx';
import { CancelButton } from '../shared/form/CancelButton.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import type { Problem } from '../shared/services/fleet.ts';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { AccessFields } from './AccessFields.tsx';
import { clockLabel } from './clockLabel.ts';
import { deviceValuesSchema, type DeviceValues } from './deviceValues.ts';
import { ModelField } from '../shared/device/ModelField.tsx';
import { ReportingTo } from './ReportingTo.tsx';

export interface DeviceFormProps {
  initial: DeviceValues;
  draftKey: string;
  label: string;
  /** Nothing is saved of it yet. */
  isNew: boolean;
  /** A password is set; it can be taken away. */
  hasPassword: boolean;
  /** What a tracker that reported speaks: its models are offered first. */
  protocol: ProtocolName | null;
  /** The model that was guessed of a tracker that reported; empty without. */
  guess: string;
  busy: boolean;
  problem: Problem | null;
  /** `goesOn`: to sensors and commands, once it is saved. */
  onSave: (values: DeviceValues, goesOn: boolean) => Promise<boolean>;
  onCancel: () => void;
}

const SECRETS = ['device_password'] as const;

/** What a device is: its name, model and identifier, the SIM cards in it, labels and its password. */
export function DeviceForm(props: DeviceFormProps): ReactNode {
  const { t } = useTranslation();
  const { initial, draftKey, label, isNew, hasPassword, protocol, guess, busy, problem, onSave, onCancel } = props;
  /** Which button was pressed; read when the form is good. */
  const goesOn = useRef(true);
  /** Enter in a field presses the form's only submit button, so this one submits by hand. */
  const saveOnly = (event: { target: Element }): void => {
    goesOn.current = false;
    event.target.closest('form')?.requestSubmit();
  };
  return (
    <DraftForm<DeviceValues>
      draftKey={draftKey}
      secrets={SECRETS}
      initial={initial}
      schema={deviceValuesSchema}
      problem={problem}
      onSubmit={(values) => onSave(values, goesOn.current)}
      label={label}
      className="device-form">
      <Panel title={t('devices.details')}>
        <DetailFields isNew={isNew} protocol={protocol} guess={guess} />
        <ReportingTo protocol={protocol} />
      </Panel>
      <Panel title={t('devices.simCards')}>
        <SimFields />
      </Panel>
      <Panel title={t('devices.more')}>
        <div className="device-fields">
          <LabelsField name="labels" label={t('devices.labels')} hint={t('roles.labelsHint')} of="devices" />
          <FormSelect
            name="clock_offset"
            label={t('devices.clock')}
            hint={t('devices.clockHint')}
            options={CLOCK_OFFSETS.map((value) => ({ value, label: clockLabel(value, t('devices.clockProtocol')) }))}
          />
        </div>
      </Panel>
      <Panel title={t('devices.access')}>
        <AccessFields hasPassword={hasPassword} />
      </Panel>
      <div className="save-bar">
        <CancelButton onCancel={onCancel} />
        <Button isDisabled={busy} onPress={saveOnly}>
          {t('common.save')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          icon={<ForwardIcon aria-hidden="true" className="icon-mirrored" />}
          onPress={() => {
            goesOn.current = true;
          }}>
          {t('devices.saveAndNext')}
        </Button>
      </div>
    </DraftForm>
  );
}

/** Name, identifier, model, account and version. */
function DetailFields({ isNew, protocol, guess }: Pick<DeviceFormProps, 'isNew' | 'protocol' | 'guess'>): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="device-fields">
      <FormTextField
        name="name"
        label={t('devices.name')}
        required
        autoComplete="off"
        hint={t('common.bounds', LENGTH.deviceName)}
      />
      <FormTextField
        name="unique_identifier"
        label={t('devices.identifier')}
        required
        direction="ltr"
        autoComplete="off"
        hint={t('devices.identifierHint', LENGTH.uniqueIdentifier)}
      />
      <ModelField protocol={protocol} guess={guess} />
      {isNew && <AccountOfNew need={{ resource: 'devices', action: 'a' }} />}
      <FormTextField
        name="version"
        label={t('devices.version')}
        autoComplete="off"
        hint={t('devices.optionalUpTo', LENGTH.deviceVersion)}
      />
    </div>
  );
}

/** Number and operator of both SIM cards. */
function SimFields(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="device-fields">
      {([1, 2] as const).map((place) => (
        <Fragment key={place}>
          <FormTextField
            name={`sim_number_${place}`}
            label={t(`devices.sim${place}`)}
            direction="ltr"
            inputMode="tel"
            autoComplete="off"
            hint={t('devices.simHint', LENGTH.simNumber)}
          />
          <FormTextField
            name={`sim_operator_${place}`}
            label={t(`devices.operator${place}`)}
            autoComplete="off"
            hint={t('devices.optionalUpTo', LENGTH.simOperator)}
          />
        </Fragment>
      ))}
    </div>
  );
}
