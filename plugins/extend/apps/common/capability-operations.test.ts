import { expect, it } from 'vitest';
import { capabilitiesFor } from './capability-operations.ts';

it('should name every capability that lets an app make a call', () => {
  expect(capabilitiesFor('projects.listProjects')).toEqual(['projects.read']);
  expect(capabilitiesFor('annotations.getAnnotation')).toEqual(['annotations.read', 'comments.read']);
});

it('should let nobody make a call that no capability lists', () => {
  expect(capabilitiesFor('teams.deleteTeam')).toEqual([]);
  expect(capabilitiesFor('items.deleteImages')).toEqual([]);
});

it('should look at what a call of several uses is for', () => {
  expect(capabilitiesFor('items.changeItems', { change: { kind: 'status', value: 1 } })).toEqual(['items.status']);
  expect(capabilitiesFor('items.changeItems', { change: { kind: 'delete' } })).toEqual([]);
  expect(capabilitiesFor('items.changeItems', {})).toEqual([]);
});
