import { IconTicket } from '@tabler/icons-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { NavItem } from './nav-item.tsx';

const item = (at: string, more: { end?: boolean; others?: RegExp } = {}) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[at]}>
      <NavItem to="/manage/event/7/orders" icon={IconTicket} {...more}>
        Orders
      </NavItem>
    </MemoryRouter>,
  );

it.each([
  ['/manage/event/7/orders', {}, true],
  ['/manage/event/7/orders?page=2', {}, true],
  ['/manage/event/7/orders/12', {}, true],
  ['/manage/event/7/orders/12', { end: true }, false],
  ['/manage/event/7/orders-of-others', {}, false],
  ['/manage/event/7', {}, false],
  ['/manage/event/7/guests', { others: /\/guests$/ }, true],
])('on %s with %j it is current: %s', (at, more, isCurrent) => {
  expect(item(at, more).includes('aria-current="page"')).toBe(isCurrent);
});
