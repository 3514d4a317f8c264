export { createReplyDoor } from './door.ts';
