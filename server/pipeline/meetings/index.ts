export { openMeetings } from './meetingWatch.ts';
