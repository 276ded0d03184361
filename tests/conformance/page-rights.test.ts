import { expect, it } from 'vitest';
import { declaredPages, mayOpen, pageRoles } from '#tests/support/page-access.ts';
import type { PageRights } from '#tests/support/page-access.ts';

const opened = (rights: PageRights): readonly string[] =>
  declaredPages.filter(({ access }) => mayOpen(access, rights)).map(({ name }) => name);

/** Pages that set a project up, or what all projects of the team share. */
const SETUP = [
  'agreement project',
  'annotation-providers sent',
  'categories list',
  'gold-items project',
  'integrations list',
  'item-fields fields',
  'projects contributors',
  'projects general',
  'projects instructions',
  'projects new',
  'projects setup',
  'skeletons list',
  'skeletons team',
  'steps list',
];
const ORGANIZATION = declaredPages.filter(({ path }) => path.startsWith('/org/')).map(({ name }) => name);
const ADMINISTRATION = declaredPages.filter(({ path }) => path.startsWith('/admin/')).map(({ name }) => name);

it('should open to each role its own pages', () => {
  for (const [role, rights] of Object.entries(pageRoles)) {
    const pages = opened(rights);
    // Whoever works in a project has its data and the own profile, and nobody but the super-admin the administration.
    expect(pages, role).toEqual(expect.arrayContaining(['items data', 'editor item', 'profile profile']));
    expect(pages.includes('administration organizations'), role).toBe(role === 'owner');
    for (const page of ['projects general', 'projects contributors'])
      expect(pages.includes(page), `${page} ${role}`).toBe(role === 'owner' || role.endsWith('admin'));
    expect(pages.includes('groups groups'), role).toBe(role === 'owner' || role === 'team admin');
  }
});

it.each(['annotator', 'QA'] as const)('should keep the setup of projects from the %s', role => {
  const known = new Set(declaredPages.map(({ name }) => name));
  expect(SETUP.filter(page => !known.has(page))).toEqual([]);
  const pages = opened(pageRoles[role]);
  expect(SETUP.filter(page => pages.includes(page))).toEqual([]);
});

it.each(['team admin', 'project admin', 'annotator', 'QA'] as const)(
  'should keep the pages of organizations and of the administration from the %s',
  role => {
    expect([ORGANIZATION.length > 5, ADMINISTRATION.length > 10]).toEqual([true, true]);
    const pages = opened(pageRoles[role]);
    expect([...ORGANIZATION, ...ADMINISTRATION].filter(page => pages.includes(page))).toEqual([]);
  },
);
