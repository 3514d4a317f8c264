/** The design system's front door. Forms have their own: `ui/forms`. */
export * from './components/icons.ts';
export { Button, IconButton, Link, LinkButton, type IconButtonProps } from './components/Button.tsx';
export { Checkbox, RadioGroup, Slider, Switch } from './components/Choice.tsx';
export { classes } from './components/classes.ts';
export { reveal } from './components/reveal.ts';
export { ClockField, DayField } from './components/DateFields.tsx';
export { DayButton, DayPicker } from './components/DayPicker.tsx';
export { Menu, type MenuEntry } from './components/Menu.tsx';
export { NativeSelect } from './components/NativeSelect.tsx';
export { Breadcrumbs, Tabs, type Crumb, type TabItem } from './components/Navigation.tsx';
export { OrderedChoice } from './components/OrderedChoice.tsx';
export { Dialog, Drawer, Popover, Tooltip } from './components/Overlay.tsx';
export { ComboBox, Select, type Option } from './components/Select.tsx';
export { PaneEdge, SplitPane } from './components/SplitPane.tsx';
export {
  Badge,
  Banner,
  EmptyState,
  ErrorState,
  Kbd,
  Panel,
  ProgressBar,
  Skeleton,
  StatusChip,
  StatusMark,
  Swatch,
  type StatusShape,
  type StatusTone,
} from './components/Status.tsx';
export { FieldClear, PasswordField, SearchField, TextField } from './components/TextField.tsx';
export { ToastRegion } from './components/ToastRegion.tsx';
export { createToastStore, type Schedule, type ToastStore } from './components/toastStore.ts';
export { UiProvider } from './components/UiProvider.tsx';
export { VirtualTable, type RowPress, type TableKeys } from './components/VirtualTable.tsx';
export type { TableColumn, TableSort } from './components/tableTypes.ts';
export * from './tokens/index.ts';
export { speakComponents } from './words/index.ts';
