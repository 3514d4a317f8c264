export { isNoKey, keyForms } from './keys.ts';
export { KeyWatch, type KeyEnd, type KeySession, type KeyState } from './keyWatch.ts';
