import type { OutputOf } from '@entrada/contract/endpoint';
import { getEventAnswerReport, getEventAttendanceReport } from '@entrada/contract/insight/reports/people';
import { ofEvent } from './asking.ts';

export type EventAnswers = OutputOf<typeof getEventAnswerReport>['data'];
export type Attendance = OutputOf<typeof getEventAttendanceReport>['data'];

export const answersRead = ofEvent('answers', (call, ...input) => call(getEventAnswerReport, ...input));
export const attendanceRead = ofEvent('attendance', (call, ...input) =>
  call(getEventAttendanceReport, ...input),
);
