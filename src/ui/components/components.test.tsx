import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Button,
  ComboBox,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  Link,
  NativeSelect,
  PasswordField,
  RadioGroup,
  SearchField,
  SplitPane,
  StatusChip,
  Switch,
  TextField,
  ToastRegion,
  UiProvider,
  VirtualTable,
  createToastStore,
  type Schedule,
  type TableSort,
} from '../index.ts';

afterEach(() => {
  cleanup();
  document.documentElement.dir = 'ltr';
});

describe('buttons and links', () => {
  it('act once, and not at all while busy', () => {
    const act = vi.fn();
    const { rerender } = render(<Button onPress={act}>Save</Button>);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(act).toHaveBeenCalledTimes(1);
    rerender(
      <Button onPress={act} busy>
        Save
      </Button>,
    );
    fireEvent.click(screen.getByRole('button', { name: /Save/ }));
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('a picture has a name and says whether it is pressed', () => {
    render(<IconButton label="Follow" icon={<svg />} pressed />);
    expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('links go through the router, under its base', () => {
    const navigate = vi.fn();
    render(
      <UiProvider locale="en" navigate={navigate} useHref={(path) => `/app${path}`}>
        <Link href="/units/list">Units</Link>
      </UiProvider>,
    );
    const link = screen.getByRole('link', { name: 'Units' });
    expect(link.getAttribute('href')).toBe('/app/units/list');
    fireEvent.click(link);
    expect(navigate).toHaveBeenCalledWith('/units/list', undefined);
  });
});

describe('fields', () => {
  it('name their input and announce hint and error with it', () => {
    const { rerender } = render(
      <TextField label="Unit name" value="" onChange={() => undefined} hint="3 to 50 characters" />,
    );
    const input = screen.getByRole('textbox', { name: 'Unit name' });
    const described = (): string =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join('');
    expect(described()).toBe('3 to 50 characters');
    rerender(<TextField label="Unit name" value="" onChange={() => undefined} error="Too short" />);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(described()).toBe('Too short');
  });

  it('a password is hidden until its owner looks', () => {
    render(
      <PasswordField
        label="Password"
        value="secret"
        onChange={() => undefined}
        showLabel="Show password"
        hideLabel="Hide password"
      />,
    );
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });

  it('Escape clears a search', () => {
    const change = vi.fn();
    render(<SearchField label="Search units" clearLabel="Clear" value="volvo" onChange={change} />);
    fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Search units' }), { key: 'Escape' });
    expect(change).toHaveBeenCalledWith('');
  });

  it('a native select answers the chosen value', () => {
    const change = vi.fn();
    render(
      <NativeSelect
        label="Language"
        value="en"
        options={[
          { value: 'en', label: 'English' },
          { value: 'fa', label: 'فارسی', language: 'fa' },
        ]}
        onChange={change}
      />,
    );
    fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'fa' } });
    expect(change).toHaveBeenCalledWith('fa');
  });

  it("the browser's own list keeps options of one group together under its name", () => {
    render(
      <NativeSelect
        label="Value"
        value="a"
        options={[
          { value: 'a', label: 'Tank', group: 'Sensors' },
          { value: 'b', label: 'Odometer', group: 'Reported' },
          { value: 'c', label: 'Door', group: 'Sensors' },
        ]}
        onChange={vi.fn()}
      />,
    );
    const groups = screen.getAllByRole('group').map((group) => [
      group.getAttribute('label'),
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ]);
    expect(groups).toEqual([
      ['Sensors', ['Tank', 'Door']],
      ['Reported', ['Odometer']],
    ]);
  });

  it('a list of many values opens when it is pressed or asked for, not by focus alone', async () => {
    const change = vi.fn();
    render(
      <ComboBox
        label="Attached to"
        value={null}
        options={[
          { value: '1', label: 'Tractor' },
          { value: '2', label: 'Truck' },
        ]}
        onChange={change}
        emptyText="None"
        openLabel="Open"
      />,
    );
    const field = screen.getByRole('combobox', { name: 'Attached to' });
    act(() => field.focus());
    expect(screen.queryByRole('listbox')).toBeNull();
    fireEvent.click(field);
    expect(within(await screen.findByRole('listbox')).getAllByRole('option')).toHaveLength(2);
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.click(await screen.findByRole('option', { name: 'Truck' }));
    expect(change).toHaveBeenCalledWith('2');
  });

  it('radios and switches answer', () => {
    const choose = vi.fn();
    const turn = vi.fn();
    render(
      <>
        <RadioGroup
          label="Layout"
          value="a"
          options={[
            { value: 'a', label: 'Vertical' },
            { value: 'b', label: 'Full' },
          ]}
          onChange={choose}
        />
        <Switch selected={false} onChange={turn}>
          Names
        </Switch>
      </>,
    );
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Layout' })).getByRole('radio', { name: 'Full' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Names' }));
    expect(choose).toHaveBeenCalledWith('b');
    expect(turn).toHaveBeenCalledWith(true);
  });
});

