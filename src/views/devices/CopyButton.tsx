export { CopyButton } from '../shared/CopyButton.tsx';
