import { LIMITS, SOURCE_LOCALE } from '@entrada/contract/constants';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Select, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { isLocale } from '../../../platform/i18n/locales.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Space } from '../../../ui/space.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { touchedByOrders } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { fieldWords } from '../../kit/form/field-words.ts';
import { askFirst } from '../../kit/frame/confirm.tsx';
import { firstPrice, priceChoices, useGuestPrices } from '../../kit/guests/prices.ts';
import { sendGuests } from '../guests/api.ts';
import styles from './guest-list.module.css';
import { emptyRow, type GuestBody, type NewGuest, readNewGuest } from './new-guest.ts';

/** One row that adds a guest for free. Enter adds; the ticket stays for the next one. */
export function AddRow() {
  const { t, i18n } = useLingui();
  const { id: eventId } = useEvent();
  const prices = useGuestPrices(eventId);
  const [values, setValues] = useState<NewGuest>(emptyRow);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [whole, setWhole] = useState('');
  const name = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(newIdempotencyKey());
  const noteId = useId();
  const offered = prices.data ?? [];
  const choose = (among: typeof offered) => values.priceId || String(firstPrice(among)?.price.id ?? '');
  const priceId = choose(offered);
  const set = (change: Partial<NewGuest>) => {
    setValues((before) => ({ ...before, ...change }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
    setWhole('');
  };
  const refuse = (wrong: Record<string, string>, message = '') => {
    setErrors(wrong);
    setWhole(message);
    const first = Object.keys(wrong)[0];
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const add = useChange<GuestBody, OrderDetail>({
    run: (body) => sendGuests(eventId, body, key.current),
    invalidates: () => touchedByOrders(eventId),
    success: (_, { attendees }) => {
      const [guest] = attendees;
      const full = [guest?.firstName, guest?.lastName].filter(Boolean).join(' ');
      return t`On the list: ${full}`;
    },
    onDone: () => {
      key.current = newIdempotencyKey();
      setValues({ ...emptyRow, priceId });
      refuse({});
      name.current?.focus();
    },
    onError: (error, body) => {
      const { status, code, params } =
        error instanceof ApiError ? error : { status: 0, code: '', params: {} as ApiError['params'] };
      // A call without an answer may have added the guest. Its repetition has the same key.
      if (status >= 400 && status < 500) key.current = newIdempotencyKey();
      if (code === 'NOT_ENOUGH_LEFT') askBeyond(body, Number(params['left'] ?? 0));
      else refuse({}, errorMessage(i18n, error));
      return true;
    },
  });
  const askBeyond = (body: GuestBody, left: number) =>
    askFirst({
      title: t`Go beyond the capacity?`,
      text: (
        <>
          {left === 0
            ? t`No place of this ticket is left.`
            : t`${plural(left, { one: 'Only # place of this ticket is left.', other: 'Only # places of this ticket are left.' })}`}
          <Space />
          <Trans>
            More people then come than the capacity allows. The order notes this and who decided it. Nothing
            more is sold until there is room again.
          </Trans>
        </>
      ),
      confirm: t`Add all the same`,
      keep: t`Do not add`,
      tone: 'ink',
      run: async () => {
        await add.start({ ...body, exceedCapacity: true });
        return true;
      },
    });
  const submit = async () => {
    // Who types fast presses Enter before the tickets are there.
    const { data = [] } = prices.data ? prices : await prices.refetch({ cancelRefetch: false });
    if (choose(data) === '') return;
    const locale = isLocale(i18n.locale) ? i18n.locale : SOURCE_LOCALE;
    const { body, wrong } = readNewGuest({ ...values, priceId: choose(data) }, locale);
    if (body) void add.start(body);
    else refuse(fieldWords(i18n, wrong, {}));
  };
  if (!prices.data && prices.isError)
    return <LoadFailed error={prices.error} retry={() => void prices.refetch()} />;
  const field = (of: keyof NewGuest) => ({
    name: of,
    value: values[of],
    error: errors[of],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [of]: event.currentTarget.value }),
    autoComplete: 'off',
  });
  return (
    <form
      ref={form}
      className={styles.add}
      aria-label={t`Add a guest`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput ref={name} label={t({ message: 'Name', context: 'person' })} {...field('name')} />
      <TextInput
        type="email"
        label={<OptionalLabel>{t`Email`}</OptionalLabel>}
        placeholder={t`Sends the ticket`}
        {...field('email')}
      />
      <Select
        className={styles.ticket ?? ''}
        label={t`Ticket`}
        name="priceId"
        allowDeselect={false}
        searchable
        value={priceId}
        onChange={(next) => next && set({ priceId: next })}
        data={priceChoices(offered)}
        nothingFoundMessage={t`No ticket has this name.`}
        error={errors['priceId']}
      />
      <TextInput
        className={styles.plus ?? ''}
        label={t({ message: 'Plus', context: 'companions' })}
        inputMode="numeric"
        aria-describedby={noteId}
        {...field('plus')}
      />
      <TextInput label={<OptionalLabel>{t`Note for the door`}</OptionalLabel>} {...field('note')} />
      <Button type="submit" variant="primary" loading={add.isPending} disabled={prices.data?.length === 0}>
        <Trans>Add guest</Trans>
      </Button>
      <span id={noteId} hidden>
        <Trans>Companions, at most {LIMITS.companions}</Trans>
      </span>
      {whole && (
        <div className={styles.whole}>
          <Note tone="error" announce>
            {whole}
          </Note>
        </div>
      )}
    </form>
  );
}
