import type { InputOf, OutputOf } from '@entrada/contract/endpoint';
import {
  cancelMessage,
  countAudience,
  createMessage,
  deleteMessage,
  duplicateMessage,
  getMessage,
  listRecipients,
  type MessageDetail,
  previewMessage,
  resumeMessage,
  sendMessage,
  stopMessage,
  testMessage,
  updateMessage,
  type WrittenMessage,
} from '@entrada/contract/outreach/messages';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import type { Read } from '../kit/reading/reads.ts';

/** What a person writes and the server keeps of a draft. */
export type Draft = WrittenMessage;

export const draftOf = (message: MessageDetail): Draft => {
  const { subject, body, audience, each, purpose, copyToSelf } = message;
  return { subject, body, audience, each, purpose, copyToSelf };
};

const at = (eventId: number, id: number) => ({
  params: { eventId: String(eventId), messageId: String(id) },
});

/** One message. */
export const messageRead = (eventId: number, id: number): Read<MessageDetail> => ({
  queryKey: keys.message(eventId, id),
  load: async (call, signal) => (await call(getMessage, at(eventId, id), { signal })).data,
});

type Current = Pick<MessageDetail, 'id' | 'version'>;

/** Begins a draft. Tried again with the same key and words, it is still one draft. */
export const beginDraft = async (eventId: number, body: Draft, idempotencyKey: string) =>
  (await api(createMessage, { ...eventParams(eventId), body }, { idempotencyKey })).data;

/** Changes the version of a draft that was read. */
export const saveDraft = async (eventId: number, body: Draft, { id, version }: Current) =>
  (await api(updateMessage, { ...at(eventId, id), body: { ...body, version } })).data;

/** @param sendAt null sends it in 30 seconds */
export const send = async (eventId: number, { id, version }: Current, sendAt: string | null) =>
  (await api(sendMessage, { ...at(eventId, id), body: { version, sendAt, isNotPromotional: true } })).data;

/** Takes a message back that does not go out yet. */
export const takeBack = async (eventId: number, id: number) =>
  (await api(cancelMessage, at(eventId, id))).data;
export const stop = async (eventId: number, id: number) => (await api(stopMessage, at(eventId, id))).data;
export const resume = async (eventId: number, id: number) => (await api(resumeMessage, at(eventId, id))).data;
export const duplicate = async (eventId: number, id: number) =>
  (await api(duplicateMessage, at(eventId, id))).data;
export const remove = (eventId: number, id: number) => api(deleteMessage, at(eventId, id));

/** Mails a draft as it is saved to oneself. Answers the address. */
export const sendTest = async (eventId: number, id: number, locale: Previewed['locale']) =>
  (await api(testMessage, { ...at(eventId, id), body: locale ? { locale } : {} })).data.to;

type Counted = InputOf<typeof countAudience>['body'];

export const audienceRead = (
  eventId: number,
  body: Counted,
): Read<OutputOf<typeof countAudience>['data']> => ({
  queryKey: keys.messageAudience(eventId, body),
  load: async (call, signal) =>
    (await call(countAudience, { ...eventParams(eventId), body }, { signal })).data,
});

export type Previewed = InputOf<typeof previewMessage>['body'];

export const previewRead = (
  eventId: number,
  body: Previewed,
): Read<OutputOf<typeof previewMessage>['data']> => ({
  queryKey: keys.messagePreview(eventId, body),
  load: async (call, signal) =>
    (await call(previewMessage, { ...eventParams(eventId), body }, { signal })).data,
});

export const recipientsRead = (
  eventId: number,
  id: number,
  query: Record<string, string>,
): Read<OutputOf<typeof listRecipients>> => ({
  queryKey: keys.messageRecipients(eventId, id, query),
  load: (call, signal) => call(listRecipients, { ...at(eventId, id), query }, { signal }),
});

/** The queries to read again after a change. */
export const touchedByMessages = (eventId: number) => [keys.messages(eventId)];
