import { expect, it } from 'vitest';
import { publicModules, referenceOf, reportOf } from '../support/sdk-surface.ts';

const modules = publicModules();

it('should have changed its public surface on purpose only: npm run sdk:reference', async () => {
  expect(modules.length).toBeGreaterThan(2);
  await expect(reportOf(modules)).toMatchFileSnapshot('../../sdk/report.md');
});

it.each(modules.map(each => [each.title, each] as const))(
  'should have the reference of %s as it is',
  async (_, each) => {
    await expect(referenceOf(each)).toMatchFileSnapshot(`../../sdk/reference/${each.path.replaceAll('/', '-')}.md`);
  },
);

it('should describe each public name', () => {
  expect(
    modules.flatMap(({ title, names }) => names.filter(each => each.doc === '').map(each => `${title} ${each.name}`)),
  ).toEqual([]);
});
