import { useMemo, useState, type ReactNode } from 'react';
import { useFormats, useTranslation } from '../../src/i18n/index.ts';
import {
  Badge,
  Banner,
  Button,
  Checkbox,
  ComboBox,
  Dialog,
  EmptyState,
  ErrorState,
  FollowIcon,
  IconButton,
  InfoIcon,
  ListIcon,
  Menu,
  Panel,
  PlusIcon,
  Popover,
  ProgressBar,
  RadioGroup,
  SearchField,
  Select,
  Skeleton,
  Slider,
  SplitPane,
  StatusChip,
  Switch,
  Tabs,
  TextField,
  ToastRegion,
  Tooltip,
  UnitIcon,
  VirtualTable,
  createToastStore,
  type TableSort,
} from '../../src/ui/index.ts';
import { MOTION_LOOK, type UnitState } from '../../src/views/shared/unit/motionLook.ts';
import { usePreferences } from '../../src/views/shared/services/preferences.ts';

const ROWS = 100_000;
const STATES: UnitState[] = ['moving', 'idling', 'parked', 'stale', 'noFix', 'neverReported'];
const NAMES = ['Volvo FH 12 · R 482 KL', 'کامیون ۱۴ – شیراز', 'Газель А 317 ОР', 'Sprinter 28', 'Excavator CAT 320'];
type Column = 'state' | 'name' | 'speed' | 'seen' | 'account';

export function UnitTable(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { preferences } = usePreferences();
  const [sort, setSort] = useState<TableSort<Column>>({ column: 'name', descending: false });
  const [selected, setSelected] = useState<string | number | null>(2);
  const now = 1_770_000_000_000;
  const cell = (row: number, column: Column): ReactNode => {
    const state = STATES[row % STATES.length];
    switch (column) {
      case 'state':
        return (
          <StatusChip {...MOTION_LOOK[state]} plain>
            {t(`motion.${state}`)}
          </StatusChip>
        );
      case 'name':
        return `${NAMES[row % NAMES.length]} #${row + 1}`;
      case 'speed':
        return state === 'moving' ? formats.speed((row * 7) % 110) : '–';
      case 'seen':
        return formats.relative(now - ((row * 37) % 4000) * 60_000, now);
      case 'account':
        return 'Northern Haulage';
    }
  };
  return (
    <VirtualTable<Column>
      label={t('units.list.label')}
      columns={[
        { id: 'state', header: t('units.list.state'), width: 190, sortable: true },
        { id: 'name', header: t('units.list.name'), width: 240, sortable: true },
        { id: 'speed', header: t('units.list.speed'), width: 120, align: 'end', sortable: true },
        { id: 'seen', header: t('units.list.lastSeen'), width: 180, sortable: true },
        { id: 'account', header: t('units.list.account'), width: 160 },
      ]}
      rowCount={ROWS}
      rowKey={(row) => row + 1}
      renderCell={cell}
      sort={sort}
      onSort={setSort}
      selectedKey={selected}
      onSelect={setSelected}
      density={preferences.density}
      resizeLabel={t('common.resize')}
    />
  );
}

export function Fleet(): ReactNode {
  const { t } = useTranslation();
  const [size, setSize] = useState(360);
  return (
    <SplitPane
      side="end"
      size={size}
      onSize={setSize}
      label={t('common.resizePanels')}
      fixed={
        <Panel title={t('units.detail.title')}>
          <EmptyState title={t('map.noPosition')} icon={<UnitIcon />}>
            {t('units.list.emptyLead')}
          </EmptyState>
        </Panel>
      }>
      <UnitTable />
    </SplitPane>
  );
}

function Controls(): ReactNode {
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<'a' | 'b'>('a');
  const [on, setOn] = useState(true);
  const [level, setLevel] = useState(60);
  const options = [
    { value: 'a' as const, label: 'Lorry', note: '18 t' },
    { value: 'b' as const, label: 'Van' },
  ];
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <TextField label="Unit name" value={text} onChange={setText} hint="3 to 50 characters" />
      <TextField label="Unit name" value="ab" onChange={setText} error="Unit name must have at least 3 characters" />
      <SearchField label="Search" clearLabel="Clear" value={text} onChange={setText} />
      <Select label="Kind" options={options} value={choice} onChange={setChoice} />
      <ComboBox
        label="Kind, by typing"
        options={options}
        value={choice}
        onChange={setChoice}
        emptyText="Nothing"
        openLabel="Open"
      />
      <Checkbox selected={on} onChange={setOn}>
        Send a copy
      </Checkbox>
      <Switch selected={on} onChange={setOn}>
        Follow
      </Switch>
      <RadioGroup label="Trails" value={choice} onChange={setChoice} options={options} />
      <RadioGroup label="Trails" look="segments" value={choice} onChange={setChoice} options={options} />
      <Slider
        label="Speed"
        value={level}
        minimum={1}
        maximum={1000}
        onChange={setLevel}
        format={(value) => `×${value}`}
      />
    </div>
  );
}

