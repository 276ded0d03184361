import { expect, it } from 'vitest';
import { entryPageOf } from './entry-page.ts';

const TOKEN = 'a'.repeat(43);

it.each([
  [`/invite/${TOKEN}`, '', { page: 'invitation', token: TOKEN }],
  ['/reset-password', '', { page: 'reset-password', token: undefined }],
  ['/reset-password', `#${TOKEN}`, { page: 'reset-password', token: TOKEN }],
  ['/install', '', { page: 'install' }],
  ['/sign-up', '', { page: 'sign-up', token: undefined }],
  ['/verify', `#${TOKEN}`, { page: 'sign-up', token: TOKEN }],
  ['/confirm-email', `#${TOKEN}`, { page: 'email-link', purpose: 'email-change', token: TOKEN }],
  ['/undo-email-change', `#${TOKEN}`, { page: 'email-link', purpose: 'email-undo', token: TOKEN }],
  ['/confirm-email', '', undefined],
  ['/verify', '', undefined],
  ['/verify', '#<script>', undefined],
  ['/sign-in/return', '', { page: 'provider-return', answer: 'code=c&state=s' }],
  ['/t/1/projects', `#${TOKEN}`, undefined],
])('should find the page before sign-in at %s%s', (pathname, hash, page) => {
  expect(entryPageOf({ pathname, hash, search: '?code=c&state=s' })).toEqual(page);
});
