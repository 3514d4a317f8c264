/** The design system's front door. Forms have their own: `ui/forms`. */
export * from './components/icons.ts';
export {
  Button,
  IconButton,
  Link,
  LinkButton,
  type ButtonProps,
  type ButtonVariant,
  type IconButtonProps,
  type LinkButtonProps,
  type LinkProps,
} from './components/Button.tsx';
export {
  Checkbox,
  RadioGroup,
  Slider,
  Switch,
  type CheckboxProps,
  type RadioGroupProps,
  type RadioOption,
  type SliderProps,
} from './components/Choice.tsx';
export { classes } from './components/classes.ts';
export { reveal } from './components/reveal.ts';
export { DayButton, DayPicker, type DayPickerProps } from './components/DayPicker.tsx';
export { Menu, type MenuEntry, type MenuGroup, type MenuProps } from './components/Menu.tsx';
export { NativeSelect, type NativeSelectProps } from './components/NativeSelect.tsx';
export { Breadcrumbs, Tabs, type Crumb, type TabItem, type TabsProps } from './components/Navigation.tsx';
export { OrderedChoice, type OrderedChoiceItem, type OrderedChoiceProps } from './components/OrderedChoice.tsx';
export {
  Dialog,
  Drawer,
  Popover,
  Tooltip,
  type DialogProps,
  type DrawerProps,
  type PopoverProps,
  type TooltipProps,
} from './components/Overlay.tsx';
export { ComboBox, Select, type ComboBoxProps, type Option } from './components/Select.tsx';
export { SplitPane, type SplitPaneProps } from './components/SplitPane.tsx';
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
  type BannerProps,
  type EmptyStateProps,
  type ErrorStateProps,
  type PanelProps,
  type ProgressBarProps,
  type StatusChipProps,
  type StatusShape,
  type StatusTone,
} from './components/Status.tsx';
export {
  FieldClear,
  PasswordField,
  SearchField,
  TextField,
  type FieldProps,
  type PasswordFieldProps,
  type SearchFieldProps,
  type TextFieldProps,
} from './components/TextField.tsx';
export { ToastRegion, type ToastRegionProps } from './components/ToastRegion.tsx';
export { createToastStore, type Schedule, type Toast, type ToastStore } from './components/toastStore.ts';
export { UiProvider, type UiProviderProps } from './components/UiProvider.tsx';
export { VirtualTable, type RowPress, type TableKeys, type VirtualTableProps } from './components/VirtualTable.tsx';
export type { TableColumn, TableSort } from './components/tableTypes.ts';
export * from './tokens/index.ts';
export { speakComponents } from './words/index.ts';