export function Components(): ReactNode {
  const { t } = useTranslation();
  const toasts = useMemo(() => createToastStore(3_000), []);
  const [dialog, setDialog] = useState(false);
  const [tab, setTab] = useState('one');
  return (
    <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 1fr))' }}>
      <Panel title="Buttons">
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          <Button variant="primary" icon={<PlusIcon aria-hidden="true" />}>
            Create unit
          </Button>
          <Button onPress={() => setDialog(true)}>Dialog</Button>
          <Button variant="quiet" onPress={() => toasts.show({ tone: 'success', text: t('success.unitCreated') })}>
            Toast
          </Button>
          <Button
            variant="danger"
            onPress={() => toasts.show({ tone: 'error', text: 'Request timed out', detail: 'Correlation ID: 5a1c' })}>
            Error toast
          </Button>
          <Button variant="primary" busy>
            Saving
          </Button>
          <Button isDisabled>Disabled</Button>
          <Tooltip text="Follow">
            <IconButton label="Follow" icon={<FollowIcon aria-hidden="true" />} pressed />
          </Tooltip>
          <Menu
            label="More"
            trigger={<Button>Menu</Button>}
            groups={[
              {
                id: 'a',
                entries: [
                  { id: 'x', label: 'Rename', icon: <ListIcon /> },
                  { id: 'y', label: 'Remove', disabled: true, note: 'Not allowed' },
                ],
              },
            ]}
            onAction={() => undefined}
          />
          <Popover label="Layers" trigger={<Button>Popover</Button>}>
            <p>Any content</p>
          </Popover>
        </div>
      </Panel>
      <Panel title="States">
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          {STATES.map((state) => (
            <StatusChip key={state} {...MOTION_LOOK[state]}>
              {t(`motion.${state}`)}
            </StatusChip>
          ))}
          <Badge>12</Badge>
          <Badge tone="accent">3</Badge>
          <Badge tone="critical">1</Badge>
          <Badge tone="caution">7</Badge>
        </div>
        <br />
        <ProgressBar label={t('timeline.loading')} value={0.4} />
        <br />
        <Skeleton width="70%" /> <Skeleton width="40%" />
      </Panel>
      <Panel title="Controls">
        <Controls />
      </Panel>
      <Panel title="Notices">
        <div style={{ display: 'grid', gap: 8 }}>
          {(['info', 'normal', 'caution', 'critical'] as const).map((tone) => (
            <Banner key={tone} tone={tone} icon={<InfoIcon />}>
              {t('errors.offline')}
            </Banner>
          ))}
        </div>
        <Tabs
          label="Tabs"
          selected={tab}
          onChange={setTab}
          tabs={[
            { id: 'one', label: 'Details', content: <p>One</p> },
            { id: 'two', label: 'History', content: <p>Two</p> },
          ]}
        />
      </Panel>
      <Panel title="Empty">
        <EmptyState
          title={t('units.list.emptyTitle')}
          icon={<UnitIcon />}
          action={<Button variant="primary">{t('units.list.emptyAction')}</Button>}>
          {t('units.list.emptyLead')}
        </EmptyState>
      </Panel>
      <Panel title="Error">
        <ErrorState
          title={t('errors.load')}
          cause={t('errors.network')}
          correlation="Correlation ID: 5a1c"
          onRetry={() => undefined}
          retryLabel={t('common.retry')}
        />
      </Panel>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Claim tracker 352093081234567"
        closeLabel="Close"
        actions={
          <>
            <Button onPress={() => setDialog(false)}>Cancel</Button>
            <Button variant="primary">Create unit</Button>
          </>
        }>
        <Controls />
      </Dialog>
      <ToastRegion store={toasts} label={t('common.notifications')} dismissLabel={t('common.dismiss')} />
    </div>
  );
}
