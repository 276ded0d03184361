import { expect, it } from 'vitest';
import { actionText, detailsText } from './action-text.ts';

it.each([
  ['projects.createProject', 'Projects: create project'],
  ['single-sign-on.saveProvider', 'Single sign on: save provider'],
  ['member.roleChanged', 'Member: role changed'],
  ['teams.generateSdkToken', 'Teams: generate SDK token'],
  ['core', 'Core'],
])('should say %s as %s', (action, text) => {
  expect(actionText(action)).toBe(text);
});

it('should put details on one line', () => {
  expect(detailsText({ name: 'Streets', ids: [1, 2], on: true })).toBe('name: Streets, ids: [1,2], on: true');
});
