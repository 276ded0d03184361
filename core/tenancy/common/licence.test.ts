import { expect, it } from 'vitest';
import { countsAsPro, licenceState, trialDaysLeft } from './licence.ts';

const now = new Date('2026-11-24T12:00:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const terms = { features: {}, trialStartedAt: null, expiresAt: null };

it.each([
  [0, 14],
  [0.5, 14],
  [1, 13],
  [13.9, 1],
  [14, -1],
  [40, -1],
])('should leave of a trial that began %d days ago %d days', (days, left) =>
  expect(trialDaysLeft(ago(days), now)).toBe(left),
);

it('should have no days without a trial', () => expect(trialDaysLeft(null, now)).toBeUndefined());

it('should follow from its dates and the switch of the operator', () => {
  expect(licenceState(terms, now)).toBe('active');
  expect(licenceState({ ...terms, trialStartedAt: ago(3) }, now)).toBe('trial');
  expect(licenceState({ ...terms, trialStartedAt: ago(14) }, now)).toBe('trial_ended');
  expect(licenceState({ ...terms, expiresAt: now }, now)).toBe('contract_ended');
  expect(licenceState({ ...terms, expiresAt: ago(-1) }, now)).toBe('active');
  expect(licenceState({ ...terms, features: { contract_expired: true }, trialStartedAt: ago(3) }, now)).toBe(
    'contract_ended',
  );
});

it('should count Pro and Enterprise as Pro, Starter and Free not', () =>
  expect([1, 3, 2, 99].map(countsAsPro)).toEqual([true, true, false, false]));
