export { DevicePicker, type DevicePickerProps } from './DevicePicker.tsx';