describe('states', () => {
  it('a status has a word beside its shape', () => {
    render(
      <StatusChip shape="arrow" tone="normal">
        Moving
      </StatusChip>,
    );
    expect(screen.getByText('Moving')).toBeTruthy();
    expect(document.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });

  it('an error says cause and id and offers another try', () => {
    const retry = vi.fn();
    render(
      <ErrorState
        title="Not loaded"
        cause="Request timed out"
        correlation="Correlation ID: 5a1c"
        onRetry={retry}
        retryLabel="Try again"
      />,
    );
    expect(screen.getByRole('alert').textContent).toContain('Correlation ID: 5a1c');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('an empty state has its next step', () => {
    render(<EmptyState title="No units yet" action={<Button>Claim a tracker</Button>} />);
    expect(screen.getByRole('heading', { name: 'No units yet' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Claim a tracker' })).toBeTruthy();
  });
});

describe('dialog', () => {
  function Page(): ReactNode {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onPress={() => setOpen(true)}>Open</Button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Theme" closeLabel="Close">
          <p>Content</p>
        </Dialog>
      </>
    );
  }

  it('is named by its title and closes by Escape and by its button', () => {
    render(<Page />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = screen.getByRole('dialog', { name: 'Theme' });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('toasts', () => {
  /** Timers that a test lets run by hand. */
  function manualSchedule(): { schedule: Schedule; run: () => void; pending: () => { milliseconds: number }[] } {
    let timers: { callback: () => void; milliseconds: number }[] = [];
    return {
      schedule: (callback, milliseconds) => {
        const timer = { callback, milliseconds };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
      run: () => {
        const due = timers;
        timers = [];
        for (const { callback } of due) callback();
      },
      pending: () => timers,
    };
  }

  it('stay for the given time, wait while pointed at, and go', () => {
    const clock = manualSchedule();
    const store = createToastStore(3_000, clock.schedule);
    store.show({ tone: 'success', text: 'Unit created' });
    expect(clock.pending().map(({ milliseconds }) => milliseconds)).toEqual([3_000]);
    store.pause();
    expect(clock.pending()).toEqual([]);
    store.resume();
    clock.run();
    expect(store.getSnapshot()).toEqual([]);
  });

  it('never cover the page: the oldest makes room', () => {
    const store = createToastStore(3_000, manualSchedule().schedule);
    for (let number = 1; number <= 6; number++) store.show({ tone: 'info', text: `Toast ${number}` });
    expect(store.getSnapshot().map(({ text }) => text)).toEqual(['Toast 3', 'Toast 4', 'Toast 5', 'Toast 6']);
  });

  it('say failures as alerts, with the correlation id as a second line', () => {
    const store = createToastStore(3_000, manualSchedule().schedule);
    store.show({ tone: 'error', text: 'Request timed out', detail: 'Correlation ID: 5a1c' });
    store.show({ tone: 'success', text: 'Unit created' });
    render(<ToastRegion store={store} label="Notifications" dismissLabel="Dismiss" />);
    const alert = screen.getByRole('alert');
    expect([...alert.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'Request timed out',
      'Correlation ID: 5a1c',
    ]);
    expect(screen.getByRole('status').textContent).toBe('Unit created');
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(store.getSnapshot().map(({ text }) => text)).toEqual(['Unit created']);
  });
});

describe('split pane', () => {
  function resized(key: string, side: 'start' | 'end' | 'bottom', direction: 'ltr' | 'rtl' = 'ltr'): number {
    document.documentElement.dir = direction;
    const onSize = vi.fn();
    render(
      <div style={{ direction }}>
        <SplitPane fixed="list" side={side} size={300} onSize={onSize} minimum={200} maximum={320} label="Edge">
          map
        </SplitPane>
      </div>,
    );
    fireEvent.keyDown(screen.getByRole('separator', { name: 'Edge' }), { key });
    return onSize.mock.calls[0]?.[0] as number;
  }

  it.each([
    ['ArrowLeft', 'start', 'ltr', 276],
    ['ArrowRight', 'start', 'ltr', 320],
    ['ArrowLeft', 'end', 'ltr', 320],
    ['ArrowRight', 'start', 'rtl', 276],
    ['ArrowDown', 'bottom', 'ltr', 276],
    ['Home', 'start', 'ltr', 200],
    ['End', 'end', 'ltr', 320],
  ] as const)('%s on a pane at the %s (%s) makes it %d wide', (key, side, direction, size) => {
    expect(resized(key, side, direction)).toBe(size);
  });

  it('leaves other keys alone', () => {
    expect(resized('a', 'start')).toBeUndefined();
  });
});

describe('table', () => {
  const ROWS = 100_000;
  // The test's document has no layout: everything would be zero pixels high.
  beforeEach(() => {
    Object.defineProperties(HTMLElement.prototype, {
      clientHeight: { configurable: true, get: () => 600 },
      clientWidth: { configurable: true, get: () => 800 },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight');
    Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
  });

  function Units({
    onSelect,
    onSort,
  }: {
    onSelect: (key: string | number) => void;
    onSort: (sort: TableSort<'name' | 'speed'>) => void;
  }): ReactNode {
    const [widths, setWidths] = useState<Partial<Record<'name' | 'speed', number>>>({});
    return (
      <VirtualTable
        label="Units"
        columns={[
          { id: 'name', header: 'Name', width: 200, sortable: true },
          { id: 'speed', header: 'Speed', width: 100, align: 'end' },
        ]}
        rowCount={ROWS}
        rowKey={(row) => `unit-${row}`}
        renderCell={(row, column) => (column === 'name' ? `Unit ${row}` : row % 90)}
        sort={{ column: 'name', descending: false }}
        onSort={onSort}
        selectedKey="unit-2"
        onSelect={onSelect}
        resizeLabel="Resize"
        widths={widths}
        onWidths={setWidths}
      />
    );
  }

  const active = (): string | null =>
    screen.getByRole('grid').getAttribute('aria-activedescendant')?.split('-').at(-1) ?? null;

  it('draws what is in sight of a hundred thousand rows, and says how many there are', () => {
    render(<Units onSelect={() => undefined} onSort={() => undefined} />);
    const rows = screen.getAllByRole('row');
    expect(rows.length).toBeLessThan(60);
    expect(rows.length).toBeGreaterThan(5);
    expect(screen.getByRole('grid', { name: 'Units' }).getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
    expect(screen.getByRole('row', { selected: true }).textContent).toBe('Unit 22');
  });

  it('moves and selects by keys', () => {
    const select = vi.fn();
    render(<Units onSelect={select} onSort={() => undefined} />);
    const grid = screen.getByRole('grid');
    const press = (key: string): boolean => fireEvent.keyDown(grid, { key });
    press('ArrowDown');
    press('ArrowDown');
    expect(active()).toBe('2');
    press('ArrowUp');
    press(' ');
    expect(select).toHaveBeenLastCalledWith('unit-1', 1, { additive: false, range: false });
    press('End');
    expect(active()).toBe(String(ROWS - 1));
    press('ArrowDown');
    expect(active()).toBe(String(ROWS - 1));
    press('Home');
    press('Enter');
    expect(select).toHaveBeenLastCalledWith('unit-0', 0, { additive: false, range: false });
  });

  it('selects by a press', () => {
    const select = vi.fn();
    render(<Units onSelect={select} onSort={() => undefined} />);
    fireEvent.click(screen.getByText('Unit 3'));
    expect(select).toHaveBeenCalledWith('unit-3', 3, { additive: false, range: false });
    fireEvent.click(screen.getByText('Unit 4'), { ctrlKey: true });
    expect(select).toHaveBeenLastCalledWith('unit-4', 4, { additive: true, range: false });
    fireEvent.click(screen.getByText('Unit 6'), { shiftKey: true });
    expect(select).toHaveBeenLastCalledWith('unit-6', 6, { additive: false, range: true });
  });

  it('sorts by its headings and says how it is sorted', () => {
    const sort = vi.fn();
    render(<Units onSelect={() => undefined} onSort={sort} />);
    const heading = screen.getByRole('columnheader', { name: /Name/ });
    expect(heading.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(within(heading).getByRole('button', { name: 'Name' }));
    expect(sort).toHaveBeenCalledWith({ column: 'name', descending: true });
    expect(screen.getByRole('columnheader', { name: /Speed/ }).hasAttribute('aria-sort')).toBe(false);
  });

  it('changes a column by arrows, within bounds', () => {
    render(<Units onSelect={() => undefined} onSort={() => undefined} />);
    const edge = screen.getByRole('separator', { name: 'Resize: Name' });
    fireEvent.keyDown(edge, { key: 'ArrowRight' });
    expect(edge.getAttribute('aria-valuenow')).toBe('216');
    for (let step = 0; step < 20; step++) fireEvent.keyDown(edge, { key: 'ArrowLeft' });
    expect(edge.getAttribute('aria-valuenow')).toBe('48');
    expect(active()).toBe('0');
  });
});
