import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import {
  commandChoiceKey,
  commandKey,
  commandParameterKey,
  fillTemplate,
  initialValues,
  isDangerousCommand,
  withoutCommandPassword,
  type CommandTemplate,
  type DeviceCommand,
  type TemplateParameter,
  type TemplateProblem,
} from '../../../domain/command/index.ts';
import { protocolOfModel } from '../../../domain/device/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  Banner,
  Button,
  Checkbox,
  Dialog,
  PasswordField,
  Select,
  SendIcon,
  TextField,
  WarningIcon,
} from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useNotify } from '../services/toasts.ts';
import { useAct } from '../services/useAct.ts';
import './commands.css';

/** A command of the library whose places are to be filled, or one that is kept as it is. */
export type Sending =
  | { readonly template: CommandTemplate; readonly command: null }
  | { readonly template: null; readonly command: DeviceCommand };

export interface SendCommandProps {
  device: { readonly device_id: number; readonly name: string; readonly device_model: string };
  /** Sends in the name of the unit that carries the device, which takes another permission. */
  unitId?: number;
  sending: Sending;
  maySend: boolean;
  mayKeep: boolean;
  onClose: () => void;
}

/** Fills a command in and sends it, or keeps it for later. Commands that may stop a vehicle are confirmed by a tick. */
export function SendCommand(props: SendCommandProps): ReactNode {
  const { t } = useTranslation();
  const { device, sending, maySend, mayKeep, onClose } = props;
  const { template } = sending;
  const filling = useFilledCommand(sending, device.device_model);
  const { name, text, dangerous, values, problems } = filling;
  const { act, send, keep } = useSending(props, filling);
  return (
    <Dialog
      open
      title={name}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          {mayKeep && template !== null && (
            <Button isDisabled={act.busy} onPress={() => void keep()}>
              {t('commands.keep')}
            </Button>
          )}
          {maySend && (
            <Button
              variant={dangerous ? 'danger' : 'primary'}
              busy={act.busy}
              isDisabled={dangerous && !filling.confirmed}
              icon={<SendIcon aria-hidden="true" className="icon-mirrored" />}
              onPress={() => void send()}>
              {t('commands.send')}
            </Button>
          )}
        </>
      }>
      <div className="command-form">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {template?.parameters.map((parameter) => (
          <ParameterInput
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            problem={problems.find((each) => each.parameter === parameter.name)}
            onChange={(value) => filling.setValues({ ...values, [parameter.name]: value })}
          />
        ))}
        <p className="command-goes">
          <span className="dim">{t('commands.goesOut')}</span>{' '}
          <bdi dir="ltr" className="command-text">
            {text === undefined ? template?.text : withoutCommandPassword(text)}
          </bdi>
        </p>
        {maySend && dangerous && (
          <Banner tone="caution" icon={<WarningIcon />}>
            <p>{t('commands.dangerLead')}</p>
            <Checkbox selected={filling.confirmed} onChange={filling.setConfirmed}>
              {t('commands.confirm', { device: device.name })}
            </Checkbox>
          </Banner>
        )}
        <p className="dim">{t('commands.queueLead')}</p>
      </div>
    </Dialog>
  );
}

/** The command as far as it is filled in: its text once every place is, what is wrong once it was tried. */
function useFilledCommand({ template, command }: Sending, model: string) {
  const { t } = useTranslation();
  const [values, setValues] = useState(() => (template === null ? {} : initialValues(template)));
  const [tried, setTried] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const filled = template === null ? null : fillTemplate(template, values);
  const text = filled === null ? command?.text : filled.ok ? filled.value : undefined;
  return {
    name: command?.code ?? t(commandKey(template?.code ?? '')),
    text,
    dangerous: template?.dangerous === true || (text !== undefined && isDangerousCommand(text, protocolOfModel(model))),
    problems: tried && filled !== null && !filled.ok ? filled.error : [],
    values,
    setValues,
    setTried,
    confirmed,
    setConfirmed,
  };
}

/** Sends the filled command, or saves it with the device's own; what is not filled in is shown instead. */
function useSending(
  { device, unitId, sending: { template, command }, onClose }: SendCommandProps,
  { name, text, dangerous, confirmed, setTried }: ReturnType<typeof useFilledCommand>,
) {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const send = async (): Promise<void> => {
    setTried(true);
    if (text === undefined) return;
    const order = {
      device_id: device.device_id,
      code: (template?.code ?? command?.code ?? '').slice(0, LENGTH.commandCode.max),
      text,
      confirmed: dangerous && confirmed,
    };
    const sent =
      unitId === undefined
        ? await act.run('executeDeviceCommand', order)
        : await act.run('executeUnitCommand', { ...order, unit_id: unitId });
    if (sent === null) return;
    const isWaiting = sent.state === 'queued' && sent.awaits_address !== null;
    notify.done(
      t(isWaiting ? 'commands.isWaiting' : sent.state === 'queued' ? 'commands.isQueued' : 'commands.isSent', { name }),
    );
    onClose();
  };
  const keep = async (): Promise<void> => {
    setTried(true);
    if (text === undefined) return;
    const kept = await act.run('createDeviceCommand', {
      device_id: device.device_id,
      code: name.slice(0, LENGTH.commandCode.max).trim(),
      description: '',
      text,
    });
    if (kept === null) return;
    notify.done(t('commands.saved', { name: kept.code }));
    onClose();
  };
  return { act, send, keep };
}

interface ParameterInputProps {
  parameter: TemplateParameter;
  value: string;
  problem: TemplateProblem | undefined;
  onChange: (value: string) => void;
}

function ParameterInput({ parameter, value, problem, onChange }: ParameterInputProps): ReactNode {
  const { t } = useTranslation();
  const label = t(commandParameterKey(parameter.name));
  const error = problem && t(problem.key, { ...problem.values, field: label });
  if (parameter.kind === 'choice')
    return (
      <Select
        label={label}
        required
        value={value}
        error={error}
        onChange={onChange}
        options={parameter.choices.map((choice) => ({ value: choice.value, label: t(commandChoiceKey(choice.key)) }))}
      />
    );
  const { minimum: min, maximum: max } = parameter;
  const isNumber = parameter.kind === 'integer';
  const field = {
    label,
    required: isNumber || min > 0,
    autoComplete: 'off',
    value,
    error,
    onChange,
    hint: t(isNumber ? 'commands.range' : 'common.bounds', { min, max }),
  };
  return parameter.kind === 'text' && parameter.secret ? (
    <PasswordField {...field} showLabel={t('common.showPassword')} hideLabel={t('common.hidePassword')} />
  ) : (
    <TextField {...field} direction="ltr" inputMode={isNumber ? 'numeric' : 'text'} />
  );
}
