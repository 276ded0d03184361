import { expect, it } from 'vitest';
import { teamLicence } from './team-licence.ts';

const now = new Date('2026-11-24T12:00:00Z');
const began = '2026-11-11T12:00:00.000Z';

it('should have ended once the server refused a call with TRIAL_EXPIRED, until another trial begins', () => {
  const terms = { creator_trial_start_date: began, creator_license_expired: false };
  expect(teamLicence(terms, undefined, now)).toBe('trial');
  expect(teamLicence(terms, began, now)).toBe('trial_ended');
  expect(teamLicence({ ...terms, creator_trial_start_date: now.toISOString() }, began, now)).toBe('trial');
  expect(teamLicence({ ...terms, creator_trial_start_date: null }, undefined, now)).toBe('active');
  expect(teamLicence({ ...terms, creator_license_expired: true }, began, now)).toBe('contract_ended');
});
